import { callFunction } from "../_db/call.ts";
import { serveBackground } from "../_http/background.ts";
import { type JobHandler, runJobs } from "../_jobs/worker.ts";

/** Executes approved cards that change only the database, and checks again whether approved cards are still valid. */
export default serveBackground("approval-act", (db, worker) =>
  runJobs(db, {
    worker,
    handlers: {
      approval_act: sqlHandler("carry_out_execution"),
      approval_review: sqlHandler("review_approval"),
    },
  }),
);

/** One SQL function applies the effect and ends the job, so both happen in one transaction. */
function sqlHandler(name: "carry_out_execution" | "review_approval"): JobHandler {
  return async (job, { db }) => {
    await callFunction(db, name, { job_id: job.id, attempt: job.attempt });
    return "handled";
  };
}
