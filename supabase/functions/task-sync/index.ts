import type { Db } from "../_db/client.ts";
import { pushAddress } from "../_db/public-address.ts";
import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { clickUpConnection } from "../_integrations/connections/clickup.ts";
import { linearConnection } from "../_integrations/connections/linear.ts";
import { clickUpTasks } from "../_integrations/tasks/clickup-tasks.ts";
import { clickUpPushes, clickUpWebhooks } from "../_integrations/tasks/clickup-webhooks.ts";
import { linearTasks } from "../_integrations/tasks/linear-tasks.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { pushesOf } from "../_jobs/sync-channels.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { runJobs } from "../_jobs/worker.ts";

const SLUG = "task-sync";

/** Reads tasks from connected task trackers. */
export default serveBackground(SLUG, work, pushesOf(SLUG, clickUpPushes));

function work(db: Db, worker: string): Promise<object> {
  const { clickUpUrl, linearUrl } = readEnv().vendors;
  const sources = [
    {
      adapter: clickUpTasks(),
      baseUrl: clickUpUrl,
      settingsOf: (list_ids: string[]) => ({ list_ids }),
      pushes: { channels: clickUpWebhooks(), address: pushAddress(SLUG) },
    },
    { adapter: linearTasks(), baseUrl: linearUrl },
  ];
  const tests = [
    { test: clickUpConnection(), baseUrl: clickUpUrl },
    { test: linearConnection(), baseUrl: linearUrl },
  ];
  return runJobs(db, {
    worker,
    handlers: { task_connection_test: testConnection(tests), task_sync: runSync(sources) },
  });
}
