import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { gmailConnection } from "../_integrations/connections/google.ts";
import { resendConnection } from "../_integrations/connections/resend.ts";
import { gmailEmails } from "../_integrations/mail/gmail-emails.ts";
import { resendEmails } from "../_integrations/mail/resend-emails.ts";
import { storedMessages } from "../_jobs/receive-email.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { type JobHandler, runJobs } from "../_jobs/worker.ts";

/** Reads received emails from connected mailboxes, and stores each message as it arrived. */
export default serveBackground("email-sync", (db, worker) => {
  const { resendUrl, resendDownloadUrl, gmailUrl, googleTokenUrl } = readEnv().vendors;
  const emailSync: JobHandler = (job, call) => {
    const readMessage = storedMessages(db, job.organization_id);
    const sources = [
      { adapter: resendEmails(readMessage, undefined, resendDownloadUrl), baseUrl: resendUrl },
      { adapter: gmailEmails({ tokenUrl: googleTokenUrl }, readMessage), baseUrl: gmailUrl },
    ];
    return runSync(sources)(job, call);
  };
  const tests = [
    { test: resendConnection(), baseUrl: resendUrl },
    { test: gmailConnection({ tokenUrl: googleTokenUrl }), baseUrl: gmailUrl },
  ];
  return runJobs(db, {
    worker,
    handlers: { email_connection_test: testConnection(tests), email_sync: emailSync },
  });
});
