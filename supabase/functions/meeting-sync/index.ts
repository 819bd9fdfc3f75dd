import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { fathomConnection } from "../_integrations/connections/fathom.ts";
import { fathomMeetings } from "../_integrations/meetings/fathom-meetings.ts";
import { indexAssignedEmails } from "../_jobs/index-assigned-emails.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads meetings from connected recorders, and indexes the emails that were assigned to projects since the last poll. */
export default serveBackground("meeting-sync", async (db, worker) => {
  const baseUrl = readEnv().vendors.fathomUrl;
  const report = await runJobs(db, {
    worker,
    handlers: {
      meeting_connection_test: testConnection([{ test: fathomConnection(), baseUrl }]),
      meeting_sync: runSync([{ adapter: fathomMeetings(), baseUrl }]),
    },
  });
  return { ...report, emails: await indexAssignedEmails(db) };
});
