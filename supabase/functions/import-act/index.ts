import { applyStoredImport } from "../_db/portfolio-imports.ts";
import { serveBackground } from "../_http/background.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Applies imports that are too large for one request. */
export default serveBackground("import-act", (db, worker) =>
  runJobs(db, {
    worker,
    // Imports run one after the other: each needs much memory, and the database runs only one per organization
    // anyway.
    batch: 1,
    handlers: {
      portfolio_import: async (job) => {
        await applyStoredImport(db, job.id, job.attempt);
        return "handled";
      },
    },
  }),
);
