/**
 * npm run test:stress [-- --seconds 120]
 *
 * Starts the service in a separate folder, and lets five hostile accounts attack it: with deep embeds, regular
 * expressions, floods, uploads and bodies that never end. Meanwhile a lead requests their own identity, reads the
 * inbox and approves cards. Prints how long that takes when the service is idle and under attack, who used the
 * processors, and the memory of each process. Exits 1 if the lead's 95th percentile is more than three times as high
 * as when idle, if a request of the lead is refused or fails, or if a process exceeds its memory limit.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, constants, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lowerSessionPriority } from "./stack/process-priority.ts";
import type { StackFile } from "./stack/stack-file.ts";
import { type Action, createLead, type Sample } from "./stress/lead.ts";
import { memoryOf } from "./stress/memory.ts";
import { measureProcessor, type ProcessorUse } from "./stress/processor.ts";

const MAX_RATIO = 3;
// With a shorter idle time, a ratio would depend more on the machine's clock than on the service.
const MIN_IDLE_MS = 10;
const IDLE_SECONDS = 20;
const MEMORY_EVERY_MS = 5000;
// If other programs use more than this share of the processors, they distort the measurement.
const MAX_OTHER_PROGRAMS = 0.1;
const MB = 1_048_576;
const MAX_MEMORY: Record<string, number> = {
  gateway: 768 * MB,
  "data API of everyone but leaders": 768 * MB,
  functions: 512 * MB,
  "functions of everyone but leaders": 512 * MB,
  "functions that read files": 640 * MB,
  "background functions": 384 * MB,
  database: 1024 * MB,
};
const ACTIONS: Action[] = ["whoami", "inbox", "approve"];

const { values } = parseArgs({ options: { seconds: { type: "string", default: "120" } } });
const seconds = Number(values.seconds);
if (!(seconds > 0)) {
  console.error(`--seconds ${values.seconds} is not a number of seconds.`);
  process.exit(2);
}

const cores = availableParallelism();
console.log(`Before the run, the machine's load is ${loadavg()[0]?.toFixed(1)} on ${cores} cores.`);

const folder = await mkdtemp(path.join(tmpdir(), "countersign-stress-"));
const children: ChildProcess[] = [];
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    void end(130);
  });
}
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  // After an interruption the service ends first, so requests of the lead fail.
  if (!isInterrupted) throw error;
} finally {
  await end();
}

async function run(): Promise<boolean> {
  const dataDir = path.join(folder, "data");
  const service = await startService(dataDir);
  const stack = JSON.parse(await readFile(path.join(dataDir, "stack.json"), "utf8")) as StackFile;
  const lead = await createLead(stack);
  await lead.work(3);

  const peaks = new Map<string, number>();
  // Memory is measured in the idle phase too, because measuring takes time itself.
  const watch = watchMemory(Number(service.pid), peaks);
  console.log(`The lead works alone for ${IDLE_SECONDS} s …`);
  const endIdle = await measureProcessor(Number(service.pid));
  const idle = await lead.work(IDLE_SECONDS);
  const idleUse = await endIdle();
  console.log(`Five hostile accounts join for ${seconds} s …`);
  const attack = await startAttack(stack);
  const endBusy = await measureProcessor(Number(service.pid), attack.pid);
  const busy = await lead.work(seconds);
  const busyUse = await endBusy();
  watch.stop();
  const outcomes = await stopAttack(attack);

  const isFast = printTimes(idle, busy);
  printProcessor(idleUse, busyUse);
  const isServed = printRefusals([...idle, ...busy]);
  const isSmall = printMemory(peaks);
  console.log(`\nResponses to the hostile accounts:`);
  for (const [name, counts] of Object.entries(outcomes)) {
    const list = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
    console.log(`  ${name.padEnd(20)} ${list.join(", ") || "nothing"}`);
  }
  return isFast && isServed && isSmall;
}

async function startService(dataDir: string): Promise<ChildProcess> {
  const service = fork(
    path.join(import.meta.dirname, "start.ts"),
    ["--port", "0", "--data", dataDir, "--no-demo-files"],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // The lead proposes the cards that they approve, more often than a person would.
      env: { ...process.env, SERVICE_PROPOSE_RATE_LIMIT: "10000" },
    },
  );
  children.push(service);
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("is ready after")) resolve();
      });
    }
    service.once("exit", () => reject(new Error(`The service did not start:\n${output}`)));
  });
  return service;
}

/**
 * Starts the attack in a separate process at a lower priority. Real hostile accounts have their own machines, so the
 * cost of sending must not slow the lead down.
 */
async function startAttack(stack: StackFile): Promise<ChildProcess> {
  const attack = fork(path.join(import.meta.dirname, "stress/attack.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Detached, because in the session of the gateway its time would count as the gateway's.
    detached: true,
  });
  children.push(attack);
  lowerSessionPriority(attack.pid, constants.priority.PRIORITY_LOW);
  // Linux's chrt, if it exists, lets the attack run only on an idle processor. Otherwise even a program of the lowest
  // priority first finishes its time slice.
  spawnSync("chrt", ["--all-tasks", "--idle", "--pid", "0", String(attack.pid)]);
  const ready = new Promise<void>((resolve, reject) => {
    attack.once("message", () => resolve());
    attack.once("exit", (code) => reject(new Error(`The attack ended with ${code}.`)));
  });
  attack.send(stack);
  await ready;
  return attack;
}

type Outcomes = Record<string, Record<string, number>>;

function stopAttack(attack: ChildProcess): Promise<Outcomes> {
  const outcomes = new Promise<Outcomes>((resolve) =>
    attack.once("message", (message) => resolve(message as Outcomes)),
  );
  attack.send("stop");
  return outcomes;
}

function watchMemory(pid: number, peaks: Map<string, number>): { stop(): void } {
  let isStopped = false;
  void (async () => {
    while (!isStopped) {
      for (const [name, bytes] of await memoryOf(pid)) {
        peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
      }
      await sleep(MEMORY_EVERY_MS);
    }
  })();
  return {
    stop() {
      isStopped = true;
    },
  };
}

function printTimes(idle: Sample[], busy: Sample[]): boolean {
  console.log(`\n${"95th percentile".padEnd(20)} idle      attacked  ratio`);
  let isFast = true;
  for (const action of ACTIONS) {
    const [before, during] = [idle, busy].map((samples) =>
      percentile(samples.filter((sample) => sample.action === action).map(({ ms }) => ms)),
    ) as [number, number];
    const ratio = during / Math.max(before, MIN_IDLE_MS);
    isFast &&= ratio <= MAX_RATIO;
    const times = [before, during].map((ms) => `${ms.toFixed(0)} ms`.padEnd(9)).join(" ");
    const verdict = ratio <= MAX_RATIO ? "" : `  more than ${MAX_RATIO}`;
    console.log(`  ${action.padEnd(18)} ${times} ${ratio.toFixed(1)}${verdict}`);
  }
  return isFast;
}

function printProcessor(idle: ProcessorUse | undefined, busy: ProcessorUse | undefined): void {
  if (idle === undefined || busy === undefined) return;
  console.log(`\n${`processors (${cores})`.padEnd(20)} idle      attacked`);
  for (const name of Object.keys(busy) as (keyof ProcessorUse)[]) {
    const shares = [idle, busy].map((use) => `${Math.round(use[name] * 100)}%`.padEnd(9));
    console.log(`  ${name.padEnd(18)} ${shares.join(" ")}`);
  }
  if (Math.max(idle["other programs"], busy["other programs"]) > MAX_OTHER_PROGRAMS) {
    console.log("  Times include waiting for other programs; repeat this on a quiet machine.");
  }
}

function percentile(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

function printRefusals(samples: Sample[]): boolean {
  const failures = samples.filter(({ status }) => status !== 200);
  const statuses = [...new Set(failures.map(({ action, status }) => `${action} ${status}`))];
  console.log(
    `\n${samples.length} requests of the lead, ${failures.length} refused or failed${
      failures.length > 0 ? ` (${statuses.join(", ")})` : ""
    }`,
  );
  return failures.length === 0;
}

function printMemory(peaks: Map<string, number>): boolean {
  console.log("\npeak memory                          used      bound");
  if (peaks.size === 0) {
    console.log("  (not measured: only Linux reports how much a process shares)");
    return true;
  }
  let isSmall = true;
  for (const [name, bytes] of peaks) {
    const maxBytes = MAX_MEMORY[name];
    isSmall &&= maxBytes !== undefined && bytes <= maxBytes;
    const sizes = [bytes, maxBytes].map((size) =>
      (size ? `${Math.round(size / MB)} MB` : "none").padEnd(9),
    );
    console.log(`  ${name.padEnd(34)} ${sizes.join(" ")}`);
  }
  return isSmall;
}

async function end(code?: number): Promise<void> {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exit;
    }),
  );
  await rm(folder, { recursive: true, force: true });
  if (code !== undefined) process.exit(code);
}
