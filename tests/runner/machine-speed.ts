import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { REFERENCE_SECONDS } from "../budgets.ts";

const WORK = path.join(import.meta.dirname, "reference-work.ts");

/**
 * How many times slower this machine is than the one that tests/budgets.ts was measured on, at least 1. CPU
 * seconds depend on the processor, and on the processes that share its caches when all workers run.
 */
export async function measureSlowness(workers: number): Promise<number> {
  const runs = Array.from({ length: workers }, () =>
    promisify(execFile)(process.execPath, [WORK]).then(({ stdout }) => Number(stdout)),
  );
  const seconds = await Promise.all(runs);
  const mean = seconds.reduce((sum, value) => sum + value, 0) / seconds.length;
  return Math.max(1, mean / REFERENCE_SECONDS);
}
