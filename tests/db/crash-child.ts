/** A worker that executes cards: the real loop and executors, as service_role and with mock vendors. */
import { callFunction } from "../../supabase/functions/_db/call.ts";
import { readEnv } from "../../supabase/functions/_env.ts";
import {
  executeApproval,
  settleApproval,
} from "../../supabase/functions/_jobs/execute-approval.ts";
import { type JobHandler, runJobs } from "../../supabase/functions/_jobs/worker.ts";
import { calendarEffectOf } from "../../supabase/functions/calendar-act/effect.ts";
import { taskEffectOf } from "../../supabase/functions/task-act/effect.ts";
import { db, leaseMs, plans, say, stepsOfRequests } from "./crash-steps.ts";

stepsOfRequests((method, pathname) => {
  const endpoint = /\/(task|field|events|token)(?:\/|$)/.exec(pathname)?.[1] ?? pathname;
  return `${method} ${endpoint}`;
});

const env = readEnv().vendors;
const tasks = taskEffectOf(env);
const calendar = calendarEffectOf(env);
const carryOut: JobHandler = async (job) => {
  await callFunction(db, "carry_out_execution", { job_id: job.id, attempt: job.attempt });
  return "handled";
};

for await (const { maxWaitMs = 0 } of plans()) {
  const report = await runJobs(db, {
    worker: `child ${process.pid}`,
    leaseMs,
    maxWaitMs,
    batch: 1,
    handlers: {
      task_act: executeApproval(tasks),
      task_reconcile: settleApproval(tasks, 100),
      calendar_act: executeApproval(calendar),
      calendar_reconcile: settleApproval(calendar, 100),
      approval_act: carryOut,
    },
  });
  say({ report });
}
