/**
 * A test stack that stays up between runs, for a developer who runs single files. One process owns it and has a lock;
 * `state.json` has the stack's address and the key of its sources.
 */
import { spawn } from "node:child_process";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningStack } from "../../tests/support/test-stack.ts";
import { isPassedOn } from "../stack/functions/function-secrets.ts";
import { takeLock } from "../stack/postgres/folder-lock.ts";
import { CACHE, withLock } from "./cache.ts";
import { fingerprint, PROJECT } from "./fingerprint.ts";

const WARM = process.env["WARM_STACK_FOLDER"] ?? path.join(CACHE, "warm");
/** Locked by the process that keeps the stack. */
export const KEEPER = path.join(WARM, "keeper");
/** Locked by the run that uses the stack: two at once would change each other's rows. */
const USER = path.join(WARM, "user");
/** Locked while another process starts or stops it. */
const CHANGE = path.join(WARM, "change");
export const STATE = path.join(WARM, "state.json");
const LOG = path.join(WARM, "warm.log");

export interface WarmState {
  key: string;
  stack: RunningStack;
}

// The sources of a stack, which a running one reads only once.
export const warmSources = [
  "package-lock.json",
  "scripts/stack",
  "scripts/start.ts",
  "scripts/test-cluster",
  "scripts/vendors",
  "supabase/config.toml",
  "supabase/functions",
  "supabase/migrations",
  "supabase/seed.sql",
  "supabase/seeds",
  "tests/support/cheap-passwords.ts",
  "tests/support/test-stack.ts",
  "web",
];

/** Changes with everything that a stack is started from: the checkout, the environment and the day of the seeds. */
export function stackKey(): Promise<string> {
  const environment = Object.entries(process.env).filter(([name]) => isPassedOn(name));
  const day = new Date().toISOString().slice(0, 10);
  return fingerprint(warmSources, [day, JSON.stringify(environment.sort())]);
}

/**
 * Returns the warm stack, restarted if the checkout has changed since; this process owns it until `release`.
 * Undefined when there is none, or when another run uses it.
 */
export async function takeWarmStack(
  log: (line: string) => void,
): Promise<{ stack: RunningStack; pid: number; release(): Promise<void> } | undefined> {
  await makeFolders();
  if ((await holderOf(KEEPER)) === undefined) return undefined;
  const release = await takeLock(USER).catch(() => undefined);
  if (release === undefined) {
    if ((await holderOf(USER)) !== process.pid) {
      log("Another run uses the warm stack: this one starts its own.");
    }
    return undefined;
  }
  const stack = await startWarmStack(log);
  return { stack, pid: (await holderOf(stack.data_dir)) ?? 0, release };
}

/** Returns whether the stack was started from the current files of the checkout. */
export async function isWarmStackCurrent(): Promise<boolean> {
  const state = await readState();
  return (
    state !== undefined &&
    (await holderOf(KEEPER)) !== undefined &&
    state.key === (await stackKey())
  );
}

/** Starts the stack if there is none, and restarts it if it is older than the checkout. */
export async function startWarmStack(log: (line: string) => void): Promise<RunningStack> {
  await makeFolders();
  return withLock(CHANGE, async () => {
    const state = await readState();
    if (state !== undefined && (await isWarmStackCurrent())) return state.stack;
    if ((await holderOf(KEEPER)) !== undefined) {
      log("The checkout has changed since the warm stack was started: restarting it.");
    }
    await end();
    return startKeeper();
  });
}

/** Returns whether there was one. */
export async function stopWarmStack(): Promise<boolean> {
  await makeFolders();
  return withLock(CHANGE, end);
}

async function startKeeper(): Promise<RunningStack> {
  const output = await open(LOG, "w");
  const program = path.join(import.meta.dirname, "keep-warm-stack.ts");
  const keeper = spawn(process.execPath, [program], {
    cwd: PROJECT,
    stdio: ["ignore", output.fd, output.fd],
    detached: true,
  });
  keeper.unref();
  let hasEnded = false;
  keeper.once("exit", () => {
    hasEnded = true;
  });
  for (;;) {
    const state = await readState();
    if (state !== undefined) {
      await output.close();
      return state.stack;
    }
    if (hasEnded) {
      await output.close();
      throw new Error(`The warm stack did not start:\n${await readFile(LOG, "utf8")}`);
    }
    await sleep(20);
  }
}

// Ends the keeper, and the stack that a killed keeper has left running.
async function end(): Promise<boolean> {
  const state = await readState();
  const folders = [KEEPER, ...(state === undefined ? [] : [state.stack.data_dir])];
  let hasEnded = false;
  for (const folder of folders) {
    const pid = await holderOf(folder);
    if (pid === undefined) continue;
    hasEnded = true;
    process.kill(pid, "SIGTERM");
    while ((await holderOf(folder)) !== undefined) await sleep(20);
  }
  if (state !== undefined) {
    await rm(path.dirname(state.stack.data_dir), { recursive: true, force: true });
  }
  await rm(STATE, { force: true });
  return hasEnded;
}

async function readState(): Promise<WarmState | undefined> {
  const text = await readFile(STATE, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as WarmState);
}

/** The living process that has locked the folder. */
async function holderOf(folder: string): Promise<number | undefined> {
  const file = path.join(folder, "lock");
  const holder = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (!(holder > 0)) return undefined;
  // The process number may have been reused. Only the lock shows whether the process still owns it.
  const unlock = await takeLock(folder).catch(() => undefined);
  await unlock?.();
  return unlock === undefined ? holder : undefined;
}

async function makeFolders(): Promise<void> {
  for (const folder of [KEEPER, USER, CHANGE]) await mkdir(folder, { recursive: true });
}
