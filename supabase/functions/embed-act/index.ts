import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { announceModel, embedNextTexts } from "../_jobs/embed-texts.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Creates vectors for published passages that have none from the configured model. */
export default serveBackground("embed-act", async (db, worker) => {
  const { embedding } = readEnv();
  await announceModel(db, embedding);
  return runJobs(db, {
    worker,
    // Only one batch, because the database wakes another worker for the next one, which has its own CPU time.
    batch: 1,
    maxJobs: 1,
    maxWaitMs: 0,
    handlers: { source_embed: embedNextTexts(embedding) },
  });
});
