import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { fathomMeetings } from "../_integrations/meetings/fathom-meetings.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads meetings from connected recorders. */
export default serveBackground("meeting-sync", (db, worker) => {
  const sources = [{ adapter: fathomMeetings(), baseUrl: readEnv().vendors.fathomUrl }];
  return runJobs(db, { worker, handlers: { meeting_sync: runSync(sources) } });
});
