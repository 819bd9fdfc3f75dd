/** Prints the cost of row-level security for each read, with a growing scope and with a fixed one. */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { loadDataset } from "./dataset.ts";
import {
  benchScope,
  FIXED_SCOPE,
  MAX_GROWTH,
  MAX_RATIO,
  MIN_EXTRA_MS,
  PROJECTS,
  type ReadResult,
  type ScopeResult,
} from "./scope.ts";

interface Options {
  quick: boolean;
  only?: string | undefined;
}

const NAME_WIDTH = 20;

/** Returns how many comparisons and reads exceed their limit. */
export async function reportReads(options: Options): Promise<number> {
  const results = await benchReads(options);
  printFixedScope(results);
  const comparisons = results.flatMap(({ wideScopes, fixedScopes }) => [
    ...wideScopes,
    ...fixedScopes,
  ]);
  const slowComparisons = comparisons.filter(({ isWithinLimit }) => !isWithinLimit).length;
  const growthFailures = results.filter(({ isGrowthWithinLimit }) => !isGrowthWithinLimit).length;
  console.log(
    `\n${comparisons.length - slowComparisons} of ${comparisons.length} comparisons within ${MAX_RATIO}x of hand-written WHERE, ` +
      `${results.length - growthFailures} of ${results.length} reads within ${MAX_GROWTH}x growth at a fixed scope ` +
      `(differences of up to ${MIN_EXTRA_MS} ms pass).`,
  );
  return slowComparisons + growthFailures;
}

/** Runs on its own durable server, configured like that of `npm start`. */
async function benchReads({ quick, only }: Options): Promise<ReadResult[]> {
  const size = { projects: PROJECTS, tasks: quick ? 100_000 : 1_000_000 };
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const database = await scratchOn(server.url).create("migrated");
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    const start = performance.now();
    await loadDataset(sql, size);
    await sql.end();
    console.log(
      `${size.tasks} tasks and as many time entries in organizations of ${PROJECTS.join(", ")} projects, created in ${((performance.now() - start) / 1000).toFixed(1)} s.`,
    );
    console.log("\nAs an admin, who sees every project of the organization (milliseconds):");
    printHeader("grows");
    return await benchScope(database.url, {
      budgetMs: quick ? 1000 : 5000,
      only,
      onResult: ({ read, wideScopes }) => {
        const productMs = wideScopes.at(-1)?.product.p50 ?? 0;
        printRows(read, wideScopes, productMs / (wideScopes[0]?.product.p50 ?? 1), true);
      },
    });
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

function printFixedScope(list: ReadResult[]): void {
  console.log(
    `\nAs a member of ${FIXED_SCOPE} projects; the cost must not grow with the organization:`,
  );
  printHeader("grows");
  for (const { read, fixedScopes, fixedGrowth, isGrowthWithinLimit } of list) {
    printRows(read, fixedScopes, fixedGrowth, isGrowthWithinLimit);
  }
}

function printHeader(last: string): void {
  console.log(
    "".padEnd(NAME_WIDTH) +
      PROJECTS.map((projects) => `│ ${projects} projects`.padEnd(36)).join("") +
      `│ ${last}`,
  );
  const columns = "│ RLS p50     p95  hand p50   ratio ";
  console.log(
    `${"".padEnd(NAME_WIDTH) + columns.repeat(PROJECTS.length)}│ ${PROJECTS[0]}→${PROJECTS.at(-1)}`,
  );
}

function printRows(
  read: string,
  cells: ScopeResult[],
  growth: number,
  isWithinLimit: boolean,
): void {
  const columns = cells.map(
    ({ product, byHand, ratio, isWithinLimit: isFast }) =>
      `│${[product.p50, product.p95, byHand.p50].map((value, index) => value.toFixed(2).padStart([8, 8, 10][index] ?? 0)).join("")}` +
      `${ratio.toFixed(2).padStart(7)}${isFast ? "x" : "!"}${" "}`,
  );
  console.log(
    `${read.padEnd(NAME_WIDTH)}${columns.join("")}│${growth.toFixed(2).padStart(7)}${isWithinLimit ? "x" : "!"}`,
  );
}
