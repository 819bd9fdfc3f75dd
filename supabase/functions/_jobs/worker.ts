/**
 * The loop of every worker: leases jobs, runs each under its lease, and reports its end. It stops before the
 * platform would stop it; the database gives its remaining jobs to other workers.
 */
import { delay } from "deno-std/async/delay.js";
import { callFunction } from "../_db/call.ts";
import type { Db } from "../_db/client.ts";
import type { Json } from "../_schema/database.types.ts";

export interface Job {
  id: string;
  organization_id: string;
  kind: string;
  payload: Json;
  /**
   * The number of the attempt. Every statement of the job names it, so that a worker that has lost its lease changes
   * nothing.
   */
  attempt: number;
  max_attempts: number;
  /** The duration of the lease. It ends by the database's clock, which can differ from the worker's. */
  lease_length_ms: number;
  request_id: string | null;
}

/**
 * After `done`, the loop deletes the job. After `handled`, it does not, because the handler's SQL function has ended
 * the job.
 */
export type Outcome = "done" | "handled";

export interface HandlerCall {
  db: Db;
  /** Aborted when the lease is lost, or when the worker has to end. */
  signal: AbortSignal;
}

export type JobHandler = (job: Job, call: HandlerCall) => Promise<Outcome>;

/** An error that no retry can fix. The job is not run again. */
export class PermanentError extends Error {
  override name = "PermanentError";
}

/** An error that a retry may fix, but not before this time. */
export class RetryLaterError extends Error {
  override name = "RetryLaterError";
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface WorkerOptions {
  handlers: Record<string, JobHandler>;
  /** The kinds to take; those of the handlers when absent. */
  kinds?: string[];
  /** The name of this worker in the jobs table. */
  worker: string;
  /** Overrides the lease of every kind, because tests need short ones. */
  leaseMs?: number;
  /** How long to continue taking jobs. A hosted function may run for 150 s. */
  timeBudgetMs?: number;
  /** The maximum wait for the next job. */
  maxWaitMs?: number;
  /** The number of jobs to lease, and to run, at once. */
  batch?: number;
  /** The number of jobs after which to end; unlimited when absent. */
  maxJobs?: number;
  signal?: AbortSignal;
  now?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface WorkerReport {
  taken: number;
  finished: number;
  failed: number;
}

const TIME_BUDGET_MS = 100_000;
const MAX_WAIT_MS = 5_000;
// A handler gets this long after the budget before it is aborted.
const GRACE_MS = 30_000;
const MOMENT_MS = 20;

export async function runJobs(db: Db, options: WorkerOptions): Promise<WorkerReport> {
  const { handlers, worker, batch = 4, now = Date.now, sleep = pause } = options;
  const maxJobs = options.maxJobs ?? Number.POSITIVE_INFINITY;
  const kinds = options.kinds ?? Object.keys(handlers);
  const end = now() + (options.timeBudgetMs ?? TIME_BUDGET_MS);
  const maxWait = options.maxWaitMs ?? MAX_WAIT_MS;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const lastCall = setTimeout(() => stop.abort(), end - now() + GRACE_MS);
  const report: WorkerReport = { taken: 0, finished: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  let emptyRounds = 0;

  try {
    while (now() < end && !signal.aborted) {
      const jobs = await take(Math.min(batch - running.size, maxJobs - report.taken));
      report.taken += jobs.length;
      if (jobs.length > 0) emptyRounds = 0;
      for (const job of jobs) {
        const task = runJob(job).finally(() => running.delete(task));
        running.add(task);
      }
      if (running.size > 0) {
        // The first job to end frees a slot.
        await Promise.race(running);
        continue;
      }
      if (report.taken >= maxJobs) break;
      emptyRounds += 1;
      const pauseMs = await nextJobIn();
      if (pauseMs === undefined || pauseMs > Math.min(maxWait, end - now())) break;
      await sleep(pauseMs, signal);
    }
    await Promise.all(running);
    return report;
  } finally {
    clearTimeout(lastCall);
    stop.abort();
  }

  async function take(job_limit: number): Promise<Job[]> {
    if (job_limit <= 0) return [];
    return callFunction(db, "take_jobs", {
      kinds,
      worker,
      job_limit,
      ...(options.leaseMs && { lease_ms: options.leaseMs }),
    });
  }

  async function nextJobIn(): Promise<number | undefined> {
    const at = (await callFunction(db, "next_job_at", { kinds })) as string | null;
    if (at === null) return undefined;
    // The wait is slightly longer than needed, because an early call would be wasted. If a job seems due but cannot
    // be taken, another worker has it, or this clock is ahead of the database's. It is then tried at growing
    // intervals.
    return Math.max(Date.parse(at) - now(), 0) + MOMENT_MS * 2 ** Math.min(emptyRounds - 1, 6);
  }

  async function runJob(job: Job): Promise<void> {
    const lease = renewLease(db, job);
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new PermanentError(`No handler for jobs of kind ${job.kind}`);
      const outcome = await handler(job, { db, signal: AbortSignal.any([signal, lease.signal]) });
      lease.end();
      if (outcome === "done") await finish(job);
      report.finished += 1;
    } catch (error) {
      lease.end();
      report.failed += 1;
      console.error(`${job.request_id ?? job.id} job ${job.kind} attempt ${job.attempt}:`, error);
      // If even the failure cannot be reported, the lease expires.
      await fail(job, error).catch((failure) =>
        console.error(`${job.id} cannot be marked as failed:`, failure),
      );
    }
  }

  async function finish(job: Job): Promise<void> {
    const count = await callFunction(db, "finish_jobs", {
      job_ids: [job.id],
      attempts: [job.attempt],
    });
    if (count !== 1) throw new Error("The lease ended before the job was done");
  }

  async function fail(job: Job, error: unknown): Promise<void> {
    await callFunction(db, "fail_job", {
      job_id: job.id,
      attempt: job.attempt,
      error: error instanceof Error ? error.message : String(error),
      is_final: error instanceof PermanentError,
      ...(error instanceof RetryLaterError && { retry_after_ms: error.retryAfterMs }),
    });
  }
}

/** Renews a lease while its job runs, three times per lease; aborts when it is lost. */
function renewLease(db: Db, job: Job): { signal: AbortSignal; end(): void } {
  const leaseLoss = new AbortController();
  const lease_ms = job.lease_length_ms;
  let until = performance.now() + lease_ms;
  const timer = setInterval(async () => {
    const requestedAt = performance.now();
    const isRenewed = await callFunction(db, "renew_lease", {
      job_id: job.id,
      attempt: job.attempt,
      lease_ms,
    }).catch(() => performance.now() < until);
    if (isRenewed) until = Math.max(until, requestedAt + lease_ms);
    else leaseLoss.abort(new Error("The lease has ended"));
  }, lease_ms / 3);
  return { signal: leaseLoss.signal, end: () => clearInterval(timer) };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, { signal }).catch(() => {});
}
