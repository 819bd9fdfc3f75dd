/**
 * npm run bench [-- --quick] [-- --only TEXT]
 *
 * Prints the cost of scope: each read under row-level security, compared with the same rows by a hand-written WHERE.
 * One run alternates between the two and requires equal answers, as an admin of 10, 100 and 1,000 projects, and as a
 * member of 10 projects in organizations of 10, 100 and 1,000. Exits 1 when one of these limits is exceeded:
 *
 * * A read takes at most 1.5 times as long as by hand, and the member's cost grows at most 1.2 times with the
 *   organization. Differences of up to 0.3 ms pass.
 * * The health of 1,000 projects takes at most 1.5 times as long as one aggregate.
 * * Pages and decisions of approvals cost little more than by hand.
 * * Calendars, availability, triage lists, estimates and client portals have the same limits as the reads
 *   (--only calendar, emails, outcome or portal).
 * * The cost of an answer without the model has limits of its own (--only chat).
 * * A sync is compared with one hand-written insert per page (--only syncs).
 * * The lists of 5,000 projects, 100,000 tasks and 2,000 people are compared with hand-written statements, and no
 *   answer may exceed a megabyte (--only lists).
 *
 * The time until jobs begin, and the console's response times, are printed with their targets (--only queue, console).
 * `--quick` takes a tenth of the data.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { type ApprovalResult, benchApprovals } from "./approvals.ts";
import type { ByHandResult } from "./by-hand.ts";
import { benchCalendar } from "./calendar.ts";
import { benchChat, type ChatResult } from "./chat.ts";
import { benchConsole } from "./console.ts";
import { benchEmails, type EmailResult, ORGANIZATIONS } from "./emails.ts";
import { benchHealth, type HealthResult, MAX_HEALTH_RATIO } from "./health.ts";
import { benchIndexing, type IndexingResult } from "./indexing.ts";
import { benchLists, type ListResult, MAX_KILOBYTES, MAX_LIST_RATIO } from "./lists.ts";
import { benchOutcome } from "./outcome.ts";
import { benchPickup, TICK_MS } from "./pickup.ts";
import { benchPortal } from "./portal.ts";
import { benchQueue, type QueueResult } from "./queue.ts";
import { reads } from "./reads.ts";
import { reportReads } from "./report-reads.ts";
import { benchRoutes } from "./routes.ts";
import { MAX_RATIO } from "./scope.ts";
import { benchSearch, type SearchResult } from "./search.ts";
import { benchSyncs, type SyncResult } from "./syncs.ts";
import { benchVectors, type VectorResult } from "./vectors.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(`npm run bench -- [options]

  --quick      a tenth of the data
  --only TEXT  only the reads whose name contains this text, or one of health, queue, console, approvals, search,
               indexing, vectors, chat, syncs, lists, calendar, emails, outcome, portal
`);
  process.exit(0);
}
const isSelected = (name: string) => name.includes(options.only ?? "");

let misses = reads.some(({ name }) => isSelected(name)) ? await reportReads(options) : 0;
if (options.only === undefined) await printRoutes();
if (isSelected("health")) {
  const results = await printHealth();
  misses += results.filter(
    ({ ratio, projects }) => projects >= 1000 && ratio > MAX_HEALTH_RATIO,
  ).length;
}
if (isSelected("queue")) {
  const results = await printQueue();
  misses += results.filter(({ ratio, minRatio }) => ratio < minRatio).length;
  await printPickup();
}
if (isSelected("console")) await printConsole();
const benchmarks: Record<string, () => Promise<{ isWithinLimit: boolean }[]>> = {
  approvals: printApprovals,
  search: printSearch,
  indexing: printIndexing,
  vectors: printVectors,
  chat: printChat,
  syncs: printSyncs,
  lists: printLists,
  calendar: printCalendar,
  emails: printEmails,
  outcome: printOutcome,
  portal: printPortal,
};
for (const [name, print] of Object.entries(benchmarks)) {
  if (!isSelected(name)) continue;
  misses += (await print()).filter(({ isWithinLimit }) => !isWithinLimit).length;
}
process.exitCode = misses > 0 ? 1 : 0;

async function printRoutes(): Promise<void> {
  console.log("\nThe demo data over HTTP, one request at a time (for information):");
  for (const { path: name, p50, p95, ratio } of await benchRoutes(options.quick ? 50 : 200)) {
    console.log(
      `${name.padEnd(36)}p50 ${p50.toFixed(2).padStart(6)}  p95 ${p95.toFixed(2).padStart(6)}  ${ratio.toFixed(2)}x`,
    );
  }
}

async function printHealth(): Promise<HealthResult[]> {
  console.log(
    "\nHealth against one hand-written aggregate (p50 in milliseconds; 1,000 tasks and time entries a project):",
  );
  console.log("scope           projects  of all    health   by hand    ratio");
  return benchHealth(options.quick ? [10, 100] : [10, 100, 1000], 20, (result) => {
    const { scope, projects, allProjects, health: product, byHand, ratio } = result;
    console.log(
      scope.padEnd(16) +
        [projects, allProjects].map((count) => String(count).padStart(8)).join("") +
        [product, byHand].map((ms) => ms.toFixed(2).padStart(10)).join("") +
        `${ratio.toFixed(2)}x`.padStart(9),
    );
  });
}

async function printQueue(): Promise<QueueResult[]> {
  console.log("\nThe queue against graphile-worker, eight workers each (jobs a second):");
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const queue = await benchQueue(url, { rounds: 5, scale: options.quick ? 0.25 : 1 });
    for (const { name, product, graphileWorker, ratio, minRatio } of queue) {
      console.log(
        `${name.padEnd(16)}product ${product.toFixed(0).padStart(8)}  graphile-worker ${graphileWorker.toFixed(0).padStart(8)}  ` +
          `${ratio.toFixed(2)}x${ratio < minRatio ? "!" : ""}  (at least ${minRatio}x)`,
      );
    }
    return queue;
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

async function printPickup(): Promise<void> {
  console.log("\nFrom enqueueing a job to its start, one job at a time (milliseconds):");
  const { product, graphileWorker } = await benchPickup(options.quick ? 30 : 200);
  for (const [name, { p50, p95 }] of Object.entries({ product, graphileWorker })) {
    console.log(
      `${name.padEnd(16)}p50 ${p50.toFixed(2).padStart(8)}  p95 ${p95.toFixed(2).padStart(8)}`,
    );
  }
  console.log(
    `Our worker does not stay resident, so the limit is one tick of ${TICK_MS / 1000} s. Its p95 is ${(product.p95 / graphileWorker.p95).toFixed(1)} times that of graphile-worker.`,
  );
}

async function printConsole(): Promise<void> {
  console.log("\nThe console in Chromium (milliseconds, with targets for two idle cores):");
  await benchConsole(options.quick ? 3 : 10, ({ name, median, worst, target }) => {
    console.log(
      `${name.padEnd(40)}median ${median.toFixed(0).padStart(6)}${median > target ? "!" : " "}  ` +
        `worst ${worst.toFixed(0).padStart(6)}  target ${target}`,
    );
  });
}

async function printApprovals(): Promise<ApprovalResult[]> {
  console.log(
    "\nApprovals, 10,000 pending (p50 in milliseconds), against the sum of the next two columns:",
  );
  console.log(`${"".padEnd(36)}   product   by hand    of 100    ratio`);
  return benchApprovals(
    options.quick ? 20 : 100,
    ({ name, product, byHand, small, ratio, isWithinLimit }) => {
      console.log(
        name.padEnd(36) +
          [product, byHand, small].map((ms) => (ms?.toFixed(2) ?? "").padStart(10)).join("") +
          `${ratio.toFixed(2)}${isWithinLimit ? "x" : "!"}`.padStart(9),
      );
    },
  );
}

async function printSearch(): Promise<SearchResult[]> {
  const passages = options.quick ? 20_000 : 200_000;
  console.log(
    `\nSearch by words in ${passages} passages, against hand-written statements (p50 in milliseconds):`,
  );
  console.log(`${"".padEnd(36)}   product   by hand    ratio`);
  return benchSearch(
    passages,
    options.quick ? 3000 : 15_000,
    ({ name, product, byHand, ratio, isWithinLimit }) => {
      console.log(
        name.padEnd(36) +
          [product, byHand].map((ms) => ms.toFixed(2).padStart(10)).join("") +
          `${ratio.toFixed(2)}${isWithinLimit ? "x" : "!"}`.padStart(9),
      );
    },
  );
}

async function printVectors(): Promise<VectorResult[]> {
  const passages = options.quick ? 4_000 : 20_000;
  console.log(
    `\nThe nearest ten of ${passages} vectors in PGlite, against hand-written operators (p50 in milliseconds):`,
  );
  console.log("scope        product   by hand    ratio   recall");
  return benchVectors(passages, options.quick ? 20 : 150, (result) => {
    const { scope, product, byHand, ratio, recall, isWithinLimit } = result;
    console.log(
      scope.padEnd(10) +
        [product, byHand].map((ms) => ms.toFixed(2).padStart(10)).join("") +
        `${ratio.toFixed(2)}${isWithinLimit ? "x" : "!"}`.padStart(9) +
        recall.toFixed(3).padStart(9),
    );
  });
}

async function printIndexing(): Promise<IndexingResult[]> {
  console.log("\nReading files, in steps (CPU time in milliseconds; memory in MB):");
  console.log(
    "format  size     words  steps       all   longest  per MB  per 1M words  memory   grows",
  );
  return benchIndexing(options.quick ? 1 : 3, (result) => {
    const { format, size, words, steps, cpu, longest, memory, growth, isWithinLimit } = result;
    console.log(
      format.padEnd(6) +
        [`${size}x`, words, steps]
          .map((value, column) => String(value).padStart([6, 10, 7][column] ?? 0))
          .join("") +
        [cpu, longest, result.perMegabyte, result.perMillion, memory]
          .map((value, column) => value.toFixed(0).padStart([10, 10, 8, 14, 8][column] ?? 0))
          .join("") +
        `${growth?.toFixed(2) ?? ""}${isWithinLimit ? "x" : "!"}`.padStart(8),
    );
  });
}

async function printChat(): Promise<ChatResult[]> {
  console.log(
    "\nAn answer without the model's own time (context as a ratio, the rest as a difference):",
  );
  console.log(`${"".padEnd(36)}   product  baseline    figure   at most`);
  const size = options.quick
    ? { projects: [10, 200], rounds: 10, streams: 50 }
    : { projects: [10, 200, 1000], rounds: 50, streams: 200 };
  return benchChat(size, ({ name, product, baseline, figure, limit, isWithinLimit, parts }) => {
    console.log(
      name.padEnd(36) +
        [product, baseline, figure].map((value) => value.toFixed(2).padStart(10)).join("") +
        `${limit}${isWithinLimit ? " " : "!"}`.padStart(10),
    );
    for (const [part, ms] of Object.entries(parts ?? {})) {
      console.log(`  ${part.padEnd(34)}${ms.toFixed(2).padStart(10)}`);
    }
  });
}

async function printSyncs(): Promise<SyncResult[]> {
  const size = options.quick ? { rows: 2_000, rounds: 2 } : { rows: 10_000, rounds: 3 };
  console.log("\nRuns of a sync, against a baseline (rows a second):");
  console.log(`${"".padEnd(44)} product  baseline   figure   limit`);
  return benchSyncs(size, ({ name, product, baseline, figure, limit, isWithinLimit }) => {
    console.log(
      name.padEnd(44) +
        product.toFixed(baseline === undefined ? 2 : 0).padStart(8) +
        (baseline?.toFixed(0) ?? "").padStart(10) +
        `${figure.toFixed(2)}${isWithinLimit ? " " : "!"}`.padStart(9) +
        `   ${limit}`,
    );
  });
}

async function printLists(): Promise<ListResult[]> {
  console.log(
    `\nLists of 5,000 projects, 100,000 tasks and 2,000 people, some against hand-written statements ` +
      `(p50 in milliseconds; at most ${MAX_LIST_RATIO}x and ${MAX_KILOBYTES} kB):`,
  );
  console.log(`${"".padEnd(56)}   product   by hand    ratio       kB`);
  return benchLists(options.quick ? 1000 : 4000, (result) => {
    const { list, viewer, product, byHand, ratio, kilobytes, isWithinLimit } = result;
    const isCompared = !Number.isNaN(ratio);
    console.log(
      `${list}, ${viewer}`.padEnd(56) +
        product.toFixed(2).padStart(10) +
        (isCompared ? byHand.toFixed(2) : "").padStart(10) +
        (isCompared ? `${ratio.toFixed(2)}x` : "").padStart(9) +
        `${kilobytes.toFixed(0)}${isWithinLimit ? " " : "!"}`.padStart(9),
    );
  });
}

async function printCalendar() {
  const size = options.quick ? { events: 500, people: 20 } : { events: 5_000, people: 200 };
  console.log("\nCalendar and availability, against hand-written queries (ms):");
  const results = await benchCalendar(size);
  for (const { name, product, byHand, ratio, isWithinLimit } of results) {
    console.log(
      `${name.padEnd(44)}${product.p50.toFixed(1).padStart(8)}${byHand.p50.toFixed(1).padStart(10)}` +
        `${ratio.toFixed(2)}${isWithinLimit ? " " : "!"}`.padStart(9) +
        `   at most ${MAX_RATIO}`,
    );
  }
  return results;
}

async function printEmails(): Promise<EmailResult[]> {
  const emails = options.quick ? 1_000 : 10_000;
  console.log(`\nTriage lists of ${emails} emails, against hand-written queries (ms):`);
  const results = await benchEmails(emails);
  for (const { name, comparisons, growth, isWithinLimit } of results) {
    const cells = comparisons.map(
      ({ product, byHand, ratio }, index) =>
        `${ORGANIZATIONS[index]} projects${product.p50.toFixed(1).padStart(7)}${byHand.p50.toFixed(1).padStart(7)}` +
        `${ratio.toFixed(2).padStart(6)}x   `,
    );
    console.log(
      `${name.padEnd(28)}${cells.join("")}grows ${growth.toFixed(2)}x${isWithinLimit ? " " : "!"}`,
    );
  }
  return results;
}

async function printOutcome(): Promise<ByHandResult[]> {
  console.log("\nEstimates, against hand-written statements (p50 in milliseconds):");
  return benchOutcome(options.quick);
}

async function printPortal(): Promise<ByHandResult[]> {
  console.log("\nThe client portal, against hand-written statements (p50 in milliseconds):");
  return benchPortal(options.quick);
}
