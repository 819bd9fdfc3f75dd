import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { findCluster } from "../../scripts/stack/postgres/data-location.ts";
import { DENO_CACHE } from "../../scripts/test-cluster/cache.ts";
import { preparedCluster, restoreCluster } from "../../scripts/test-cluster/clusters.ts";

/** A new data folder whose functions need not be compiled. */
export async function makeDataFolder(dataDir: string, isSeeded: boolean): Promise<void> {
  await mkdir(dataDir);
  await mkdir(DENO_CACHE, { recursive: true });
  await symlink(DENO_CACHE, path.join(dataDir, "deno"), "junction");
  await writeFile(
    path.join(dataDir, "countersign-data.json"),
    JSON.stringify({ format: 1, seeded: isSeeded }),
  );
}

/** A folder for `startPostgres` with a new cluster, which a first start takes a second or two to create. Returns the cluster. */
export async function makeEmptyCluster(dataDir: string): Promise<string> {
  await mkdir(dataDir, { mode: 0o711 });
  await restoreCluster(await preparedCluster("empty", async () => {}), dataDir);
  return (await findCluster(dataDir)).cluster;
}
