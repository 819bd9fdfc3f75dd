import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { announceModel, embedNextTexts } from "../_jobs/embed-texts.ts";
import { indexDocument } from "../_jobs/index-document.ts";
import { removeRequestFile } from "../_jobs/remove-request-file.ts";
import { runJobs } from "../_jobs/worker.ts";

// A file of the largest size and its results need memory, so files are processed one after the other.
let previousStep: Promise<unknown> = Promise.resolve();

/** Processes one step of one document, which is as much as a hosted request may do, or deletes an unsent file. */
export default serveBackground("document-act", (db, worker) => {
  const { embedding } = readEnv();
  const step = previousStep.then(async () => {
    await announceModel(db, embedding);
    return runJobs(db, {
      worker,
      batch: 1,
      maxJobs: 1,
      // For the next step, the database wakes another worker.
      maxWaitMs: 0,
      handlers: {
        document_index: indexDocument(undefined, undefined, embedNextTexts(embedding)),
        request_file_remove: removeRequestFile,
      },
    });
  });
  previousStep = step.catch(() => {});
  return step;
});
