/**
 * Processes an upload, one step per job: fetches the file and continues to read where the last step stopped, creates
 * vectors if a model is configured, and publishes. The result of a step, its end and the next step's job are one
 * transaction, so that no result is duplicated or missing. A file that cannot be read ends the upload with the
 * reason; every other error is retried, and after too many, the database ends the upload.
 */
import { checkHash, readObject, sha256Of } from "../_db/files.ts";
import { indexingOf, type LeasedUpload } from "../_db/indexing.ts";
import { extractStep } from "../_files/documents/extract.ts";
import { UnreadableFile } from "../_files/unreadable.ts";
import { embedNextTexts } from "./embed-texts.ts";
import type { JobHandler } from "./worker.ts";

/** Half of the CPU time that the hosted platform gives a request. Fetching and storing need the other half. */
const BUDGET_MS = 1_000;
const FETCH_WITHIN_MS = 30_000;

type Extract = typeof extractStep;

/** Runs jobs of the kind `document_index`. */
export function indexDocument(
  extract: Extract = extractStep,
  budgetMs = BUDGET_MS,
  embed: JobHandler = embedNextTexts(null),
): JobHandler {
  return async (job, call) => {
    const { db, signal } = call;
    const indexing = indexingOf(db, { job_id: job.id, attempt: job.attempt });
    const lease = await indexing.lease();
    if (lease.state === "gone") return "handled";
    if (lease.step === "embed") return embed(job, call);
    if (lease.step === "publish") await indexing.publish();
    else await read(lease);
    return "handled";

    async function read(upload: LeasedUpload): Promise<unknown> {
      const timeout = AbortSignal.timeout(FETCH_WITHIN_MS);
      const bytes = await readObject(db, upload, AbortSignal.any([signal, timeout]));
      if (!bytes) {
        await checkHash(db, upload, null);
        return indexing.fail("file_missing", "The file no longer exists. Upload it again.");
      }
      const sha256 = await sha256Of(bytes);
      if (!(await checkHash(db, upload, sha256))) {
        const reason = "The stored file differs from the uploaded one. Upload it again.";
        return indexing.fail("file_changed", reason);
      }
      const { file_name: fileName, content_type: contentType, kind, title, cursor } = upload;
      try {
        const input = { bytes, fileName, contentType, kind, title };
        return await indexing.storeExtracted({
          ...(await extract(input, cursor, budgetMs)),
          sha256,
        });
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        return indexing.fail(error.code, error.message);
      }
    }
  };
}
