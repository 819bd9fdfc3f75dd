/**
 * `npm test`: every suite in one run of Vitest, as many files at once as there are cores, the most expensive first.
 * The last lines report the number of tests and their cost; the run fails when something costs more than
 * tests/budgets.ts allows. `npm test -- unit service` runs only those suites, `--record` stores the cost of each
 * file, for the order of later runs.
 */
import { globSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { SILENT_MINUTES, suites, suitesNamed } from "../tests/budgets.ts";
import { buildComponentPage } from "../tests/component/build.ts";
import { othersShare, readMachine } from "../tests/runner/machine-load.ts";
import { measureSlowness } from "../tests/runner/machine-speed.ts";
import { readProcesses } from "../tests/runner/process-tree.ts";
import { recordCosts } from "../tests/runner/recorded-costs.ts";
import type { Progress, RunReport } from "../tests/runner/run-report.ts";
import { cpuSecondsOf, lastLine, summarizeRun } from "../tests/runner/run-summary.ts";
import { supervise } from "../tests/runner/supervised-run.ts";
import { workers } from "../tests/runner/workers.ts";
import { findBrowser } from "./browser.ts";
import { buildConsole } from "./stack/console-build.ts";
import { throwAwayFolder } from "./test-cluster/throw-away-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("npm test [-- SUITE ...] [--record]\n");
  for (const { name, about } of suites) console.log(`  ${name.padEnd(10)}${about}`);
  process.exit(0);
}
const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  const suiteNames = suites.map(({ name }) => name).join(", ");
  console.error(`Unknown suite ${unknown.join(", ")}. Suites: ${suiteNames}`);
  process.exit(2);
}
const selectedSuites = names.length === 0 ? suites : suitesNamed(names);
for (const { name, about } of selectedSuites) console.log(`── ${name}: ${about}`);

const depth = Number(process.env["TEST_DEPTH"] ?? 1);
const silentMinutes = SILENT_MINUTES * Math.max(1, depth);
const startedAt = performance.now();
const slowness = await measureSlowness(workers);
const machineBefore = readMachine();
// Finds or installs the browser before any file waits for it.
const needsBrowser = selectedSuites.some((suite) => suite.needsBrowser);
const browser = needsBrowser ? await findBrowser(console.log) : undefined;
// Builds both pages once and concurrently, because otherwise every stack would build them.
await Promise.all([
  selectedSuites.some((suite) => suite.startsStacks) && buildConsole(),
  selectedSuites.some((suite) => suite.name === "component") && buildComponentPage(),
]);
// The folder for the report and the stacks' data. The user who runs the databases may enter it.
const folder = await mkdtemp(path.join(await throwAwayFolder(), "countersign-run-"));
await chmod(folder, 0o711);

const preparationSeconds = readProcesses()?.get(process.pid)?.reaped ?? 0;
const running = new Set<string>();
const run = supervise({
  args: [
    path.join(PROJECT, "node_modules/vitest/vitest.mjs"),
    "run",
    ...selectedSuites.map(({ name }) => `--project=${name}`),
  ],
  cwd: PROJECT,
  env: {
    ...process.env,
    ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
    ...(browser && { CHROME_PATH: browser }),
    TEST_RUN_FOLDER: folder,
  },
  write: (text) => process.stdout.write(text),
  onMessage: (message) => {
    const { began, ended } = message as Progress;
    if (began) running.add(began);
    if (ended) running.delete(ended);
  },
  silentMs: silentMinutes * 60_000,
});
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, async () => {
    isInterrupted = true;
    await run.end(signal);
    await removeFolder();
    process.exit(130);
  });
}
const outcome = await run.ended;
const report = await readFile(path.join(folder, "report.json"), "utf8").then(
  (text) => JSON.parse(text) as RunReport,
  () => undefined,
);
await removeFolder();
// The signal handler ends the process.
if (isInterrupted) await new Promise(() => {});

if (outcome === "silent") {
  const files = [...running].join(", ") || "no file";
  console.log(`\n── ended: no test ended for ${silentMinutes} minutes. Running: ${files}`);
}
if (report === undefined) {
  console.log("\n── failed\nThe run ended without a report.");
  console.log(lastLine(0, 1));
  process.exit(1);
}
const summary = summarizeRun({
  report,
  outcome,
  suites: selectedSuites,
  workers,
  wallSeconds: (performance.now() - startedAt) / 1000,
  preparationSeconds,
  slowness,
  isDeep: depth !== 1,
  nightlyFiles: globSync("tests/**/*.nightly.test.ts", { cwd: PROJECT }).length,
  othersShare: othersShare(machineBefore, readMachine(), cpuSecondsOf(report, preparationSeconds)),
});
console.log(summary.lines.join("\n"));
if (values.record) {
  // A failed file may have ended early.
  await recordCosts(report.files.filter(({ failures }) => failures.length === 0));
}
process.exit(summary.isGreen ? 0 : 1);

/** A killed stack may still write while its folder is removed. */
async function removeFolder(): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => {});
}
