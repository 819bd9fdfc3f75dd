import { readEmbeddingEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { announceModel, embedNextTexts } from "../_jobs/embed-texts.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Makes vectors of published pieces that have none of the configured model. */
export default serveBackground("embed-act", async (db, worker) => {
  const env = readEmbeddingEnv();
  await announceModel(db, env);
  return runJobs(db, {
    worker,
    // A batch and no more: the next one wakes another worker, with CPU time of its own.
    batch: 1,
    timeBudgetMs: 500,
    handlers: { source_embed: embedNextTexts(env) },
  });
});
