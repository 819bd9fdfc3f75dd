/**
 * `npm run nightly`, as .github/workflows/nightly.yml runs it: the tests that run only at night, every
 * randomized test at its nightly depth, the tests of scope and approvals on PostgreSQL 15 and 16, the seeded bugs, five
 * hostile accounts at once, and the benchmarks at their full size. `npm run nightly -- bench` runs only that step.
 * Prints a line per step and exits 1 when one failed; a failure does not end the steps after it.
 */
import { spawn } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { NIGHTLY_DEPTH } from "../tests/support/depth.ts";

interface Step {
  name: string;
  script: string;
  args: string[];
  env?: Record<string, string>;
}

const PROJECT = path.resolve(import.meta.dirname, "..");

const steps: Step[] = [
  {
    name: "tests",
    script: "node_modules/vitest/vitest.mjs",
    args: ["run", ...(await nightlyTests())],
    env: { TEST_DEPTH: process.env["TEST_DEPTH"] ?? String(NIGHTLY_DEPTH) },
  },
  { name: "postgres", script: "scripts/test-postgres.ts", args: ["15", "16"] },
  { name: "seeded-bugs", script: "scripts/seeded-bugs.ts", args: [] },
  { name: "stress", script: "scripts/stress.ts", args: [] },
  { name: "bench", script: "bench/run.ts", args: [] },
];

const stepNames = process.argv.slice(2);
const unknown = stepNames.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown step ${unknown.join(", ")}. Steps: ${steps.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}

const results: string[] = [];
let hasFailed = false;
for (const step of steps.filter(({ name }) => stepNames.length === 0 || stepNames.includes(name))) {
  console.log(`\n── ${step.name}`);
  const start = performance.now();
  const code = await run(step);
  hasFailed ||= code !== 0;
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  results.push(
    `${step.name}: ${code === 0 ? "passed" : `failed (exit ${code})`} in ${minutes} minutes`,
  );
}
console.log(`\n── nightly\n${results.join("\n")}`);
process.exit(hasFailed ? 1 : 0);

/** The files that run only at night, and those whose rounds or looks of a page depend on the depth. */
async function nightlyTests(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of glob("tests/**/*.test.ts", { cwd: PROJECT })) {
    const text = await readFile(path.join(PROJECT, name), "utf8");
    const isDeeper = /\/support\/depth\.ts|\binEveryLook/.test(text);
    if (name.endsWith(".nightly.test.ts") || isDeeper) names.push(name);
  }
  return names.sort();
}

function run({ script, args, env }: Step): Promise<number> {
  const child = spawn(process.execPath, [path.join(PROJECT, script), ...args], {
    cwd: PROJECT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      child.kill(signal);
      child.once("close", () => process.exit(130));
    });
  }
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}
