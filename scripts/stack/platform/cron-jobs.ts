/** Runs the jobs of the stand-in `cron.job`, in UTC as pg_cron does, with one run of a job at a time. */
import { Cron } from "croner";
import postgres, { type Sql } from "postgres";
import type { LogFile } from "../log-file.ts";

interface Job {
  jobid: string;
  jobname: string | null;
  schedule: string;
  command: string;
}

interface CronEntry {
  fingerprint: string;
  stop(): void;
}

const POLL_INTERVAL_MS = 1000;
const STOP_MS = 1000;
const SWEEP_MS = 600_000;
const KEEP_DETAILS = "1 day";

export function startCron(
  sql: Sql,
  databaseUrl: string,
  log: LogFile,
  pollIntervalMs = POLL_INTERVAL_MS,
): { stop(): Promise<void> } {
  const entries = new Map<string, CronEntry>();
  const running = new Map<string, Promise<void>>();
  let isStopping = false;

  function start(job: Job): void {
    if (isStopping || running.has(job.jobid)) return;
    running.set(
      job.jobid,
      run(databaseUrl, job)
        .catch((error: Error) => log.write(`cron job ${nameOf(job)} failed: ${error.message}`))
        .finally(() => running.delete(job.jobid)),
    );
  }

  async function look(): Promise<void> {
    const jobs = await sql<Job[]>`
      select jobid::text, jobname, schedule, command from cron.job where active`;
    const current = new Set(jobs.map((job) => job.jobid));
    for (const [id, entry] of entries) {
      if (current.has(id)) continue;
      entry.stop();
      entries.delete(id);
    }
    for (const job of jobs) {
      const fingerprint = `${job.schedule}\0${job.command}`;
      const existing = entries.get(job.jobid);
      if (existing?.fingerprint === fingerprint) continue;
      existing?.stop();
      entries.set(job.jobid, { fingerprint, stop: schedule(job, () => start(job), log) });
    }
  }

  let looking = Promise.resolve();
  const timer = setInterval(poll, pollIntervalMs);
  function poll() {
    looking = looking.then(look).catch((error: Error) => {
      if (!isStopping) log.write(`cron.job cannot be read: ${error.message}`);
    });
  }
  poll();
  const sweeper = setInterval(() => {
    sql`delete from cron.job_run_details where end_time < now() - ${KEEP_DETAILS}::interval`.catch(
      (error: Error) => log.write(`cron.job_run_details: ${error.message}`),
    );
  }, SWEEP_MS);
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      clearInterval(sweeper);
      await looking;
      for (const entry of entries.values()) entry.stop();
      await Promise.race([
        Promise.allSettled(running.values()),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ]);
    },
  };
}

// pg_cron has two forms of its own: `30 seconds` instead of a cron expression, and `$` for the last day of the month.
function schedule(job: Job, start: () => void, log: LogFile): () => void {
  const seconds = /^\s*([1-9]|[1-5]\d)\s+seconds?\s*$/i.exec(job.schedule)?.[1];
  if (seconds !== undefined) {
    const timer = setInterval(start, Number(seconds) * 1000);
    return () => clearInterval(timer);
  }
  try {
    const cron = new Cron(job.schedule.replaceAll("$", "L"), { timezone: "UTC" }, start);
    return () => cron.stop();
  } catch (error) {
    log.write(`cron job ${nameOf(job)} has no readable schedule: ${(error as Error).message}`);
    return () => {};
  }
}

// Runs a job on a separate connection, as one string. Several statements are then one transaction, and a single
// statement that must not run in a transaction can run.
async function run(databaseUrl: string, job: Job): Promise<void> {
  const connection = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    // A connection that ends while it loads array types would crash this process.
    fetch_types: false,
    connection: { application_name: `cron ${nameOf(job)}` },
  });
  let runId: string | undefined;
  let status = "succeeded";
  let message = "";
  try {
    const [details] = await connection<{ runid: string }[]>`
      insert into cron.job_run_details
        (jobid, job_pid, database, username, command, status, start_time)
      values (${job.jobid}, pg_backend_pid(), current_database(), current_user, ${job.command},
        'running', now())
      returning runid::text`;
    runId = details?.runid;
    await connection.unsafe(job.command).simple();
  } catch (error) {
    status = "failed";
    message = (error as Error).message;
    throw error;
  } finally {
    if (runId !== undefined) {
      await connection`
        update cron.job_run_details
        set status = ${status}, return_message = ${message}, end_time = now()
        where runid = ${runId}`.catch(() => {});
    }
    await connection.end({ timeout: 2 });
  }
}

function nameOf(job: Job): string {
  return job.jobname ?? job.jobid;
}
