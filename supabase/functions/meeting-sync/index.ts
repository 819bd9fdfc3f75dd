import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { fathomMeetings } from "../_integrations/meetings/fathom-meetings.ts";
import { indexAssignedEmails } from "../_jobs/index-assigned-emails.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads meetings from connected recorders, and indexes the emails that were assigned to projects since the last poll. */
export default serveBackground("meeting-sync", async (db, worker) => {
  const sources = [{ adapter: fathomMeetings(), baseUrl: readEnv().vendors.fathomUrl }];
  const report = await runJobs(db, { worker, handlers: { meeting_sync: runSync(sources) } });
  return { ...report, emails: await indexAssignedEmails(db) };
});
