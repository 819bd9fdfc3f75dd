import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { googleBusyTimes } from "../_integrations/calendar/google-busy.ts";
import { googleEvents } from "../_integrations/calendar/google-events.ts";
import { microsoftBusyTimes } from "../_integrations/calendar/microsoft-busy.ts";
import { microsoftEvents } from "../_integrations/calendar/microsoft-events.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads events and busy times from connected calendars. */
export default serveBackground("calendar-sync", (db, worker) => {
  const { googleCalendarUrl, googleTokenUrl, microsoftGraphUrl, microsoftLoginUrl } =
    readEnv().vendors;
  const google = { tokenUrl: googleTokenUrl };
  const microsoft = { loginUrl: microsoftLoginUrl };
  const sources = [
    { adapter: googleEvents(google), baseUrl: googleCalendarUrl },
    { adapter: googleBusyTimes(google), baseUrl: googleCalendarUrl },
    { adapter: microsoftEvents(microsoft), baseUrl: microsoftGraphUrl },
    { adapter: microsoftBusyTimes(microsoft), baseUrl: microsoftGraphUrl },
  ];
  return runJobs(db, { worker, handlers: { calendar_sync: runSync(sources) } });
});
