import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { announceModel, embedNextTexts } from "../_jobs/embed-texts.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Makes vectors of published passages that have none of the configured model. */
export default serveBackground("embed-act", async (db, worker) => {
  const { embedding } = readEnv();
  await announceModel(db, embedding);
  return runJobs(db, {
    worker,
    // A batch and no more: the database wakes another worker for the next, with CPU time of its own.
    batch: 1,
    maxJobs: 1,
    patienceMs: 0,
    handlers: { source_embed: embedNextTexts(embedding) },
  });
});
