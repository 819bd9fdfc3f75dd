/**
 * Ensures that a data folder has only one server. The lock names the process that started the server, so that a stale
 * lock can be recognized.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The names of the lock and of the files beside it while it changes hands begin with this. */
export const LOCK = "lock";
const MAX_ATTEMPTS = 50;
const REMOVAL_STALE_MS = 10_000;

/** Takes `dataDir/lock`. Throws one sentence if a living process has locked it. */
export async function takeLock(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, LOCK);
  const own = `${file}-${randomUUID()}`;
  // A link appears together with its content, so that no process reads a lock without its holder.
  await fs.writeFile(own, `${process.pid} ${startOf(process.pid)}\n`, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (await succeeds(fs.link(own, file))) return () => fs.rm(file, { force: true });
      const holder = await contentOf(file);
      const [pid, start] = holder.trim().split(" ");
      if (holder !== "" && isAlive(Number(pid)) && startOf(Number(pid)) === start) break;
      await removeStale(file, holder);
    }
  } finally {
    await fs.rm(own, { force: true });
  }
  throw new Error(
    `The data folder ${dataDir} is in use by another running stack. Stop that stack, or choose another folder with --data.`,
  );
}

/**
 * Removes the lock of a process that has ended. Only one process at a time removes it: without that, a slow one would
 * remove the lock that a fast one has taken since.
 */
async function removeStale(file: string, holder: string): Promise<void> {
  const removal = `${file}-removal`;
  if (!(await succeeds(fs.writeFile(removal, "", { flag: "wx", mode: 0o600 })))) {
    const since = await fs.stat(removal).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > REMOVAL_STALE_MS)
      await fs.rm(removal, { force: true });
    await sleep(20);
    return;
  }
  try {
    if ((await contentOf(file)) === holder) await fs.rm(file, { force: true });
  } finally {
    await fs.rm(removal, { force: true });
  }
}

/** Returns false if the file existed. */
async function succeeds(creation: Promise<unknown>): Promise<boolean> {
  try {
    await creation;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

function contentOf(file: string): Promise<string> {
  return fs.readFile(file, "utf8").catch(() => "");
}

/**
 * Ends a server whose starter was killed, and removes its pid file if that names no server of this cluster:
 * PostgreSQL itself only checks whether *some* process has that number.
 */
export async function endLeftover(cluster: string): Promise<void> {
  const file = path.join(cluster, "postmaster.pid");
  const pid = await readPid(file);
  if (pid === undefined) return;
  for (const [signal, seconds] of [
    ["SIGINT", 10],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    if (!isServerOf(pid, cluster)) break;
    signalProcess(pid, signal);
    for (let turn = 0; turn < seconds * 50 && isServerOf(pid, cluster); turn++) {
      await sleep(20);
    }
  }
  if (isServerOf(pid, cluster)) {
    throw new Error(`A leftover database server (process ${pid}) cannot be stopped.`);
  }
  await fs.rm(file, { force: true });
}

async function readPid(file: string): Promise<number | undefined> {
  const text = await fs.readFile(file, "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

function isServerOf(pid: number, cluster: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(cluster);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended or belongs to another user. The caller checks again.
  }
}

// Process numbers are reused, so the start time is compared too.
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return (stdout ?? "").trim().replaceAll(/\s+/g, "-");
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    const args = ["-ww", "-o", "command=", "-p", String(pid)];
    return spawnSync("ps", args, { encoding: "utf8" }).stdout ?? "";
  }
}
