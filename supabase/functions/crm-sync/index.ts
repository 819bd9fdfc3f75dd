import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { hubSpotConnection } from "../_integrations/connections/hubspot.ts";
import { hubSpot } from "../_integrations/crm/hubspot.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads companies, contacts and deals from connected CRMs. */
export default serveBackground("crm-sync", (db, worker) => {
  const baseUrl = readEnv().vendors.hubSpotUrl;
  const sources = hubSpot().map((adapter) => ({ adapter, baseUrl }));
  return runJobs(db, {
    worker,
    handlers: {
      crm_connection_test: testConnection([{ test: hubSpotConnection(), baseUrl }]),
      crm_sync: runSync(sources),
    },
  });
});
