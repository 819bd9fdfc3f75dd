import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const privateTables = [
  "jobs",
  "quotas",
  "rate_limit_settings",
  "rate_limits",
  "storage_usage",
];

export const functions = parseMatrix(`
                   | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
check_worker_token | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
fail_job           | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
finish_jobs        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
next_job_at        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
renew_lease        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
set_quota          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
set_rate_limit     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
take_jobs          | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
`);

export const calls: Calls = {
  check_worker_token: sameForAll({ token: "forged", function_slug: "task-act" }),
  fail_job: sameForAll({ ...aJob, error: "Forged" }),
  finish_jobs: sameForAll({ job_ids: [aJob.job_id], attempts: [aJob.attempt] }),
  next_job_at: sameForAll({ kinds: ["task_act"] }),
  renew_lease: sameForAll({ ...aJob, lease_ms: 1000 }),
  set_quota: sameForAll({ name: "nothing", quota: 1 }),
  set_rate_limit: {
    denied: { route: "ingest-doc", max_calls: 1 },
    admitted: { route: "no-such-route", max_calls: 1 },
  },
  take_jobs: sameForAll({ kinds: ["task_act"], worker: "" }),
};

export const privateFunctions = {
  executableByWorkers: [
    "check_worker_token",
    "fail_job",
    "finish_jobs",
    "next_job_at",
    "renew_lease",
    "set_quota",
    "set_rate_limit",
    "take_jobs",
  ],
  executableByNobody: [
    "consume_rate_limit",
    "delete_dead_jobs",
    "delete_job",
    "end_expired_leases",
    "enqueue_job",
    "enqueue_jobs",
    "job_kinds",
    "lacks_live_job",
    "mark_job_dead",
    "on_job_death",
    "postpone_job",
    "quota_of",
    "rate_limit_of",
    "require_job_lease",
    "reserve_storage",
    "retry_job",
    "retry_pause",
    "run_job_now",
    "schedule_jobs",
    "schedules",
    "sweep_jobs",
    "tick_jobs",
    "wake_worker",
    "worker_token",
  ],
};
