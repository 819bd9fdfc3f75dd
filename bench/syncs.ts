/**
 * Measures the cost of a sync. On one server, runs of our SQL functions alternate with one hand-written
 * `insert … on conflict` per page of the same records. That statement runs with cached plans and with a new plan for
 * each page; the faster of the two is the baseline. All must store equal rows. A second figure has no limit: its
 * baseline also writes the sync records and the cursor by hand, as our transaction does. The benchmark then compares
 * first runs in organizations of 10 and 1,000 projects, and measures a run that finds nothing new.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import type { SyncStream } from "../supabase/functions/_domain/syncs/records.ts";
import { datasetViewers, loadDataset } from "./dataset.ts";
import { summary } from "./measure.ts";
import { BLOCKS_OF_A_CALENDAR, recordsOf, TASK_TITLE } from "./sync-records.ts";
import { BY_HAND, SYNC_RECORDS } from "./syncs-by-hand.ts";

export interface SyncResult {
  name: string;
  /** Rows per second, or milliseconds for a run that finds nothing new. */
  product: number;
  baseline: number | undefined;
  figure: number;
  limit: string;
  isWithinLimit: boolean;
}

interface Stream {
  name: SyncStream;
  provider: string;
  /** Records per page of the vendor's adapter. */
  pageSize: number;
}

interface Target {
  id: string;
  organizationId: string;
}

const STREAMS: Stream[] = [
  { name: "tasks", provider: "clickup", pageSize: 100 },
  { name: "hours", provider: "harvest", pageSize: 2000 },
  { name: "events", provider: "google_calendar", pageSize: 250 },
  { name: "busy", provider: "google_calendar", pageSize: 25 },
  { name: "meetings", provider: "fathom", pageSize: 10 },
  { name: "emails", provider: "gmail", pageSize: 20 },
  { name: "companies", provider: "hubspot", pageSize: 100 },
  { name: "contacts", provider: "hubspot", pageSize: 100 },
  { name: "deals", provider: "hubspot", pageSize: 100 },
  { name: "files", provider: "google_drive", pageSize: 200 },
];
const MIN_RATIO = 0.5;
const MAX_IDLE_MS = 20;
const MAX_GROWTH = 1.2;
const ORGANIZATIONS = [10, 1000];
const MAPPED_PROJECTS = 10;
const TASKS_PER_PROJECT = 100;

export async function benchSyncs(
  { rows, rounds }: { rows: number; rounds: number },
  onResult: (result: SyncResult) => void,
): Promise<SyncResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  const results: SyncResult[] = [];
  const note = (result: SyncResult) => {
    results.push(result);
    onResult(result);
  };
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, {
      projects: ORGANIZATIONS,
      tasks: TASKS_PER_PROJECT * ORGANIZATIONS.reduce((sum, count) => sum + count, 0),
    });
    // Only the work is measured. Both sides would wait for the disk once per page.
    await sql`set synchronous_commit = off`;
    await sql`alter table public.sync_runs disable trigger user`;
    await sql`
      update public.tasks set title = ${TASK_TITLE} || ' ' || numbers.number
      from (
        select id, row_number() over (partition by project_id order by id) as number from public.tasks) as numbers
      where numbers.id = tasks.id`;
    await addClients(sql);
    await sql`vacuum analyze`;
    for (const stream of STREAMS) {
      const [small, large] = await Promise.all([
        connectVendor(sql, stream, 1),
        connectVendor(sql, stream, 2),
      ]);
      for (const count of [100, rows]) {
        const comparison = await againstByHand(sql, stream, small as Target, count, rounds);
        for (const result of comparison) note(result);
      }
      note(await growth(sql, stream, small as Target, large as Target, rounds));
      note(await nothingNew(sql, stream, small as Target, rounds * 10));
    }
    await sql.end();
    return results;
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

/** Clients with domains, their linked companies in a CRM, and ten clients without a link. */
async function addClients(sql: postgres.Sql): Promise<void> {
  await sql`
    update public.clients
    set website = 'https://c' || substr(clients.name, 8) || '.o' || substr(organizations.name, 14) || '.test'
    from public.organizations where organizations.id = clients.organization_id`;
  await sql`
    insert into private.crm_records (organization_id, provider, kind, external_id, name, client_id)
    select organization_id, 'hubspot', 'companies', 'L' || substr(name, 8), name, id from public.clients`;
  await sql`
    insert into public.clients (organization_id, name, website)
    select organizations.id, 'Company ' || number, 'https://company' || number || '.example'
    from public.organizations, generate_series(1, 10) as number`;
}

/** A stream of the organization with this number, mapped to its first projects. */
async function connectVendor(
  sql: postgres.Sql,
  { name, provider }: Stream,
  organization: number,
): Promise<Target> {
  const admin = (await datasetViewers(sql, organization)).find(({ label }) => label === "admin");
  if (!admin) throw new Error("The dataset has no admin.");
  const { organizationId, personId, projectIds } = admin;
  await sql`
    insert into public.integrations (organization_id, provider, secret_name, connected_by)
    values (${organizationId}, ${provider}, 'none', ${personId})
    on conflict do nothing`;
  const [stream] = await sql<{ id: string }[]>`
    insert into public.sync_streams (organization_id, provider, stream)
    values (${organizationId}, ${provider}, ${name}) returning id`;
  if (!stream) throw new Error("The stream is missing.");
  await sql`
    insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
    select ${organizationId}, ${stream.id}, 'L' || number, 'List ' || number, project_id
    from unnest(${projectIds.slice(0, MAPPED_PROJECTS)}::uuid[]) with ordinality as projects (project_id, number)`;
  return { id: stream.id, organizationId };
}

function pagesOf({ name, pageSize }: Stream, organization: string, count: number): string[] {
  const records = recordsOf(name, organization, count, MAPPED_PROJECTS);
  return Array.from({ length: Math.ceil(records.length / pageSize) }, (_, page) =>
    JSON.stringify(records.slice(page * pageSize, (page + 1) * pageSize)),
  );
}

/** Performs a whole run of a worker without the vendor. Returns the milliseconds since the job was leased. */
async function run(
  sql: postgres.Sql,
  { id }: Target,
  pages: string[],
  { isComplete } = { isComplete: true },
): Promise<number> {
  await sql`select private.enqueue_sync(sync_streams) from public.sync_streams where id = ${id}`;
  const [job] = await sql<{ id: string; attempt: number }[]>`
    update private.jobs
    set attempt = attempt + 1, leased_by = 'bench', lease_until = clock_timestamp() + interval '10 minutes'
    where payload ->> 'stream_id' = ${id} returning id, attempt`;
  if (!job) throw new Error("The stream has no job.");
  const start = performance.now();
  const [syncRun] = await sql<{ run_id: string; cursor: string | null }[]>`
    select answer ->> 'run_id' as run_id, answer ->> 'cursor' as cursor
    from public.begin_sync_run(${job.id}, ${job.attempt}) as answer`;
  if (!syncRun) throw new Error("The run did not begin.");
  let { cursor } = syncRun;
  for (const [index, records] of pages.entries()) {
    const next = `page ${index}`;
    const page = `{"records":${records},"cursor":"${next}","hasMore":${index < pages.length - 1},
      "isSnapshot":${isComplete && index === pages.length - 1},"confirmedAt":null,"calls":1,"retries":0}`;
    await sql`
      select public.apply_sync_page(${job.id}, ${job.attempt}, ${syncRun.run_id}, ${cursor}, ${page}::text::jsonb)`;
    cursor = next;
  }
  await sql`select public.end_sync_run(${job.id}, ${job.attempt}, ${syncRun.run_id}, 'completed')`;
  return performance.now() - start;
}

/** A plan that was made for an empty table can be bad for a full one, but a new plan for each page takes time. */
type Plans = "auto" | "force_custom_plan";

async function runByHand(
  sql: postgres.Sql,
  { name }: Stream,
  { id, organizationId }: Target,
  pages: string[],
  { plans, hasSyncRecords = false }: { plans: Plans; hasSyncRecords?: boolean },
): Promise<number> {
  await sql`select set_config('plan_cache_mode', ${plans}, false)`;
  const start = performance.now();
  for (const [index, records] of pages.entries()) {
    await sql.unsafe(BY_HAND[name].query, [records, organizationId, id], { prepare: true });
    if (hasSyncRecords) {
      await sql.unsafe(SYNC_RECORDS, [records, organizationId, id, `page ${index}`], {
        prepare: true,
      });
    }
  }
  const milliseconds = performance.now() - start;
  await sql`reset plan_cache_mode`;
  return milliseconds;
}

/** Removes the results of a run, so that the next run is a first run again. */
async function reset(sql: postgres.Sql, { name }: Stream): Promise<void> {
  const { tables } = BY_HAND[name];
  const deletes = Object.entries(tables).map(
    ([table, condition]) => `delete from ${table} where ${condition};`,
  );
  await sql.unsafe(`
    ${deletes.join("\n")}
    delete from private.sync_run_records where true;
    delete from private.sync_records where true;
    delete from public.sync_runs where true;
    update public.sync_streams set cursor = null, listing = 1, stored_bytes = 0 where true`);
  await sql.unsafe(
    `vacuum analyze ${Object.keys(tables).join(", ")}, private.sync_run_records, private.sync_records,
      public.sync_runs, public.sync_streams`,
  );
}

/** The number of rows, and a hash of the vendor's fields. */
async function rowsOf(sql: postgres.Sql, { name }: Stream): Promise<string> {
  const [row] = await sql.unsafe(`
    select json_build_object('count', count(*), 'hash', md5(string_agg(content::text, '' order by key)))::text as rows
    from (${BY_HAND[name].rows}) as records`);
  return String(row?.["rows"]);
}

async function againstByHand(
  sql: postgres.Sql,
  stream: Stream,
  target: Target,
  minRows: number,
  rounds: number,
): Promise<SyncResult[]> {
  const rowsPerRecord = stream.name === "busy" ? BLOCKS_OF_A_CALENDAR : 1;
  const count = Math.ceil(minRows / rowsPerRecord) * rowsPerRecord;
  const pages = pagesOf(stream, "o1", count);
  const sides = {
    product: () => run(sql, target, pages),
    cachedPlans: () => runByHand(sql, stream, target, pages, { plans: "auto" }),
    newPlans: () => runByHand(sql, stream, target, pages, { plans: "force_custom_plan" }),
    withSyncRecords: () =>
      runByHand(sql, stream, target, pages, { plans: "auto", hasSyncRecords: true }),
  };
  const names = ["product", "cachedPlans", "newPlans", "withSyncRecords"] as const;
  const times: Record<(typeof names)[number], number[]> = {
    product: [],
    cachedPlans: [],
    newPlans: [],
    withSyncRecords: [],
  };
  const rows = { product: "", cachedPlans: "", newPlans: "", withSyncRecords: "" };
  for (let round = -1; round < rounds; round++) {
    // The order changes every round.
    for (const side of round % 2 ? names : names.toReversed()) {
      const milliseconds = await sides[side]();
      if (round >= 0) times[side].push(milliseconds);
      else rows[side] = await rowsOf(sql, stream);
      await reset(sql, stream);
    }
    if (new Set(Object.values(rows)).size > 1 || JSON.parse(rows.product).count !== count) {
      throw new Error(`The sides stored different ${stream.name}: ${JSON.stringify(rows)}`);
    }
  }
  const [product, cachedPlans, newPlans, withSyncRecords] = names.map(
    (side) => count / (summary(times[side]).p50 / 1000),
  ) as [number, number, number, number];
  const byHand = Math.max(cachedPlans, newPlans);
  const ratio = product / byHand;
  // In a run of one page, the fixed cost of a run dominates.
  const hasMinRatio = count > 1000;
  return [
    {
      name: `${count} ${stream.name}, first run`,
      product,
      baseline: byHand,
      figure: ratio,
      limit: hasMinRatio ? `at least ${MIN_RATIO}` : "",
      isWithinLimit: !hasMinRatio || ratio >= MIN_RATIO,
    },
    {
      name: "  with sync records and cursor by hand",
      product,
      baseline: withSyncRecords,
      figure: product / withSyncRecords,
      limit: "",
      isWithinLimit: true,
    },
  ];
}

async function growth(
  sql: postgres.Sql,
  stream: Stream,
  small: Target,
  large: Target,
  rounds: number,
): Promise<SyncResult> {
  const count = 1000;
  const sides = {
    small: { target: small, pages: pagesOf(stream, "o1", count) },
    large: { target: large, pages: pagesOf(stream, "o2", count) },
  };
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const side of round % 2 ? (["small", "large"] as const) : (["large", "small"] as const)) {
      const milliseconds = await run(sql, sides[side].target, sides[side].pages);
      if (round >= 0) times[side].push(milliseconds);
      await reset(sql, stream);
    }
  }
  const [product, baseline] = [times.large, times.small].map(
    (list) => count / (summary(list).p50 / 1000),
  ) as [number, number];
  const factor = baseline / product;
  return {
    name: `${count} ${stream.name}, ${ORGANIZATIONS[1]} projects against ${ORGANIZATIONS[0]}`,
    product,
    baseline,
    figure: factor,
    limit: `at most ${MAX_GROWTH}`,
    isWithinLimit: factor <= MAX_GROWTH,
  };
}

/** Measures a run that finds nothing new, after a first run of 1,000 records. */
async function nothingNew(
  sql: postgres.Sql,
  stream: Stream,
  target: Target,
  rounds: number,
): Promise<SyncResult> {
  await run(sql, target, pagesOf(stream, "o1", 1000));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(await run(sql, target, ["[]"], { isComplete: false }));
  }
  await reset(sql, stream);
  const { p50 } = summary(times);
  return {
    name: `${stream.name}, nothing new (ms)`,
    product: p50,
    baseline: undefined,
    figure: p50,
    limit: `at most ${MAX_IDLE_MS}`,
    isWithinLimit: p50 <= MAX_IDLE_MS,
  };
}
