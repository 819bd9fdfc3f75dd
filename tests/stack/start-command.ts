/** Runs `npm start` and related commands as processes, in temporary data folders. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect } from "vitest";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
/** Created before the first test of a file; contains all data folders. */
export let folder: string;
/** The timeout of a start, long enough for any machine. */
export const TIMEOUT_MS = 300_000;
const runningCommands = new Set<Command>();

beforeAll(async () => {
  folder = await temporaryFolder("start");
});
afterAll(async () => {
  await Promise.all([...runningCommands].map(stop));
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

interface Command {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Ends the start cleanly, with its servers, so that none of them still writes to the folder. */
async function stop({ child, ended }: Command): Promise<void> {
  child.kill("SIGTERM");
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 60_000);
  await ended;
  clearTimeout(tooLong);
}

export function command(script: string, args: string[], env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [path.join(PROJECT, "scripts", script), ...args], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const end = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      runningCommands.delete(startedCommand);
      resolve(code);
    });
  });
  const startedCommand = { child, output: () => text, ended: end };
  runningCommands.add(startedCommand);
  return startedCommand;
}

export async function start(data: string, ...flags: string[]) {
  return startWith({}, data, ...flags);
}

export async function startWith(env: Record<string, string>, data: string, ...flags: string[]) {
  const dataDir = path.join(folder, data);
  const started = command("start.ts", ["--port", "0", "--data", dataDir, ...flags], env);
  await Promise.race([
    expect.poll(started.output, { timeout: TIMEOUT_MS, interval: 50 }).toContain("is ready after"),
    started.ended.then(() => {
      throw new Error(`It ended:\n${started.output()}`);
    }),
  ]);
  const text = await readFile(path.join(dataDir, "stack.json"), "utf8");
  return { ...started, dataDir, file: JSON.parse(text) as StackFile };
}

export async function run(
  script: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const started = command(script, args);
  return { code: await started.ended, output: started.output().trim() };
}

export async function signIn({ url, publishable_key }: StackFile, email = "admin@demo.test") {
  const client = createClient(url, publishable_key, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInWithPassword({
    email,
    password: "countersign-demo",
  });
  if (error !== null) throw error;
  return { client, token: data.session.access_token };
}
