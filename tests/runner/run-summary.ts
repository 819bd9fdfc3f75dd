import {
  FILE_CPU_SECONDS,
  LOADED_MARGIN,
  LOADED_SHARE,
  QUIET_MARGIN,
  RUNNER_CPU_SECONDS,
  STACK_CPU_SECONDS,
  type Suite,
} from "../budgets.ts";
import type { FileReport, RunReport } from "./run-report.ts";

const MAX_LISTED = 10;

interface Run {
  report: RunReport;
  /** How the program that wrote the report ended. */
  outcome: "well" | "badly" | "silent";
  suites: Suite[];
  workers: number;
  wallSeconds: number;
  /** CPU seconds for the builds before the first test: the pages, on a fresh clone. */
  preparationSeconds: number;
  /** The share of the machine that other programs used in the meantime, from 0 to 1. */
  othersShare: number;
  /** How many times slower this machine is than the one that the budgets were measured on. */
  slowness: number;
  /** Whether the tests run deeper than usual. */
  isDeep: boolean;
  /** The number of files that run only in `npm run nightly`. */
  nightlyFiles: number;
}

export interface RunSummary {
  lines: string[];
  isGreen: boolean;
}

interface Row {
  name: string;
  tests?: { passed: number; failed: number; skipped: number };
  seconds: number;
  budget?: number;
}

/** The last lines of a run. A suite or file that costs more than its limit has failed too. */
export function summarizeRun(run: Run): RunSummary {
  const { report, workers, wallSeconds, othersShare, isDeep } = run;
  const load = othersShare > LOADED_SHARE ? LOADED_MARGIN : QUIET_MARGIN;
  const margin = Math.round(load * run.slowness * 100) / 100;
  const isMeasured = report.stackSeconds !== undefined;
  const isJudged = isMeasured && !isDeep;
  const rows = rowsOf(run);
  const failures = failuresOf(run, rows);
  if (isJudged) failures.push(...overBudget(rows, report.files, margin));

  const passed = sum(report.files, (file) => file.passed);
  const skipped = sum(report.files, (file) => file.skipped);
  const total: Row = {
    name: "all",
    tests: { passed, failed: failures.length, skipped },
    seconds: sum(rows, secondsOf),
    budget: sum(rows, ({ budget }) => budget ?? 0),
  };
  const unsteady = report.files.flatMap((file) => file.unsteady);
  const costly = report.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_LISTED);
  const unit = isMeasured ? "CPU s" : "time s";
  return {
    isGreen: failures.length === 0 && passed > 0,
    lines: [
      "",
      `── suites        passed  failed  skipped  ${unit.padStart(6)}  budget`,
      ...[...rows, total].map((row) => describe(row)),
      `   ${budgetNote(isMeasured, isDeep, othersShare, margin)}`,
      ...(isDeep ? [] : [`   ${run.nightlyFiles} files run only in npm run nightly.`]),
      "",
      `── most expensive files, ${unit} (budget ${FILE_CPU_SECONDS})`,
      ...costly.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`),
      ...(unsteady.length > 0 ? ["", "── passed only on the second try", ...unsteady] : []),
      ...(failures.length > 0 ? ["", "── failed", ...failures] : []),
      "",
      `── all in ${Math.round(wallSeconds)} s with ${workers} workers`,
      lastLine(passed, failures.length, skipped),
    ],
  };
}

/**
 * CPU seconds of a run, undefined where only time is measured. This is a sum because the system's own total misses
 * processes whose parent ended first, such as most of a browser.
 */
export function cpuSecondsOf(report: RunReport, preparationSeconds: number): number | undefined {
  if (report.stackSeconds === undefined) return undefined;
  const ofFiles = sum(report.files, secondsOf);
  return preparationSeconds + ofFiles + report.stackSeconds + report.runnerSeconds;
}

function rowsOf({ report, suites, workers, preparationSeconds }: Run): Row[] {
  const rows: Row[] = suites.map(({ name, cpuSeconds: budget }) => {
    const files = report.files.filter(({ suite }) => suite === name);
    const tests = {
      passed: sum(files, ({ passed }) => passed),
      failed: sum(files, ({ failures }) => failures.length),
      skipped: sum(files, ({ skipped }) => skipped),
    };
    return { name, tests, seconds: sum(files, secondsOf), budget };
  });
  const { stackSeconds, runnerSeconds } = report;
  if (stackSeconds !== undefined) {
    rows.push({ name: "preparation", seconds: preparationSeconds });
    rows.push({ name: "stacks", seconds: stackSeconds, budget: workers * STACK_CPU_SECONDS });
    rows.push({ name: "runner", seconds: runnerSeconds, budget: RUNNER_CPU_SECONDS });
  }
  return rows;
}

function failuresOf({ report, outcome }: Run, rows: Row[]): string[] {
  const failures = report.files.flatMap((file) =>
    file.failures.map((failure) => `${file.suite}: ${failure}`),
  );
  failures.push(...report.errors);
  for (const { name, tests } of rows) {
    if (tests && tests.passed + tests.failed === 0) failures.push(`${name}: no test ran`);
  }
  if (outcome === "silent") failures.push("The run was ended because no test ended for too long.");
  if (outcome === "badly" && failures.length === 0) {
    failures.push("The run ended with an error outside of its tests.");
  }
  return failures;
}

function budgetNote(
  isMeasured: boolean,
  isDeep: boolean,
  othersShare: number,
  margin: number,
): string {
  if (!isMeasured) return "CPU seconds are not known without /proc: budgets are not judged.";
  if (isDeep) return "TEST_DEPTH is not 1: budgets are not judged.";
  const share = Math.round(othersShare * 100);
  return `Other programs used ${share}% of the machine. The run fails beyond ${margin} times a budget.`;
}

export function lastLine(passed: number, failed: number, skipped = 0): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function overBudget(rows: Row[], files: FileReport[], margin: number): string[] {
  const cpuParts = [
    ...rows,
    ...files.map(({ file, seconds }) => ({ name: file, seconds, budget: FILE_CPU_SECONDS })),
  ];
  return cpuParts
    .map((use) => ({ ...use, limit: limitOf(use.budget, margin) }))
    .filter(({ seconds, limit }) => seconds > limit)
    .map(({ name, seconds, limit }) => `${name}: ${seconds.toFixed(1)} CPU s, limit ${limit}`);
}

function limitOf(budget: number | undefined, margin: number): number {
  return budget === undefined ? Number.POSITIVE_INFINITY : Math.round(budget * margin * 10) / 10;
}

function describe({ name, tests, seconds, budget }: Row): string {
  const counts = tests ? [tests.passed, tests.failed, tests.skipped] : ["", "", ""];
  const [passed, failed, skipped] = counts.map(String);
  return [
    `   ${name.padEnd(12)}`,
    passed?.padStart(7),
    failed?.padStart(7),
    skipped?.padStart(8),
    seconds.toFixed(1).padStart(7),
    String(budget ?? "").padStart(7),
  ]
    .join(" ")
    .trimEnd();
}

function sum<T>(items: T[], amountOf: (item: T) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}

function secondsOf({ seconds }: { seconds: number }): number {
  return seconds;
}
