/**
 * Measures how soon a job begins, from the call that enqueues it until a worker leases it, and alternates between our
 * worker and graphile-worker on the same server. graphile-worker listens to the database all the time; our worker
 * sleeps until the database calls its function over HTTP.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, type Runner, run, runMigrations } from "graphile-worker";
import postgres from "postgres";
import { startStack } from "../scripts/stack/stack.ts";
import { summary, type Timings } from "./measure.ts";

/** The limit for our worker is one tick: if a wake-up is lost, the next tick finds the job. */
export const TICK_MS = 60_000;
const WARM_UP = 5;
/** The pause between two jobs, so that the workers are idle when the next one arrives. */
const REST_MS = 50;

export async function benchPickup(
  jobs: number,
): Promise<{ product: Timings; graphileWorker: Timings }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const stack = await startStack({ port: 0, dataDir: path.join(folder, "data") });
  const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => {} });
  // A job may begin before or after the benchmark waits for it.
  const moments = new Map<string, PromiseWithResolvers<number>>();
  const momentOf = (key: string) => {
    const moment = moments.get(key) ?? Promise.withResolvers<number>();
    moments.set(key, moment);
    return moment;
  };
  const noteBegin = (key: string) => momentOf(key).resolve(performance.now());
  let runner: Runner | undefined;
  try {
    await runMigrations({ connectionString: stack.databaseUrl });
    await sql.unsafe(`
      create function private.notify_begin() returns trigger language plpgsql as $$
      begin perform pg_notify('job_begun', new.id::text); return null; end $$;
      create trigger notify_begin after update of leased_by on private.jobs
        for each row when (new.leased_by is not null) execute function private.notify_begin();`);
    await sql.listen("job_begun", noteBegin);
    runner = await run({
      connectionString: stack.databaseUrl,
      concurrency: 1,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList: { bench: (payload) => noteBegin((payload as { key: string }).key) },
    });
    // A job of a pending card: its worker looks, finds nothing to do and ends the job.
    const [card] = await sql<{ id: string; organization_id: string }[]>`
      select id, organization_id from public.approvals where status = 'pending' limit 1`;
    if (card === undefined) throw new Error("The seeds have no pending card.");
    const sides = {
      product: async () => {
        const start = performance.now();
        const [job] = await sql<{ id: string }[]>`
          select private.enqueue_job(${card.organization_id}, 'approval_review',
            ${sql.json({ approval_id: card.id })}) as id`;
        return (await momentOf(job?.id ?? "").promise) - start;
      },
      graphileWorker: async () => {
        const key = randomUUID();
        const start = performance.now();
        await sql`select graphile_worker.add_job('bench', ${JSON.stringify({ key })}::text::json)`;
        return (await momentOf(key).promise) - start;
      },
    };
    const times = { product: [] as number[], graphileWorker: [] as number[] };
    for (let turn = -WARM_UP; turn < jobs; turn++) {
      for (const side of ["product", "graphileWorker"] as const) {
        const milliseconds = await sides[side]();
        if (turn >= 0) times[side].push(milliseconds);
        await sleep(REST_MS);
      }
    }
    return { product: summary(times.product), graphileWorker: summary(times.graphileWorker) };
  } finally {
    await runner?.stop();
    await sql.end({ timeout: 5 });
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
