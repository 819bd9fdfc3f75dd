import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { hubSpot } from "../_integrations/crm/hubspot.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads companies, contacts and deals from connected CRMs. */
export default serveBackground("crm-sync", (db, worker) => {
  const baseUrl = readEnv().vendors.hubSpotUrl;
  const sources = hubSpot().map((adapter) => ({ adapter, baseUrl }));
  return runJobs(db, { worker, handlers: { crm_sync: runSync(sources) } });
});
