/**
 * After a random history of a vendor and of the workers that read it, our rows are the vendor's, and every id of every
 * receipt has one outcome. Records come late, twice and in the wrong order, some cannot be applied, and workers die between
 * any two pages.
 */
import type { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLiteDatabase } from "../../scripts/db/lite-database.ts";
import { randomNumbers, roundsOf } from "../support/depth.ts";
import { type SimulatedVendor, simulateVendor } from "./sync-vendor.ts";

const HISTORIES = roundsOf({ usual: 15, nightly: 1_000 });
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

let db: PGlite;
beforeAll(async () => {
  db = await openLiteDatabase();
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
    insert into public.integrations (organization_id, provider, secret_name, connected_by)
    values ('${id(1)}', 'clickup', 'none', '${id(2)}');
    insert into public.sync_streams (id, organization_id, provider, stream)
    values ('${id(7)}', '${id(1)}', 'clickup', 'tasks');
    insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
    values ('${id(1)}', '${id(7)}', 'L1', 'List', '${id(5)}'), ('${id(1)}', '${id(7)}', 'L2', 'List', '${id(6)}')`);
});
afterAll(() => db?.close());

async function one<T>(query: string, parameters: unknown[] = []): Promise<T> {
  return (await db.query<T>(query, parameters)).rows[0] as T;
}

/** Reads the stream as a worker does; `fate` decides before each page whether the worker goes on. */
async function runOnce(vendor: SimulatedVendor, fate: () => "on" | "dies" | "fails" | "forgets") {
  await db.query("select private.enqueue_sync(sync_streams) from public.sync_streams");
  const job = await one<{ id: string; attempt: number }>(`
    update private.jobs set attempt = attempt + 1, max_attempts = 100, leased_by = 'worker',
      lease_until = clock_timestamp() + interval '1 minute'
    where payload ? 'stream_id' returning id, attempt`);
  const { begun } = await one<{ begun: { run_id: string; cursor: string | null } }>(
    "select public.begin_sync_run($1, $2) as begun",
    [job.id, job.attempt],
  );
  const end = (reason: string) =>
    db.query("select public.end_sync_run($1, $2, $3, $4)", [
      job.id,
      job.attempt,
      begun.run_id,
      reason,
    ]);
  let { cursor } = begun;
  for (;;) {
    switch (fate()) {
      case "dies":
        await db.query(
          "update private.jobs set lease_until = clock_timestamp() - interval '1 s' where id = $1",
          [job.id],
        );
        return db.query("select private.sweep_jobs()");
      case "fails":
        return end("unavailable");
      case "forgets":
        return end("cursor_died");
    }
    const page = vendor.list(cursor);
    const { applied } = await one<{ applied: { state: string } }>(
      "select public.apply_sync_page($1, $2, $3, $4, $5) as applied",
      [job.id, job.attempt, begun.run_id, cursor, JSON.stringify(page)],
    );
    cursor = page.cursor;
    if (applied.state === "done") return end("completed");
  }
}

async function ourRows() {
  const { rows } = await db.query(`
    select substr(external_key, 9) as id, title, projects.name as project
    from public.tasks join public.projects on projects.id = tasks.project_id
    where managed_by = 'clickup' and tasks.archived_at is null order by 1`);
  return rows;
}

async function unexplained() {
  const { rows } = await db.query(`
    select runs.* from public.sync_runs as runs
    where runs.ended_at is null or array[
        runs.seen, runs.created, runs.updated, runs.unchanged, runs.deleted, runs.filtered, runs.failed
      ] is distinct from (
        select array[
          count(*), count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
          count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'deleted'),
          count(*) filter (where outcome = 'filtered'), count(*) filter (where outcome = 'failed')]::integer[]
        from private.sync_run_records where run_id = runs.id)`);
  return rows;
}

test(`${HISTORIES} histories end with the vendor's rows and no unexplained id`, async () => {
  const random = randomNumbers();
  for (let history = 0; history < HISTORIES; history++) {
    await db.exec("begin");
    const vendor = simulateVendor(random);
    const runs = 2 + Math.floor(random() * 6);
    for (let run = 0; run < runs; run++) {
      vendor.change();
      await runOnce(vendor, () => {
        const drawn = random();
        if (drawn < 0.7) return "on";
        return drawn < 0.85 ? "dies" : drawn < 0.95 ? "fails" : "forgets";
      });
    }
    vendor.repair();
    // The rest of an earlier listing is read first.
    await runOnce(vendor, () => "on");
    await runOnce(vendor, () => "forgets");
    await runOnce(vendor, () => "on");
    expect(await ourRows()).toEqual(vendor.rows());
    expect(await unexplained()).toEqual([]);
    const open = await one<{ count: number }>(
      "select count(*)::int as count from public.sync_dead_letters where resolved_at is null",
    );
    expect(open.count).toBe(0);
    await db.exec("rollback");
  }
});
