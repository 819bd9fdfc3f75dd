import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { clickUpTasks } from "../_integrations/tasks/clickup-tasks.ts";
import { linearTasks } from "../_integrations/tasks/linear-tasks.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads tasks from connected task trackers. */
export default serveBackground("task-sync", (db, worker) => {
  const { clickUpUrl, linearUrl } = readEnv().vendors;
  const sources = [
    {
      adapter: clickUpTasks(),
      baseUrl: clickUpUrl,
      settingsOf: (list_ids: string[]) => ({ list_ids }),
    },
    { adapter: linearTasks(), baseUrl: linearUrl },
  ];
  return runJobs(db, { worker, handlers: { task_sync: runSync(sources) } });
});
