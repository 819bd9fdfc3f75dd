/**
 * Finds the database cluster of a data folder. It is inside the folder, or elsewhere if the server has to run as a
 * user who may not enter it. In that case `dataDir/location` contains the path of the other folder, whose file `owner`
 * contains the path of dataDir.
 */
import * as fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { unprivilegedUser } from "./postgres-binaries.ts";
import { canEnter, type ServerUser, sharedFolder } from "./shared-folder.ts";

export interface ClusterLocation {
  cluster: string;
  /** The user that the server runs as; undefined means the current one. */
  user: ServerUser | undefined;
}

const PREFIX = "data-";

/** Finds the cluster of a data folder, or the path for a new one. */
export async function findCluster(dataDir: string): Promise<ClusterLocation> {
  const location = await readLocation(dataDir);
  const cluster = path.join(location ?? dataDir, "cluster");
  let user = unprivilegedUser();
  if (await exists(cluster)) {
    const { uid, gid } = await fs.stat(cluster);
    // The cluster keeps its owner, so that root and an ordinary user can both start it.
    if (user !== undefined && uid !== 0) user = { uid, gid };
    if (user === undefined && process.getuid !== undefined && uid !== process.getuid()) {
      throw new Error(`The database in ${cluster} belongs to another user (${uid}).`);
    }
    return { cluster, user };
  }
  if (location !== undefined) {
    if (await exists(location)) return { cluster, user };
    throw new Error(`The database of ${dataDir} is missing: ${location} no longer exists.`);
  }
  if (user === undefined || (await canEnter(dataDir, user))) return { cluster, user };
  const parent = await sharedFolder();
  await removeOrphans(parent);
  const elsewhere = await fs.mkdtemp(path.join(parent, PREFIX));
  await fs.chmod(elsewhere, 0o711);
  await fs.writeFile(path.join(elsewhere, "owner"), `${dataDir}\n`, { mode: 0o600 });
  await fs.writeFile(path.join(dataDir, "location"), `${elsewhere}\n`);
  return { cluster: path.join(elsewhere, "cluster"), user };
}

async function readLocation(dataDir: string): Promise<string | undefined> {
  const text = await fs.readFile(path.join(dataDir, "location"), "utf8").catch(() => "");
  return text.trim() || undefined;
}

/** Deletes a data folder of `startPostgres`, wherever its data is. The server must be stopped. */
export async function removePostgresData(dataDir: string): Promise<void> {
  const elsewhere = await readLocation(path.resolve(dataDir));
  if (elsewhere !== undefined) await fs.rm(elsewhere, { recursive: true, force: true });
  await fs.rm(dataDir, { recursive: true, force: true });
}

// Deletes data whose owner was a temporary folder that no longer exists. Other owners may only have been moved.
async function removeOrphans(parent: string): Promise<void> {
  const temporary = path.join(await fs.realpath(os.tmpdir()), path.sep);
  for (const entry of await fs.readdir(parent)) {
    if (!entry.startsWith(PREFIX)) continue;
    const folder = path.join(parent, entry);
    const owner = (await fs.readFile(path.join(folder, "owner"), "utf8").catch(() => "")).trim();
    if (owner.startsWith(temporary) && !(await exists(owner))) {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
