/** Whether the scheduled work of a database exists and runs. */
import { Cron } from "croner";
import type { ISql } from "postgres";

interface Job {
  name: string;
  schedule: string;
  is_scheduled: boolean;
  active: boolean;
  is_as_listed: boolean;
  /** The state of its last run; null when it has none. */
  status: string | null;
  message: string | null;
  seconds_since: number | null;
}

/** Runs may be late, and on a busy database two in a row may fail to start. */
const LATE_RUNS = 5;
const HOUR_S = 3600;
const REPAIR = "To repair: npm run deploy, or select private.schedule_jobs() as the owner";

export async function scheduleProblems(sql: ISql, url: string): Promise<string[]> {
  const [extensions] = await sql<{ cron: boolean; net: boolean; vault: boolean }[]>`
    select to_regclass('cron.job') is not null as cron, to_regnamespace('net') is not null as net,
      to_regclass('vault.decrypted_secrets') is not null as vault`;
  const problems: string[] = [];
  if (!extensions?.cron)
    problems.push("the extension pg_cron is not enabled: nothing is scheduled");
  else problems.push(...(await jobProblems(sql)));
  if (!extensions?.net) problems.push("the extension pg_net is not enabled: no worker is woken");
  if (!extensions?.vault)
    problems.push("the extension supabase_vault is not enabled: no worker is woken");
  else problems.push(...(await secretProblems(sql, `${url}/functions/v1`)));
  return problems.length === 0 ? [] : [...problems, REPAIR];
}

async function jobProblems(sql: ISql): Promise<string[]> {
  const jobs = await sql<Job[]>`
    select schedules.name, schedules.schedule, job.jobid is not null as is_scheduled, coalesce(job.active, false) as active,
      (job.schedule, job.command) is not distinct from (schedules.schedule, schedules.command) as is_as_listed,
      last.status, last.return_message as message,
      extract(epoch from now() - last.start_time)::float8 as seconds_since
    from private.schedules() as schedules
    left join cron.job on job.jobname = schedules.name
    left join lateral (
      select details.status, details.return_message, details.start_time from cron.job_run_details as details
      where details.jobid = job.jobid order by details.start_time desc limit 1
    ) as last on true`;
  // The known time for which the schedules have been running.
  const [first] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from now() - min(start_time))::float8 as seconds from cron.job_run_details`;
  return jobs.flatMap((job) => {
    const problem = problemOf(job, first?.seconds ?? 0);
    return problem === undefined ? [] : [`${job.name} ${problem}`];
  });
}

function problemOf(job: Job, running: number): string | undefined {
  if (!job.is_scheduled) return "is not scheduled";
  if (!job.active) return "is paused";
  if (!job.is_as_listed) return "has a different time or statement";
  const period = periodOf(job.schedule);
  if (job.seconds_since === null) {
    // A nightly job may be waiting for its first run.
    const isDue = period <= 60 || (period <= HOUR_S && running > period * LATE_RUNS);
    return isDue ? "has never run" : undefined;
  }
  if (job.status === "failed") return `failed: ${job.message}`;
  if (job.seconds_since > period * LATE_RUNS) {
    return `has not run for ${Math.round(job.seconds_since / 60)} minutes`;
  }
  return undefined;
}

/** Seconds between two runs. */
function periodOf(schedule: string): number {
  const [first, second] = new Cron(schedule, { timezone: "UTC", paused: true }).nextRuns(2);
  return first && second ? (second.getTime() - first.getTime()) / 1000 : HOUR_S;
}

async function secretProblems(sql: ISql, functionsUrl: string): Promise<string[]> {
  const rows = await sql<{ name: string; secret: string }[]>`
    select name, decrypted_secret as secret from vault.decrypted_secrets
    where name in ('functions_url', 'worker_token_secret')`;
  const secrets = new Map(rows.map(({ name, secret }) => [name, secret]));
  const problems: string[] = [];
  if (!secrets.has("worker_token_secret"))
    problems.push("the secret worker_token_secret is missing");
  const vaultUrl = secrets.get("functions_url");
  if (vaultUrl === undefined) problems.push("the secret functions_url is missing");
  else if (vaultUrl !== functionsUrl) {
    problems.push(`functions_url is ${vaultUrl} instead of ${functionsUrl}`);
  }
  return problems;
}
