import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import config from "../../../vitest.config.ts";
import { RUNNER_CPU_SECONDS, STACK_CPU_SECONDS, suites, suitesNamed } from "../../budgets.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
}

/** Needs the hosted kit beside the project: only `npm run test:hosted` runs it. */
const ELSEWHERE = "emulated";

function projects(): Project[] {
  const { projects } = config.test as unknown as { projects: { test: Project }[] };
  return projects.map(({ test }) => test);
}

test("every suite has a budget, and every budget a suite", () => {
  const names = projects().flatMap(({ name }) => (name === ELSEWHERE ? [] : name));
  expect(names.sort()).toEqual(suites.map(({ name }) => name).sort());
});

test("every test file belongs to one suite", () => {
  const assignedFiles = projects().flatMap(({ include, exclude = [] }) =>
    globSync(include, { cwd: PROJECT }).filter((file) => !exclude.includes(file)),
  );
  expect(assignedFiles.sort()).toEqual(globSync("tests/**/*.test.ts", { cwd: PROJECT }).sort());
});

test("the budgets of a run on two cores add up to at most 1,000 CPU seconds", () => {
  const ofSuites = suites.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  expect(ofSuites + 2 * STACK_CPU_SECONDS + RUNNER_CPU_SECONDS).toBeLessThanOrEqual(1000);
});

test("the name of a suite includes its isolated half", () => {
  const suiteNames = (names: string[]) => suitesNamed(names).map(({ name }) => name);
  expect(suiteNames(["service"])).toEqual(["service", "service-isolated"]);
  expect(suiteNames(["unit-isolated", "stack"])).toEqual(["unit-isolated", "stack"]);
});

test("npm test names the suites when it gets an unknown one", () => {
  const args = ["scripts/test.ts", "unit", "integration"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("Unknown suite integration. Suites: check, unit,");
});
