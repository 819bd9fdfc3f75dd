/**
 * Compares our queue with graphile-worker on the same server. Each runs the same number of jobs that do nothing, and
 * the two alternate. Our side calls its SQL functions on direct connections, as graphile-worker does. Over HTTP, the
 * comparison would be of transports instead of queues.
 */
import { type Runner, run, runMigrations } from "graphile-worker";
import postgres from "postgres";

export interface QueueResult {
  name: string;
  /** Jobs per second, the median of the rounds. */
  product: number;
  graphileWorker: number;
  ratio: number;
  /** The lowest ratio that passes. */
  minRatio: number;
}

const WORKERS = 8;
const BATCH = 100;
const WARM_UP = 200;

interface Lane {
  name: string;
  minRatio: number;
  batch: number;
  jobs: number;
  preset: NonNullable<Parameters<typeof run>[0]["preset"]>;
}

export async function benchQueue(
  databaseUrl: string,
  { rounds, scale }: { rounds: number; scale: number },
): Promise<QueueResult[]> {
  const lanes: Lane[] = [
    { name: "one at a time", minRatio: 0.9, batch: 1, jobs: 4_000 * scale, preset: {} },
    {
      name: "in batches",
      minRatio: 1,
      batch: BATCH,
      jobs: 20_000 * scale,
      preset: {
        worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    },
  ];
  await runMigrations({ connectionString: databaseUrl });
  const sql = postgres(databaseUrl, { max: WORKERS, onnotice: () => {} });
  try {
    const [organization] = await sql<{ id: string }[]>`
      insert into public.organizations (id, name, email_domain)
      values (gen_random_uuid(), 'Queue', 'queue.test') returning id`;
    const results: QueueResult[] = [];
    for (const lane of lanes) {
      const runs = {
        product: (jobs: number) => runProduct(sql, organization?.id as string, lane, jobs),
        graphileWorker: (jobs: number) => runGraphileWorker(sql, databaseUrl, lane, jobs),
      };
      const rates = { product: [] as number[], graphileWorker: [] as number[] };
      await runs.product(WARM_UP);
      await runs.graphileWorker(WARM_UP);
      for (let round = 0; round < rounds; round++) {
        // The side that runs second has warmer caches, so the sides alternate in going first.
        for (const side of round % 2
          ? (["product", "graphileWorker"] as const)
          : (["graphileWorker", "product"] as const)) {
          rates[side].push(lane.jobs / ((await runs[side](lane.jobs)) / 1000));
        }
      }
      const [product, graphileWorker] = [median(rates.product), median(rates.graphileWorker)];
      results.push({
        name: lane.name,
        product,
        graphileWorker,
        ratio: product / graphileWorker,
        minRatio: lane.minRatio,
      });
    }
    return results;
  } finally {
    await sql.end();
  }
}

/** Milliseconds until all jobs are done. */
async function runProduct(
  sql: postgres.Sql,
  organizationId: string,
  { batch }: Lane,
  jobs: number,
): Promise<number> {
  await sql`
    insert into private.jobs (organization_id, kind, max_attempts)
    select ${organizationId}, 'bench', 3 from generate_series(1, ${jobs}::int)`;
  await sql`vacuum analyze private.jobs`;
  let finishedJobs = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      for (;;) {
        const leases = await sql<{ id: string; attempt: number }[]>`
          select id, attempt from private.take_jobs(array['bench'], ${`bench ${worker}`}, ${batch}, 60000)`;
        if (leases.length === 0) return;
        const [row] = await sql<{ count: number }[]>`
          select private.finish_jobs(
            ${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ attempt }) => attempt)}::integer[]) as count`;
        finishedJobs += row?.count ?? 0;
      }
    }),
  );
  if (finishedJobs !== jobs)
    throw new Error(`The product finished ${finishedJobs} of ${jobs} jobs.`);
  return performance.now() - start;
}

async function runGraphileWorker(
  sql: postgres.Sql,
  connectionString: string,
  { preset }: Lane,
  jobs: number,
): Promise<number> {
  await sql`
    select graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, '{"identifier":"bench"}')
      from generate_series(1, ${jobs}::int)))`;
  await sql`vacuum analyze graphile_worker._private_jobs`;
  let finishedJobs = 0;
  let start = 0;
  let runner: Runner | undefined;
  await new Promise<void>((resolve, reject) => {
    start = performance.now();
    run({
      preset,
      connectionString,
      concurrency: WORKERS,
      maxPoolSize: WORKERS + 2,
      noHandleSignals: true,
      taskList: {
        bench: () => {
          finishedJobs += 1;
          if (finishedJobs === jobs) resolve();
        },
      },
    }).then((startedRunner) => {
      runner = startedRunner;
      startedRunner.promise.catch(reject);
    }, reject);
  });
  // Waits until graphile-worker has written the last completions. Our finish_jobs writes its own before it returns.
  for (;;) {
    const [row] = await sql`select exists (select from graphile_worker._private_jobs) as has_more`;
    if (!row?.["has_more"]) break;
  }
  const milliseconds = performance.now() - start;
  await runner?.stop();
  return milliseconds;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
