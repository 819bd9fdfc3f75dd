/**
 * npm run check
 *
 * Checks everything that needs no running service: types, style, the schema's proofs,
 * generated files. Parts run side by side; a failing one prints its findings and how to fix them.
 */
import os from "node:os";
import { checks, findingsOf } from "./check-parts.ts";

// The first check of each group takes longest, so that no check runs alone at the end.
const groups = Object.values(checks);
const longest = Math.max(...groups.map((group) => group.length));
const parts = Array.from({ length: longest }, (_, index) => groups.flatMap((g) => g[index] ?? []));
const queue = parts.flat();
const count = queue.length;

if (process.argv.includes("--help")) {
  console.log("npm run check\n");
  for (const { name } of parts.flat()) console.log(`  ${name}`);
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
