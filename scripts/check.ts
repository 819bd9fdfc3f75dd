/**
 * npm run check
 *
 * Checks everything that needs no running service: types, style, the schema, generated files. The checks run side by
 * side; a failing one prints its findings and how to fix them.
 */
import os from "node:os";
import { checks, findingsOf } from "./check-parts.ts";

// Each group begins with its slowest check. The queue begins with the first check of every group, so that no slow check
// runs alone at the end.
const groups = Object.values(checks);
const length = Math.max(...groups.map((group) => group.length));
const queue = Array.from({ length }, (_, index) =>
  groups.flatMap((group) => group[index] ?? []),
).flat();
const count = queue.length;

if (process.argv.includes("--help")) {
  console.log("npm run check\n");
  for (const { name } of queue) console.log(`  ${name}`);
  process.exit(0);
}
let failed = 0;

async function work(): Promise<void> {
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const start = performance.now();
    const findings = await findingsOf(part);
    console.log(
      `${findings === undefined ? "ok    " : "FAILED"} ${part.name} (${secondsSince(start)} s)`,
    );
    if (findings === undefined) continue;
    failed++;
    console.log(`${findings.replaceAll(/^/gm, "  ")}\n`);
  }
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}

const start = performance.now();
await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, work));
console.log(`${count - failed} passed, ${failed} failed in ${secondsSince(start)} s`);
if (failed > 0) process.exitCode = 1;
