/** A database with a stream of each kind, and the worker that reads one of them from a vendor in memory. */
import type { PGlite } from "@electric-sql/pglite";
import { openLiteDatabase } from "../../scripts/db/lite-database.ts";
import type { Db } from "../../supabase/functions/_db/client.ts";
import { SyncError, type SyncFailure } from "../../supabase/functions/_integrations/sync-port.ts";
import { runSync } from "../../supabase/functions/_jobs/run-sync.ts";
import { type SyncKind, syncKinds } from "./sync-kinds.ts";
import type { SimulatedVendor } from "./sync-vendor.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const streamId = (kind: SyncKind) => id(100 + syncKinds.indexOf(kind));

/** The steps of a run; a worker can die before and after each, and `apply_sync_page` is one transaction. */
export type Step = "begin_sync_run" | "list" | "apply_sync_page" | "end_sync_run";
export type Fate = "on" | "dies before" | "dies after" | "dies within" | SyncFailure;

class Killed extends Error {}

export interface SyncWorld {
  db: PGlite;
  /** Reads the stream once; `fate` decides at each step what becomes of the worker. */
  run(kind: SyncKind, vendor: SimulatedVendor, fate?: (step: Step) => Fate): Promise<void>;
  rows(kind: SyncKind): Promise<Record<string, unknown>[]>;
  cursor(kind: SyncKind): Promise<string | null>;
  /** Receipts that do not add up with the ids of their run, and runs that never ended. */
  unexplained(): Promise<unknown[]>;
  openDeadLetters(): Promise<number>;
}

export async function openSyncWorld(): Promise<SyncWorld> {
  const db = await openLiteDatabase();
  await db.exec(`
    insert into public.organizations (id, name, email_domain, currency, time_zone)
    values ('${id(1)}', 'North', 'north.test', 'EUR', 'UTC');
    insert into public.people (id, organization_id, email, name, role, is_employee)
    values ('${id(2)}', '${id(1)}', 'ada@north.test', 'Ada', 'admin', true);
    insert into public.clients (id, organization_id, name) values ('${id(3)}', '${id(1)}', 'Harbour');
    insert into public.accounts (id, organization_id, client_id, name)
    values ('${id(4)}', '${id(1)}', '${id(3)}', 'Shop');
    insert into public.projects (id, organization_id, account_id, name)
    values ('${id(5)}', '${id(1)}', '${id(4)}', 'alpha'), ('${id(6)}', '${id(1)}', '${id(4)}', 'beta');
    -- A worker that dies within the transaction of a page, at its first change of this table.
    create function private.die() returns trigger language plpgsql as $$
    begin
      if current_setting('tests.dies_at', true) = tg_table_name then
        raise exception using errcode = 'admin_shutdown', message = 'The worker was killed';
      end if;
      return null;
    end $$;
    ${DEADLY_TABLES.map((table) => `create trigger die after insert or update on ${table} for each statement execute function private.die();`).join("\n")}`);
  for (const kind of syncKinds) {
    await db.exec(`
      insert into public.integrations (organization_id, provider, secret_name, connected_by)
      values ('${id(1)}', '${kind.provider}', 'none', '${id(2)}') on conflict do nothing;
      insert into public.sync_streams (id, organization_id, provider, stream)
      values ('${streamId(kind)}', '${id(1)}', '${kind.provider}', '${kind.stream}');
      insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id) values
        ('${id(1)}', '${streamId(kind)}', 'L1', 'List', '${id(5)}'),
        ('${id(1)}', '${streamId(kind)}', 'L2', 'List', '${id(6)}')`);
  }
  const one = async <T>(query: string, parameters: unknown[] = []) =>
    (await db.query<T>(query, parameters)).rows[0] as T;

  async function call(name: string, args: Record<string, unknown>) {
    const names = Object.keys(args);
    const values = Object.values(args).map((value) =>
      value !== null && typeof value === "object" ? JSON.stringify(value) : value,
    );
    const { answer } = await one<{ answer: Record<string, unknown> | null }>(
      `select public.${name}(${names.map((key, n) => `${key} => $${n + 1}`).join(", ")}) as answer`,
      values,
    );
    return name === "begin_sync_run" && answer ? { ...answer, secret: "secret" } : answer;
  }

  /** A worker that dies within a step leaves nothing of it behind, at any table. */
  async function killWithin(name: string, args: Record<string, unknown>): Promise<never> {
    await db.exec("savepoint step");
    await db.query("select set_config('tests.dies_at', $1, false)", [nextDeadlyTable()]);
    await call(name, args).catch(() => {});
    await db.exec("rollback to savepoint step; set tests.dies_at = ''");
    throw new Killed();
  }

  return {
    db,
    async run(kind, vendor, fate = () => "on") {
      const step = async <T>(name: Step, work: () => Promise<T>, within: () => Promise<T>) => {
        const drawn = fate(name);
        if (drawn === "dies before") throw new Killed();
        if (drawn === "dies within") return within();
        const done = await work();
        if (drawn === "dies after") throw new Killed();
        return done;
      };
      const rpc = async (name: Step, args: Record<string, unknown>) => ({
        data: await step(
          name,
          () => call(name, args),
          () => killWithin(name, args),
        ),
        error: null,
      });
      const list = async (cursor: string | null) => {
        const drawn = fate("list");
        if (drawn.startsWith("dies")) throw new Killed();
        if (drawn !== "on") throw new SyncError(drawn as SyncFailure, "It fails");
        return vendor.list(cursor);
      };
      await db.query(
        "select private.enqueue_sync(sync_streams) from public.sync_streams where id = $1",
        [streamId(kind)],
      );
      const job = await one<{ id: string; attempt: number }>(
        `update private.jobs
         set attempt = attempt + 1, max_attempts = 100, leased_by = 'worker',
           lease_until = clock_timestamp() + interval '1 minute'
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
        await runSync([source])(
          { ...job, ...details, max_attempts: 100, lease_length_ms: 60_000 },
          { db: { rpc } as unknown as Db, signal: new AbortController().signal },
        );
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        await db.query(
          "update private.jobs set lease_until = clock_timestamp() - interval '1 s' where id = $1",
          [job.id],
        );
        await db.query("select private.sweep_jobs()");
      }
    },
    rows: async (kind) => (await db.query<Record<string, unknown>>(kind.rows)).rows,
    cursor: async (kind) =>
      (
        await one<{ cursor: string | null }>(
          "select cursor from public.sync_streams where id = $1",
          [streamId(kind)],
        )
      ).cursor,
    unexplained: async () => (await db.query(UNEXPLAINED)).rows,
    openDeadLetters: async () =>
      (
        await one<{ count: number }>(
          "select count(*)::int as count from public.sync_dead_letters where resolved_at is null",
        )
      ).count,
  };
}

/** In the order in which the transaction of a page changes them. */
const DEADLY_TABLES = [
  "public.tasks",
  "public.time_entries",
  "private.sync_records",
  "private.sync_run_records",
  "public.sync_streams",
  "public.sync_runs",
];
let deaths = 0;
const nextDeadlyTable = () =>
  DEADLY_TABLES[deaths++ % DEADLY_TABLES.length]?.split(".")[1] as string;

const UNEXPLAINED = `
  select runs.* from public.sync_runs as runs
  where runs.ended_at is null or array[
      runs.seen, runs.created, runs.updated, runs.unchanged, runs.deleted, runs.filtered, runs.failed
    ] is distinct from (
      select array[
        count(*), count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
        count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'deleted'),
        count(*) filter (where outcome = 'filtered'), count(*) filter (where outcome = 'failed')]::integer[]
      from private.sync_run_records where run_id = runs.id)`;
