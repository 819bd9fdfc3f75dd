import { describe, expect, test } from "vitest";
import { FILE_CPU_SECONDS } from "../../budgets.ts";
import type { FileReport, RunReport } from "../../runner/run-report.ts";
import { type RunSummary, summarizeRun } from "../../runner/run-summary.ts";

const suites = [
  { name: "unit", about: "decisions", cpuSeconds: 10 },
  { name: "service", about: "routes", cpuSeconds: 100 },
];

function file(suite: string, name: string, changes: Partial<FileReport> = {}): FileReport {
  return {
    suite,
    file: name,
    passed: 2,
    skipped: 0,
    failures: [],
    unsteady: [],
    seconds: 1,
    ...changes,
  };
}

interface Changes {
  files?: FileReport[];
  report?: Partial<RunReport>;
  outcome?: "well" | "badly" | "silent";
  isDeep?: boolean;
  slowness?: number;
  othersShare?: number;
}

function summaryOf(changes: Changes = {}): RunSummary & { last: string; text: string } {
  const { files = [file("unit", "u.test.ts"), file("service", "s.test.ts")], report } = changes;
  const summary = summarizeRun({
    report: { files, errors: [], stackSeconds: 3, runnerSeconds: 2.5, ...report },
    outcome: changes.outcome ?? "well",
    suites,
    workers: 2,
    wallSeconds: 61.4,
    preparationSeconds: 1.5,
    othersShare: changes.othersShare ?? 0,
    slowness: changes.slowness ?? 1,
    isDeep: changes.isDeep ?? false,
    nightlyFiles: 7,
  });
  return { ...summary, last: summary.lines.at(-1) ?? "", text: summary.lines.join("\n") };
}

test("a run reports the cost of each suite and each file, and counts its tests last", () => {
  const { lines, isGreen, last, text } = summaryOf();
  expect(isGreen).toBe(true);
  expect(last).toBe("4 passed, 0 failed");
  expect(lines.at(-2)).toBe("── all in 61 s with 2 workers");
  expect(text).toMatch(/^ {3}unit +2 +0 +0 +1\.0 +10$/m);
  expect(text).toMatch(/^ {3}preparation +1\.5$/m);
  expect(text).toMatch(/^ {3}stacks +3\.0 +\d+$/m);
  expect(text).toMatch(/^ {3}runner +2\.5 +\d+$/m);
  expect(text).toMatch(/^ {3}all +4 +0 +0 +9\.0 +\d+$/m);
  expect(lines).toContain("   7 files run only in npm run nightly.");
});

test("a test that needed a second attempt is named, and the run is green", () => {
  const reason = "u.test.ts > a: late";
  const { isGreen, text } = summaryOf({
    files: [file("unit", "u.test.ts", { unsteady: [reason] }), file("service", "s.test.ts")],
  });
  expect(isGreen).toBe(true);
  expect(text).toContain(`── passed only on the second try\n${reason}\n`);
});

test("skipped tests are counted in the last line", () => {
  const { last } = summaryOf({
    files: [file("unit", "u.test.ts", { skipped: 3 }), file("service", "s.test.ts")],
  });
  expect(last).toBe("4 passed, 0 failed, 3 skipped");
});

test("the ten most expensive files are named, the most expensive first", () => {
  const files = Array.from({ length: 12 }, (_, n) =>
    file("service", `${n}.test.ts`, { seconds: n }),
  );
  const { lines } = summaryOf({ files: [...files, file("unit", "u.test.ts", { seconds: 0 })] });
  const begin = lines.findIndex((line) => line.startsWith("── most expensive"));
  const fileNames = lines.slice(begin + 1, begin + 12).map((line) => line.trim().split(/ +/)[1]);
  const expected = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `${n}.test.ts`);
  expect(fileNames).toEqual([...expected, undefined]);
});

describe("a run is not green", () => {
  test.each<[string, Changes, RegExp]>([
    [
      "when a test fails",
      {
        files: [
          file("unit", "u.test.ts", { failures: ["u.test.ts > a: no"] }),
          file("service", "s"),
        ],
      },
      /^unit: u\.test\.ts > a: no$/m,
    ],
    ["when there is an error outside of tests", { report: { errors: ["broken"] } }, /^broken$/m],
    ["when the program ended badly", { outcome: "badly" }, /ended with an error outside/],
    ["when no test ended for too long", { outcome: "silent" }, /no test ended/],
    ["when a suite ran no test", { files: [file("unit", "u.test.ts")] }, /^service: no test ran$/m],
    [
      "when a suite costs more than its budget",
      { files: [file("unit", "u.test.ts", { seconds: 20.1 }), file("service", "s.test.ts")] },
      /^unit: 20\.1 CPU s, limit 20$/m,
    ],
    [
      "when a file costs more than a file may",
      { files: [file("unit", "u.test.ts"), file("service", "s.test.ts", { seconds: 50.1 })] },
      /^s\.test\.ts: 50\.1 CPU s, limit 50$/m,
    ],
    [
      "when Vitest itself costs too much",
      { report: { runnerSeconds: 493.5 } },
      /^runner: 493\.5 CPU s/m,
    ],
    ["when the stacks cost too much", { report: { stackSeconds: 400 } }, /^stacks: 400\.0 CPU s/m],
  ])("%s", (_, changes, reason) => {
    const { isGreen, text, last } = summaryOf(changes);
    expect(isGreen).toBe(false);
    expect(text).toMatch(reason);
    expect(last).toMatch(/^\d+ passed, 1 failed$/);
  });
});

describe("the budgets of a busy or slow machine", () => {
  const files = [
    file("unit", "u.test.ts", { seconds: 23 }),
    file("service", "s.test.ts", { seconds: FILE_CPU_SECONDS * 2.3 }),
  ];

  test("are larger while other programs run", () => {
    expect(summaryOf({ files, othersShare: 0.5 }).isGreen).toBe(true);
    expect(summaryOf({ files, othersShare: 0 }).last).toBe("4 passed, 2 failed");
  });

  test("are larger on a slow machine", () => {
    expect(summaryOf({ files, slowness: 1.4 }).isGreen).toBe(true);
    expect(summaryOf({ files, slowness: 1.1 }).last).toBe("4 passed, 2 failed");
  });

  test("are limited even while other programs use most of the machine", () => {
    const { last } = summaryOf({
      files: [file("unit", "u", { seconds: 25.1 }), file("service", "s")],
      othersShare: 0.9,
    });
    expect(last).toBe("4 passed, 1 failed");
  });
});

test("a deeper run may exceed the budgets of a usual one", () => {
  const { isGreen, text } = summaryOf({
    files: [file("unit", "u.test.ts", { seconds: 900 }), file("service", "s.test.ts")],
    isDeep: true,
  });
  expect(isGreen).toBe(true);
  expect(text).toContain("budgets are not judged");
});

test("without CPU seconds the report has times, and nothing is over its budget", () => {
  const { isGreen, text } = summaryOf({
    files: [file("unit", "u.test.ts", { seconds: 900 }), file("service", "s.test.ts")],
    report: { stackSeconds: undefined },
  });
  expect(isGreen).toBe(true);
  expect(text).toContain("time s");
  expect(text).not.toContain("CPU s ");
});
