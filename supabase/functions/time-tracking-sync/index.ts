import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { harvestConnection } from "../_integrations/connections/harvest.ts";
import { harvestHours } from "../_integrations/time/harvest-hours.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads hours from connected time trackers. */
export default serveBackground("time-tracking-sync", (db, worker) => {
  const baseUrl = readEnv().vendors.harvestUrl;
  return runJobs(db, {
    worker,
    handlers: {
      time_tracking_connection_test: testConnection([{ test: harvestConnection(), baseUrl }]),
      time_tracking_sync: runSync([{ adapter: harvestHours(), baseUrl }]),
    },
  });
});
