/**
 * `npm test`: every suite, one after the other, each within its budget of minutes, and one closing
 * line that counts what ran. `npm test -- unit service` runs only those.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findBrowser } from "./browser.ts";

interface Suite {
  name: string;
  /** What it proves, for the person who watches. */
  about: string;
  /** The suite fails when it takes longer: a multiple of what two idle cores need. */
  budgetMinutes: number;
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const suites: Suite[] = [
  { name: "check", about: "types, lint, schema proof, advisors", budgetMinutes: 3 },
  { name: "unit", about: "pure decisions, contracts, routes without a stack", budgetMinutes: 3 },
  {
    name: "database",
    about: "pgTAP, scope and approvals against oracles, plans",
    budgetMinutes: 12,
  },
  { name: "stack", about: "boot, gateway, crash, conformance", budgetMinutes: 8 },
  { name: "service", about: "access matrix, scenarios, identity under load", budgetMinutes: 12 },
  { name: "browser", about: "the console in Chromium, as every role", budgetMinutes: 20 },
];

const PROJECT = path.resolve(import.meta.dirname, "..");
const GRACE_MS = 10_000;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(", ")}. Suites: ${suites.map((s) => s.name).join(", ")}`,
  );
  process.exit(2);
}

const reports = await mkdtemp(path.join(tmpdir(), "countersign-report-"));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const suite of suites) {
  if (wanted.length > 0 && !wanted.includes(suite.name)) continue;
  console.log(`\n── ${suite.name}: ${suite.about}`);
  const started = performance.now();
  const counts = await run(suite);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `── ${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`,
  );
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
await rm(reports, { recursive: true, force: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

async function run(suite: Suite): Promise<Counts> {
  if (suite.name === "check") {
    const ok = await succeeds(suite, process.execPath, ["scripts/check.ts"]);
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  }
  // Found, or installed, before the suite's time begins.
  const browser = suite.name === "browser" ? await findBrowser() : undefined;
  const report = path.join(reports, `${suite.name}.json`);
  const ok = await succeeds(
    suite,
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
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(text);
  const failed = numFailedTests > 0 || ok ? numFailedTests : 1;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

/** Runs a command within the suite's budget; one that takes longer is ended and has failed. */
async function succeeds(
  suite: Suite,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: PROJECT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
    // A process group of its own, so that what the suite started ends with it.
    detached: true,
  });
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Nothing of it is left.
    }
  };
  const interrupted = (signal: NodeJS.Signals) => {
    signalGroup(signal);
    process.exit(130);
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", resolve);
  });
  const overdue = new AbortController();
  const budget = sleep(suite.budgetMinutes * 60_000, "overdue" as const, {
    signal: overdue.signal,
  }).catch(() => "ended" as const);
  if ((await Promise.race([ended, budget])) === "overdue") {
    console.error(`── ${suite.name}: took longer than its ${suite.budgetMinutes} minutes`);
    signalGroup("SIGTERM");
    await sleep(GRACE_MS);
    signalGroup("SIGKILL");
    return false;
  }
  overdue.abort();
  process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  return (await ended) === 0;
}
