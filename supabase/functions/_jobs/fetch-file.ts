/**
 * Fetches the bytes of a synced file: stores them in the bucket under the path of this attempt, then has the
 * database add them to the document and end the job in one transaction. A file that cannot be fetched becomes a
 * dead letter with the reason; every other error is retried.
 */
import { fileFetchOf } from "../_db/file-fetches.ts";
import { sha256Of, writeObject } from "../_db/files.ts";
import { type FileSource, UnfetchableFile } from "../_integrations/files/port.ts";
import { SyncError } from "../_integrations/sync-port.ts";
import { type JobHandler, PermanentError, RetryLaterError } from "./worker.ts";

/** Runs jobs of the kind `file_fetch`. */
export function fetchFile(sources: { source: FileSource; baseUrl: string }[]): JobHandler {
  return async (job, { db, signal }) => {
    const fileFetch = fileFetchOf(db, { job_id: job.id, attempt: job.attempt });
    const lease = await fileFetch.lease();
    if (lease.state === "gone") return "handled";
    const match = sources.find(({ source }) => source.provider === lease.provider);
    if (!match) throw new PermanentError(`No adapter fetches files of ${lease.provider}`);
    if (!lease.secret) throw new PermanentError("No secret is stored. Connect the vendor again");
    try {
      const bytes = await match.source.fetch({
        externalId: lease.external_id,
        exportType: lease.export_type,
        settings: lease.settings,
        secret: lease.secret,
        baseUrl: match.baseUrl,
        maxBytes: lease.max_bytes,
        signal,
      });
      if (bytes.byteLength === 0) throw new UnfetchableFile("empty_file", "The file is empty");
      await writeObject(db, lease, bytes);
      await fileFetch.store(lease, await sha256Of(bytes), bytes.byteLength);
    } catch (error) {
      if (error instanceof UnfetchableFile) await fileFetch.fail(error.code, error.message);
      else if (error instanceof SyncError && error.retryAfterMs !== null) {
        throw new RetryLaterError(error.message, error.retryAfterMs);
      } else throw error;
    }
    return "handled";
  };
}
