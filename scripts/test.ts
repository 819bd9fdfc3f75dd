/**
 * `npm test`: every suite, two side by side where there are cores for it, each within its budget of
 * minutes, and one closing line that counts what ran. `npm test -- unit service` runs only those.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findBrowser } from "./browser.ts";
import { type Output, outputInTurn } from "./output-in-turn.ts";

interface Suite {
  name: string;
  /** What it proves, for the person who watches. */
  about: string;
  /** The suite fails when it takes longer: what only something that hangs needs. */
  budgetMinutes: number;
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, and the first line of why. */
  failures: string[];
}

/** What is read of a suite's report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

// What fails most often first, then the longest, so that none is left alone at the end.
const suites: Suite[] = [
  { name: "check", about: "types, lint, schema proof, advisors", budgetMinutes: 15 },
  { name: "browser", about: "the console in Chromium, as every role", budgetMinutes: 50 },
  { name: "service", about: "access matrix, scenarios, conformance", budgetMinutes: 45 },
  {
    name: "database",
    about: "pgTAP, scope and approvals against oracles, plans",
    budgetMinutes: 45,
  },
  { name: "stack", about: "boot, gateway, crash", budgetMinutes: 40 },
  { name: "unit", about: "pure decisions, contracts, routes without a stack", budgetMinutes: 15 },
];

const PROJECT = path.resolve(import.meta.dirname, "..");
const GRACE_MS = 10_000;
/** A suite keeps two cores busy: on fewer than four, two of them would only wait for each other. */
const SIDE_BY_SIDE = availableParallelism() >= 4 ? 2 : 1;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(", ")}. Suites: ${suites.map((s) => s.name).join(", ")}`,
  );
  process.exit(2);
}

/** Ends what runs, with everything that it started. */
const running = new Set<(signal: NodeJS.Signals) => void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const kill of running) kill(signal);
    process.exit(130);
  });
}

const started = performance.now();
const reports = await mkdtemp(path.join(tmpdir(), "countersign-report-"));
const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
const newOutput = outputInTurn((text) => process.stdout.write(text));
const queue = suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
await rm(reports, { recursive: true, force: true });

if (total.failures.length > 0) console.log(`\n── failed\n${total.failures.join("\n")}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n── all in ${secondsSince(started)} s`);
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

async function work(): Promise<void> {
  for (let suite = queue.shift(); suite !== undefined; suite = queue.shift()) {
    const output = newOutput();
    output.write(`\n── ${suite.name}: ${suite.about}\n`);
    const start = performance.now();
    const { passed, failed, skipped, failures } = await run(suite, output);
    output.write(
      `── ${suite.name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${secondsSince(start)} s\n`,
    );
    output.end();
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures.map((failure) => `${suite.name}: ${failure}`));
  }
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

async function run(suite: Suite, output: Output): Promise<Counts> {
  if (suite.name === "check") {
    const ok = await succeeds(suite, output, process.execPath, ["scripts/check.ts"]);
    const failures = ok ? [] : ["what it printed above says which part"];
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures };
  }
  // Found, or installed, before the suite's time begins.
  const browser = suite.name === "browser" ? await findBrowser() : undefined;
  const report = path.join(reports, `${suite.name}.json`);
  const ok = await succeeds(
    suite,
    output,
    process.execPath,
    [
      path.join(PROJECT, "node_modules/vitest/vitest.mjs"),
      "run",
      `--project=${suite.name}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    browser === undefined ? {} : { CHROME_PATH: browser },
  );
  return count(report, ok);
}

/** What the suite's report says; a suite that ended badly never counts as free of failures. */
async function count(report: string, ok: boolean): Promise<Counts> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) {
    return { passed: 0, failed: 1, skipped: 0, failures: ["ended without a report"] };
  }
  const found = JSON.parse(text) as Report;
  const failures = found.testResults.flatMap(failuresOf);
  if (!ok && failures.length === 0) failures.push("ended with an error outside of its tests");
  return {
    passed: found.numPassedTests,
    failed: Math.max(found.numFailedTests, failures.length),
    skipped: found.numPendingTests + found.numTodoTests,
    failures,
  };
}

function failuresOf({ name, status, message, assertionResults }: Report["testResults"][number]) {
  const file = path.relative(PROJECT, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  // A file that could not begin has no test that failed.
  if (failed.length === 0) return status === "failed" ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
  );
}

function firstLine(message = ""): string {
  return message.trimStart().split("\n", 1)[0] ?? "";
}

/** Runs a command within the suite's budget; one that takes longer is ended and has failed. */
async function succeeds(
  suite: Suite,
  output: Output,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }), ...env },
    // A process group of its own, so that what the suite started ends with it.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Uint8Array) => output.write(text));
  }
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Nothing of it is left.
    }
  };
  running.add(signalGroup);
  const printed = new Promise((resolve) => child.once("close", resolve));
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });
  const overdue = new AbortController();
  const budget = sleep(suite.budgetMinutes * 60_000, "overdue" as const, {
    signal: overdue.signal,
  }).catch(() => "ended" as const);
  try {
    if ((await Promise.race([ended, budget])) === "overdue") {
      output.write(`── ${suite.name}: took longer than its ${suite.budgetMinutes} minutes\n`);
      signalGroup("SIGTERM");
      await sleep(GRACE_MS);
      signalGroup("SIGKILL");
      return false;
    }
    const code = await ended;
    // Something that outlived it may hold its output open.
    await Promise.race([printed, sleep(1000)]);
    return code === 0;
  } finally {
    overdue.abort();
    running.delete(signalGroup);
  }
}
