/**
 * Databases for tests, prepared once and copied. They are below node_modules/.cache/countersign, which may be
 * deleted at any time. Only tests and checks use them: `npm start` imports nothing from this folder.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exists } from "../stack/postgres/data-location.ts";
import { takeLock } from "../stack/postgres/folder-lock.ts";
import { databaseSources, fingerprint, PROJECT } from "./fingerprint.ts";

export const CACHE = path.join(PROJECT, "node_modules/.cache/countersign");
/** Deno's cache of compiled modules, shared by all test stacks. */
export const DENO_CACHE = path.join(CACHE, "deno");

const PARTIAL = "partial-";
const MAX_RETAINED = 2;
const PARTIAL_STALE_MS = 3_600_000;
const SLOT_HOURS = 6;

/**
 * Returns a folder that `build` has filled, now or in an earlier run; it is read-only. One of several processes
 * builds while the others wait.
 */
export async function prepareFolder(
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const now = new Date();
  const parent = path.join(CACHE, name);
  const folder = path.join(parent, await databaseKey(now));
  if (await exists(folder)) return folder;
  await mkdir(parent, { recursive: true });
  await withLock(parent, async () => {
    if (await exists(folder)) return;
    const partial = path.join(parent, `${PARTIAL}${process.pid}-${randomUUID()}`);
    try {
      await build(partial);
      // If sources changed during the build, its result is useless.
      if (folder === path.join(parent, await databaseKey(now))) await rename(partial, folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
    await removeOld(parent);
  });
  return (await exists(folder)) ? folder : prepareFolder(name, build);
}

/** Runs `work` while no other process does so for this folder. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unlock = await waitForLock(folder);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

/** Copies a folder with its owners and modes; `to` must not exist. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === "win32") return cp(from, to, { recursive: true });
  // `cp` is many times faster than Node's function, and clones files if the file system supports it.
  const child = spawn("cp", ["-Rp", from, to], { stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${from} cannot be copied to ${to}.`);
}

// The seeds' dates are relative to the current day in UTC, and some to the hour, so a copy is renewed every few
// hours.
async function databaseKey(now: Date): Promise<string> {
  const slot = Math.floor(now.getUTCHours() / SLOT_HOURS);
  return fingerprint(databaseSources, [now.toISOString().slice(0, 10), String(slot)]);
}

// Besides the newest folder, the one before it stays, because another process may be copying it.
async function removeOld(parent: string): Promise<void> {
  const entries = (await readdir(parent, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const folders = await Promise.all(
    entries.map(async ({ name }) => {
      const folder = path.join(parent, name);
      return { folder, isPartial: name.startsWith(PARTIAL), at: (await stat(folder)).ctimeMs };
    }),
  );
  const stale = folders.filter(
    ({ isPartial, at }) => isPartial && Date.now() - at > PARTIAL_STALE_MS,
  );
  const complete = folders.filter(({ isPartial }) => !isPartial).sort((a, b) => b.at - a.at);
  for (const { folder } of [...stale, ...complete.slice(MAX_RETAINED)]) {
    await rm(folder, { recursive: true, force: true });
  }
}

async function waitForLock(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await takeLock(folder);
    } catch (error) {
      if (!/in use/.test(String(error))) throw error;
      await sleep(100);
    }
  }
}
