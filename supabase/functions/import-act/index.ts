import { carryOutImport } from "../_db/portfolio-imports.ts";
import { serveBackground } from "../_http/background.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Carries out imports that are too large to be waited for. */
export default serveBackground("import-act", (db, worker) =>
  runJobs(db, {
    worker,
    // One at a time per organization anyway, and each is heavy.
    batch: 1,
    handlers: {
      portfolio_import: async (job) => {
        await carryOutImport(db, job.id, job.attempt);
        return "handled";
      },
    },
  }),
);
