/**
 * Ensures that a data folder has only one server. The lock names the process that started the server, so that a stale
 * lock can be recognized.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Takes `dataDir/lock`. Throws one sentence if a living process has locked it. */
export async function takeLock(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, "lock");
  const self = `${process.pid} ${startOf(process.pid)}\n`;
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      await fs.writeFile(file, self, { flag: "wx", mode: 0o600 });
      return () => fs.rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = await fs.readFile(file, "utf8").catch(() => "");
    const [pid, start] = holder.trim().split(" ");
    if (pid !== undefined && isAlive(Number(pid)) && startOf(Number(pid)) === start) break;
    await fs.rm(file, { force: true });
  }
  throw new Error(
    `The data folder ${dataDir} is in use by another running stack. Stop that stack, or choose another folder with --data.`,
  );
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
