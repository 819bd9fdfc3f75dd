/** The queue on the native server, for behavior that needs several connections or dying ones. */
import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";

const CONNECTIONS = 8;
const sql = postgres(inject("stack").database_url, { max: CONNECTIONS, onnotice: () => {} });
afterAll(() => sql.end({ timeout: 5 }));

const organizationId = "00000001-0000-4000-8000-000000100001";
// A kind of each test's own, so that no worker of the stack takes part.
let kind: string;
beforeEach(() => {
  kind = `test_${randomUUID().slice(0, 8)}`;
});

interface LeasedJob {
  id: string;
  attempt: number;
}

async function addJobs(count: number, columns: Record<string, unknown> = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    organization_id: organizationId,
    kind,
    max_attempts: 3,
    ...columns,
  }));
  await owner`insert into private.jobs ${owner(rows)}`;
  return rows.map(({ id }) => id);
}

const take = (limit = 1, leaseMs = 60_000, on: Sql = sql) =>
  on<
    LeasedJob[]
  >`select id, attempt from private.take_jobs(array[${kind}], 'worker', ${limit}, ${leaseMs})`;

const finish = async (jobs: LeasedJob[]) => {
  const [row] = await sql`
    select private.finish_jobs(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ attempt }) => attempt)}::int[]) as count`;
  return row?.["count"] as number;
};

const remaining = async () => {
  const rows = await owner<{ id: string; attempt: number; is_dead: boolean; last_error: string }[]>`
    select id, attempt, died_at is not null as is_dead, last_error from private.jobs where kind = ${kind}`;
  return rows.map((row) => ({ ...row }));
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([1, 7])(
  "800 jobs, eight workers taking %i at a time: each job is taken once",
  async (batch) => {
    const ids = await addJobs(800);
    const takenIds: string[] = [];
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (;;) {
          const jobs = await take(batch);
          if (jobs.length === 0) return;
          takenIds.push(...jobs.map(({ id }) => id));
          expect(await finish([...jobs])).toBe(jobs.length);
        }
      }),
    );
    expect(takenIds.sort()).toEqual(ids.sort());
    expect(await remaining()).toEqual([]);
  },
);

test("a worker that lost its lease finishes, fails and renews nothing", async () => {
  await addJobs(1);
  const [zombie] = await take(1, 100);
  await sleep(150);
  const [other] = await take();
  expect([zombie?.attempt, other?.attempt]).toEqual([1, 2]);

  expect(await finish([zombie as LeasedJob])).toBe(0);
  const [outcome] = await sql`
    select private.fail_job(${zombie?.id as string}, 1, 'late', true) as failed,
      private.renew_lease(${zombie?.id as string}, 1, 60000) as renewed`;
  expect({ ...outcome }).toEqual({ failed: null, renewed: false });
  expect(await remaining()).toMatchObject([
    { attempt: 2, is_dead: false, last_error: expect.stringMatching(/stopped responding/) },
  ]);
  expect(await finish([other as LeasedJob])).toBe(1);
});

test("a dead connection's jobs are taken over when the lease ends, and nothing is lost", async () => {
  const ids = await addJobs(40);
  const doomedWorker = postgres(inject("stack").database_url, { max: 1, onnotice: () => {} });
  const jobs = await take(40, 300, doomedWorker as unknown as Sql);
  expect(jobs).toHaveLength(40);
  const [backend] = await doomedWorker`select pg_backend_pid() as pid`;
  await owner`select pg_terminate_backend(${backend?.["pid"]})`;
  await doomedWorker.end({ timeout: 1 }).catch(() => {});
  expect(await take(40)).toHaveLength(0);

  await sleep(350);
  const again = await take(40);
  expect(again.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(new Set(again.map(({ attempt }) => attempt))).toEqual(new Set([2]));
});

test("a job that always fails dies after its last attempt, and other jobs are not affected", async () => {
  const [poison] = await addJobs(1, { run_at: new Date(0) });
  const jobIds: string[] = [];
  const neighbors = await addJobs(20);
  for (
    let round = 0;
    round < 200 && (await remaining()).some(({ is_dead }) => !is_dead);
    round += 1
  ) {
    for (const job of await take(4)) {
      if (job.id === poison) {
        await sql`select private.fail_job(${job.id}, ${job.attempt}, 'It cannot be done', false, 0)`;
      } else {
        await finish([job]);
        jobIds.push(job.id);
      }
    }
  }
  expect(jobIds.sort()).toEqual(neighbors.sort());
  expect(await remaining()).toEqual([
    { id: poison, attempt: 3, is_dead: true, last_error: "It cannot be done" },
  ]);
  expect(await take()).toHaveLength(0);
});

describe("enqueueing", () => {
  const enqueue = (on: Sql, key: string | null) =>
    on<{ id: string }[]>`
      select private.enqueue_job(${organizationId}, 'task_act', '{"test": true}', ${key}, now() + interval '1 hour') as id`;

  test("is rolled back with the fact that caused it", async () => {
    const key = randomUUID();
    await sql
      .begin(async (transaction) => {
        await enqueue(transaction as unknown as Sql, key);
        throw new Error("the fact did not happen");
      })
      .catch(() => {});
    expect(await owner`select from private.jobs where unique_key = ${key}`).toHaveLength(0);
  });

  test("one key a hundred times at once is one job, and every caller learns its id", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => enqueue(sql, key)));
    const rows = await owner<{ id: string }[]>`
      delete from private.jobs where unique_key = ${key} returning id`;
    expect(rows).toHaveLength(1);
    expect(new Set(answers.map(([row]) => row?.id))).toEqual(new Set([rows[0]?.id]));
  });
});
