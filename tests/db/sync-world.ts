/** A database with a stream of each kind, and the worker that reads one of them from a vendor in memory. */
import postgres from "postgres";
import { FEW_ROWS, startScratchDatabase } from "../../scripts/db/scratch.ts";
import type { Db } from "../../supabase/functions/_db/client.ts";
import {
  SyncError,
  type SyncFailure,
  type SyncPage,
} from "../../supabase/functions/_integrations/sync-port.ts";
import { runSync } from "../../supabase/functions/_jobs/run-sync.ts";
import { type SyncedRow, type SyncKind, syncKinds } from "./sync-kinds.ts";

export const ORGANIZATION = "00000000-0000-4000-8000-000000000001";
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A stream, our rows of it, and the vendor's lists that belong to our projects. */
export interface ReadStream
  extends Pick<SyncKind, "stream" | "provider" | "job" | "rows" | "tables" | "afterRun"> {
  lists?: { [id: string]: "alpha" | "beta" };
}

export interface ListedVendor {
  list(cursor: string | null): SyncPage | Promise<SyncPage>;
}

/** The steps of a run; a worker can die before and after each, and `apply_sync_page` is one transaction. */
export type Step = "begin_sync_run" | "list" | "apply_sync_page" | "end_sync_run";
export type Fate = "on" | "dies before" | "dies after" | "dies within" | SyncFailure;

class ProcessKilled extends Error {}

export interface SyncWorld {
  /** Runs `work` in a transaction that is rolled back, so that the next history finds the same rows. */
  history(work: () => Promise<void>): Promise<void>;
  /** Reads the stream once; `fate` decides at each step whether the worker dies. */
  run(kind: ReadStream, vendor: ListedVendor, fate?: (step: Step) => Fate): Promise<void>;
  rows(kind: ReadStream): Promise<SyncedRow[]>;
  cursor(kind: ReadStream): Promise<string | null>;
  /** Receipts whose counts differ from the records of their run, and runs that never ended. */
  unexplained(): Promise<unknown[]>;
  openDeadLetters(): Promise<number>;
  close(): Promise<void>;
}

/** `setup` adds rows to the world. */
export async function openSyncWorld({
  kinds = syncKinds as ReadStream[],
  setup = "",
} = {}): Promise<SyncWorld> {
  const streamId = (kind: ReadStream) => id(100 + kinds.indexOf(kind));
  const tables = [...new Set([...kinds.flatMap((kind) => kind.tables), ...TABLES_OF_A_PAGE])];
  const server = await startScratchDatabase("migrated", { settings: FEW_ROWS });
  const { url } = server;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(WORLD);
  await sql.unsafe(
    tables
      .map(
        (table) =>
          `create trigger die after insert or update or delete on ${table} for each statement execute function private.die();`,
      )
      .join("\n"),
  );
  await sql.unsafe(setup);
  for (const kind of kinds) {
    const lists = Object.entries(kind.lists ?? { L1: "alpha", L2: "beta" });
    await sql.unsafe(`
      insert into public.integrations (organization_id, provider, secret_name, connected_by)
      values ('${id(1)}', '${kind.provider}', 'none', '${id(21)}') on conflict do nothing;
      insert into public.sync_streams (id, organization_id, provider, stream)
      values ('${streamId(kind)}', '${id(1)}', '${kind.provider}', '${kind.stream}');
      insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
      select '${id(1)}', '${streamId(kind)}', list, 'List', case project when 'alpha' then '${id(7)}'::uuid else '${id(8)}' end
      from unnest(array[${lists.map(([list]) => `'${list}'`)}]::text[], array[${lists.map(([, project]) => `'${project}'`)}]::text[])
        as assignments (list, project)`);
  }
  const queryRows = <T>(query: string, parameters: unknown[] = []) =>
    sql.unsafe(query, parameters as never[], { prepare: true }) as unknown as Promise<T[]>;
  const queryRow = async <T>(query: string, parameters: unknown[] = []) =>
    (await queryRows<T>(query, parameters))[0] as T;

  async function call(name: string, args: Record<string, unknown>) {
    const names = Object.keys(args);
    const { answer } = await queryRow<{ answer: Record<string, unknown> | null }>(
      `select public.${name}(${names.map((key, n) => `${key} => $${n + 1}`).join(", ")}) as answer`,
      Object.values(args),
    );
    return name === "begin_sync_run" && answer ? { ...answer, secret: "secret" } : answer;
  }

  let deaths = 0;
  /** A worker that dies within a step leaves no change of that step in any table. */
  async function killWithin(
    kind: ReadStream,
    name: string,
    args: Record<string, unknown>,
  ): Promise<never> {
    const deadly = [...kind.tables, ...TABLES_OF_A_PAGE];
    const table = deadly[deaths++ % deadly.length]?.split(".")[1];
    await sql.unsafe(`savepoint step; set tests.dies_at = '${table}'`);
    await call(name, args).catch(() => {});
    await sql.unsafe("rollback to savepoint step; set tests.dies_at = ''");
    throw new ProcessKilled();
  }

  return {
    async history(work) {
      await sql.unsafe("begin");
      try {
        await work();
      } finally {
        await sql.unsafe("rollback");
      }
    },
    async run(kind, vendor, fate = () => "on") {
      const step = async <T>(name: Step, work: () => Promise<T>, within: () => Promise<T>) => {
        const outcome = fate(name);
        if (outcome === "dies before") throw new ProcessKilled();
        if (outcome === "dies within") return within();
        const result = await work();
        if (outcome === "dies after") throw new ProcessKilled();
        return result;
      };
      const rpc = async (name: Step, args: Record<string, unknown>) => ({
        data: await step(
          name,
          () => call(name, args),
          () => killWithin(kind, name, args),
        ),
        error: null,
      });
      const list = async (cursor: string | null) => {
        const outcome = fate("list");
        if (outcome.startsWith("dies")) throw new ProcessKilled();
        if (outcome !== "on") throw new SyncError(outcome as SyncFailure, "It fails");
        return vendor.list(cursor);
      };
      await queryRows(
        "select private.enqueue_sync(sync_streams) from public.sync_streams where id = $1",
        [streamId(kind)],
      );
      const job = await queryRow<{ id: string; attempt: number }>(
        `update private.jobs
         set attempt = attempt + 1, max_attempts = 100, leased_by = 'worker',
           lease_until = clock_timestamp() + interval '1 hour'
         where payload ->> 'stream_id' = $1 returning id, attempt`,
        [streamId(kind)],
      );
      const { provider, stream } = kind;
      const source = {
        adapter: {
          provider,
          stream,
          list: ({ cursor }: { cursor: string | null }) => list(cursor),
        },
        baseUrl: "http://vendor.test",
      };
      const details = { organization_id: id(1), kind: kind.job, payload: {}, request_id: null };
      try {
        // A machine that pauses must not end a run: no history is about the time of one.
        await runSync([source], { budgetMs: Number.POSITIVE_INFINITY })(
          { ...job, ...details, max_attempts: 100, lease_length_ms: 3_600_000 },
          { db: { rpc } as unknown as Db, signal: new AbortController().signal },
        );
      } catch (error) {
        if (!(error instanceof ProcessKilled)) throw error;
        await queryRows(
          "update private.jobs set lease_until = clock_timestamp() - interval '1 s' where id = $1",
          [job.id],
        );
        await queryRows("select private.sweep_jobs()");
      }
      if (kind.afterRun) await queryRows(kind.afterRun);
    },
    rows: async (kind) =>
      [...(await queryRows<SyncedRow>(kind.rows))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    cursor: async (kind) =>
      (
        await queryRow<{ cursor: string | null }>(
          "select cursor from public.sync_streams where id = $1",
          [streamId(kind)],
        )
      ).cursor,
    unexplained: async () => [...(await queryRows(UNEXPLAINED))],
    openDeadLetters: async () =>
      (
        await queryRow<{ count: number }>(
          "select count(*)::int as count from public.sync_dead_letters where resolved_at is null",
        )
      ).count,
    async close() {
      await sql.end();
      await server.stop();
    },
  };
}

/** The tables that the transaction of a page changes last, in that order. */
const TABLES_OF_A_PAGE = [
  "private.sync_records",
  "private.sync_run_records",
  "public.sync_streams",
  "public.sync_runs",
];

const WORLD = `
  insert into public.organizations (id, name, email_domain, currency, time_zone)
  values ('${id(1)}', 'North', 'north.test', 'EUR', 'UTC');
  insert into public.people (id, organization_id, email, name, role, is_employee)
  select
    ('00000000-0000-4000-8000-' || lpad((20 + number)::text, 12, '0'))::uuid, '${id(1)}', 'p' || number || '@north.test',
    'Person ' || number, 'admin', true
  from generate_series(1, 15) as number where number % 5 <> 0;
  insert into public.clients (id, organization_id, name, website) values
    ('${id(3)}', '${id(1)}', 'Harbour', 'https://harbour.test'), ('${id(4)}', '${id(1)}', 'Quay', 'https://quay.test');
  insert into public.accounts (id, organization_id, client_id, name) values
    ('${id(5)}', '${id(1)}', '${id(3)}', 'Shop'), ('${id(6)}', '${id(1)}', '${id(4)}', 'Shop');
  insert into public.projects (id, organization_id, account_id, name) values
    ('${id(7)}', '${id(1)}', '${id(5)}', 'alpha'), ('${id(8)}', '${id(1)}', '${id(6)}', 'beta');
  -- The companies of contacts and deals.
  insert into private.crm_records (organization_id, provider, kind, external_id, name, client_id) values
    ('${id(1)}', 'hubspot', 'companies', 'L1', 'Harbour', '${id(3)}'),
    ('${id(1)}', 'hubspot', 'companies', 'L2', 'Quay', '${id(4)}');
  -- A worker that dies within the transaction of a page, at its first change of this table.
  create function private.die() returns trigger language plpgsql as $$
  begin
    if current_setting('tests.dies_at', true) = tg_table_name then
      raise exception using errcode = 'admin_shutdown', message = 'The worker was killed';
    end if;
    return null;
  end $$;
  -- The worker that fetches the bytes of synced files. Their hash is their version in hexadecimal, padded with spaces.
  create function pg_temp.fetch_files() returns void language plpgsql as $$
  declare
    v_job private.jobs;
    v_leased jsonb;
    v_hash text;
  begin
    for v_job in
      update private.jobs
      set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 hour'
      where jobs.kind = 'file_fetch' returning jobs.*
    loop
      v_leased := public.lease_file_fetch(v_job.id, v_job.attempt);
      continue when v_leased ->> 'state' = 'gone';
      v_hash := rpad(encode(convert_to(v_leased ->> 'content_version', 'UTF8'), 'hex'), 64, '20');
      insert into storage.objects (bucket_id, name, metadata)
      values ('documents', v_leased ->> 'path', jsonb_build_object('size', 12, 'eTag', v_hash));
      perform public.store_fetched_file(
        v_job.id, v_job.attempt, v_leased ->> 'content_version', (v_leased ->> 'version')::integer, 12, v_hash);
    end loop;
  end $$`;

const UNEXPLAINED = `
  select runs.* from public.sync_runs as runs
  where runs.ended_at is null or array[
      runs.record_count, runs.created, runs.updated, runs.unchanged, runs.deleted, runs.filtered, runs.failed
    ] is distinct from (
      select array[
        count(*), count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
        count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'deleted'),
        count(*) filter (where outcome = 'filtered'), count(*) filter (where outcome = 'failed')]::integer[]
      from private.sync_run_records cross join lateral unnest(outcomes) as outcome where run_id = runs.id)`;
