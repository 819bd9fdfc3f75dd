import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { executeApproval, settleApproval } from "../_jobs/execute-approval.ts";
import { runJobs } from "../_jobs/worker.ts";
import { calendarEffectOf } from "./effect.ts";

/** Creates, changes and cancels the events of approved cards. */
export default serveBackground("calendar-act", (db, worker) => {
  const effectOf = calendarEffectOf(readEnv().vendors);
  return runJobs(db, {
    worker,
    handlers: {
      calendar_act: executeApproval(effectOf),
      calendar_reconcile: settleApproval(effectOf),
    },
  });
});
