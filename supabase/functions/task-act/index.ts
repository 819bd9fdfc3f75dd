import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { executeApproval, settleApproval } from "../_jobs/execute-approval.ts";
import { runJobs } from "../_jobs/worker.ts";
import { taskEffectOf } from "./effect.ts";

/** Creates the tasks of approved cards. */
export default serveBackground("task-act", (db, worker) => {
  const effectOf = taskEffectOf(readEnv().vendors);
  return runJobs(db, {
    worker,
    handlers: { task_act: executeApproval(effectOf), task_reconcile: settleApproval(effectOf) },
  });
});
