/**
 * npm run bench [-- --quick] [-- --only TEXT]
 *
 * Prints what scope costs: each read under row-level security against the same rows by hand-written
 * WHERE, from one run, in turns, equal answers demanded. Exits 1 when a read takes more than 1.5
 * times as long and more than 0.3 ms longer, or when the health of 1,000 projects takes more than 1.5
 * times as long as one aggregate. `--quick` takes a tenth of the data.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres.ts";
import { loadDataset } from "./dataset.ts";
import { benchHealth, type HealthResult, MAX_HEALTH_RATIO } from "./health.ts";
import { benchRoutes } from "./routes.ts";
import { benchScope, MAX_EXTRA_MS, MAX_RATIO, type ScopeResult } from "./scope.ts";

const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
});
const size = { organizations: 10, projects: 100, tasks: options.quick ? 100_000 : 1_000_000 };

const results = await benchReads();
if (options.only === undefined) await printRoutes();
const health = "health".includes(options.only ?? "") ? await printHealth() : [];
const missed = results.filter((result) => !result.holds);
console.log(
  `\n${results.length - missed.length} of ${results.length} reads within ${MAX_RATIO}x or +${MAX_EXTRA_MS} ms of hand-written WHERE.`,
);
const slowHealth = health.filter(
  ({ ratio, projects }) => projects >= 1000 && ratio > MAX_HEALTH_RATIO,
);
process.exitCode = missed.length + slowHealth.length > 0 ? 1 : 0;

/** On a durable server of its own, as `npm start` runs it. */
async function benchReads(): Promise<ScopeResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const database = await scratchOn(server.url).create("migrated");
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    const start = performance.now();
    await loadDataset(sql, size);
    await sql.end();
    console.log(
      `${size.tasks} tasks and as many time entries in ${size.organizations * size.projects} projects of ${size.organizations} organizations, made in ${((performance.now() - start) / 1000).toFixed(1)} s.\n`,
    );
    console.log(
      "milliseconds            viewer          RLS p50     p95    hand p50     p95    ratio    extra",
    );
    return await benchScope(database.url, {
      budgetMs: options.quick ? 250 : 1000,
      only: options.only,
      onResult: printResult,
    });
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

function printResult(result: ScopeResult): void {
  const { scoped, byHand, ratio, extra } = result;
  console.log(
    result.read.padEnd(24) +
      result.viewer.padEnd(14) +
      [scoped.p50, scoped.p95].map(cell(9, 8)).join("") +
      [byHand.p50, byHand.p95].map(cell(12, 8)).join("") +
      `${ratio.toFixed(2)}x`.padStart(9) +
      `${extra < 0 ? "" : "+"}${extra.toFixed(2)}`.padStart(9) +
      (result.holds ? "" : "  too slow"),
  );
}

function cell(first: number, next: number) {
  return (value: number, index: number) => value.toFixed(2).padStart(index === 0 ? first : next);
}

async function printRoutes(): Promise<void> {
  console.log("\nThe demo portfolio over HTTP, one request at a time (for information):");
  for (const { path: name, p50, p95, ratio } of await benchRoutes(options.quick ? 50 : 200)) {
    console.log(
      `${name.padEnd(36)}p50 ${p50.toFixed(2).padStart(6)}  p95 ${p95.toFixed(2).padStart(6)}  ${ratio.toFixed(2)}x`,
    );
  }
}

async function printHealth(): Promise<HealthResult[]> {
  console.log(
    "\nHealth against one aggregate by hand, in turns (p50 in milliseconds; 1,000 tasks and hours a project):",
  );
  console.log("scope           projects  of all    health   by hand    ratio");
  return benchHealth(options.quick ? [10, 100] : [10, 100, 1000], 20, (result) => {
    const { scope, projects, ofProjects, health: ours, byHand, ratio } = result;
    console.log(
      scope.padEnd(16) +
        [projects, ofProjects].map((count) => String(count).padStart(8)).join("") +
        [ours, byHand].map(cell(10, 10)).join("") +
        `${ratio.toFixed(2)}x`.padStart(9),
    );
  });
}
