import type { Db } from "../_db/client.ts";
import { pushAddress } from "../_db/public-address.ts";
import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { googleBusyTimes } from "../_integrations/calendar/google-busy.ts";
import { googleEvents } from "../_integrations/calendar/google-events.ts";
import { microsoftBusyTimes } from "../_integrations/calendar/microsoft-busy.ts";
import { microsoftEvents } from "../_integrations/calendar/microsoft-events.ts";
import { googleCalendarConnection } from "../_integrations/connections/google.ts";
import { microsoftConnection } from "../_integrations/connections/microsoft.ts";
import { googleCalendarChannels, googlePushes } from "../_integrations/google-channels.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { pushesOf } from "../_jobs/sync-channels.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { runJobs } from "../_jobs/worker.ts";

const SLUG = "calendar-sync";

/** Reads events and busy times from connected calendars. */
export default serveBackground(SLUG, work, pushesOf(SLUG, googlePushes));

function work(db: Db, worker: string): Promise<object> {
  const { googleCalendarUrl, googleTokenUrl, microsoftGraphUrl, microsoftLoginUrl } =
    readEnv().vendors;
  const google = { tokenUrl: googleTokenUrl };
  const microsoft = { loginUrl: microsoftLoginUrl };
  const sources = [
    {
      adapter: googleEvents(google),
      baseUrl: googleCalendarUrl,
      pushes: { channels: googleCalendarChannels(google), address: pushAddress(SLUG) },
    },
    { adapter: googleBusyTimes(google), baseUrl: googleCalendarUrl },
    { adapter: microsoftEvents(microsoft), baseUrl: microsoftGraphUrl },
    { adapter: microsoftBusyTimes(microsoft), baseUrl: microsoftGraphUrl },
  ];
  const tests = [
    { test: googleCalendarConnection(google), baseUrl: googleCalendarUrl },
    { test: microsoftConnection(microsoft), baseUrl: microsoftGraphUrl },
  ];
  return runJobs(db, {
    worker,
    handlers: { calendar_connection_test: testConnection(tests), calendar_sync: runSync(sources) },
  });
}
