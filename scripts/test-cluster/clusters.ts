/**
 * The prepared data of a native server: the templates of scratch databases, and the data folder of a stack
 * that was migrated and seeded by the code that `npm start` runs.
 */
import { spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import path from "node:path";
import { findCluster } from "../stack/postgres/data-location.ts";
import { removePostgresData, startPostgres } from "../stack/postgres/postgres.ts";
import { copyFolder, DENO_CACHE, prepareFolder } from "./cache.ts";
import { throwAwayFolder } from "./throw-away-folder.ts";

/** Settings for data that a test throws away, so a crash of the machine may lose it. */
export const THROW_AWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

// These settings keep the write-ahead log as small as possible, because it is copied with the data.
export const WHILE_BUILDING = { ...THROW_AWAY, wal_recycle: "off", min_wal_size: "32MB" };

/**
 * Returns a folder with the data of a server after `fill` has run on a new cluster, or on a copy of the cluster in
 * `base`. `restoreCluster` copies the data from there.
 */
export function preparedCluster(
  name: string,
  fill: (url: string) => Promise<void>,
  base?: () => Promise<string>,
): Promise<string> {
  return prepareFolder(name, (partial) =>
    inTemporaryFolder(async (folder) => {
      if (base) {
        await fs.mkdir(folder);
        await restoreCluster(await base(), folder);
      }
      const server = await startPostgres({ dataDir: folder, settings: WHILE_BUILDING });
      try {
        await fill(server.url);
      } finally {
        await server.stop();
      }
      await fs.mkdir(partial, { mode: 0o700 });
      await store(folder, partial);
    }),
  );
}

/**
 * Turns `dataDir` into the data folder of a migrated and seeded stack that has never run. The stack creates its keys
 * at its first start.
 */
export async function cloneDataFolder(dataDir: string): Promise<void> {
  const stackFolder = await prepareFolder("stack", (partial) =>
    inTemporaryFolder(async (folder) => {
      await makeDataFolder(folder);
      await fs.mkdir(partial, { mode: 0o700 });
      for (const name of ["countersign-data.json", "access-lists"]) {
        await copyFolder(path.join(folder, name), path.join(partial, name));
      }
      await store(path.join(folder, "postgres"), partial);
    }),
  );
  await fs.mkdir(path.join(dataDir, "postgres"), { recursive: true });
  for (const name of ["countersign-data.json", "access-lists"]) {
    await copyFolder(path.join(stackFolder, name), path.join(dataDir, name));
  }
  await fs.mkdir(DENO_CACHE, { recursive: true });
  await fs.symlink(DENO_CACHE, path.join(dataDir, "deno"), "junction");
  await fs.chmod(path.join(dataDir, "postgres"), 0o711);
  await restoreCluster(stackFolder, path.join(dataDir, "postgres"));
  const { cluster } = await findCluster(path.join(dataDir, "postgres"));
  const settings = Object.entries(THROW_AWAY).map(([name, value]) => `${name} = ${value}\n`);
  await fs.appendFile(path.join(cluster, "postgresql.auto.conf"), settings.join(""));
}

// This runs in a separate process, because the caller may run in a program that resolves packages differently.
async function makeDataFolder(dataDir: string): Promise<void> {
  const program = path.join(import.meta.dirname, "make-data-folder.ts");
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`No database can be created for the tests:\n${output}`);
}

async function store(dataDir: string, to: string): Promise<void> {
  const { cluster } = await findCluster(dataDir);
  await copyFolder(cluster, path.join(to, "cluster"));
  await fs.copyFile(path.join(dataDir, "password"), path.join(to, "password"));
}

/** Puts prepared data into a folder for `startPostgres`. */
export async function restoreCluster(from: string, dataDir: string): Promise<void> {
  const { cluster } = await findCluster(dataDir);
  await copyFolder(path.join(from, "cluster"), cluster);
  await fs.copyFile(path.join(from, "password"), path.join(dataDir, "password"));
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await fs.mkdtemp(path.join(await throwAwayFolder(), "countersign-prepare-"));
  await fs.chmod(folder, 0o711);
  try {
    await work(path.join(folder, "data"));
  } finally {
    await removePostgresData(path.join(folder, "data", "postgres"));
    await removePostgresData(path.join(folder, "data"));
    await fs.rm(folder, { recursive: true, force: true });
  }
}
