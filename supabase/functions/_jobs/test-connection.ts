/**
 * Tests a connection with the stored secret. The vendor is called once or a few times, and its acceptance or refusal
 * becomes the result. A failure is not retried, because an admin is waiting.
 */
import { type ConnectionTestEnd, connectionTestOf } from "../_db/connection-tests.ts";
import { ConnectionRefusal, type ConnectionTest } from "../_integrations/connections/port.ts";
import { SyncError, type SyncFailure } from "../_integrations/sync-port.ts";
import { type JobHandler, PermanentError } from "./worker.ts";

/** A vendor that takes longer counts as unavailable. */
const PATIENCE_MS = 15_000;

const results: Record<SyncFailure, ConnectionTestEnd["result"]> = {
  grant_dead: "rejected",
  forbidden: "forbidden",
  rate_limited: "rate_limited",
  unavailable: "unavailable",
  invalid_response: "invalid_response",
  cursor_died: "invalid_response",
};

/** Runs the jobs of connection tests. */
export function testConnection(
  sources: { test: ConnectionTest; baseUrl: string }[],
  patienceMs = PATIENCE_MS,
): JobHandler {
  return async (job, { db, signal }) => {
    const testing = connectionTestOf(db, { job_id: job.id, attempt: job.attempt });
    const connection = await testing.begin();
    if (connection.state === "gone") return "handled";
    const source = sources.find(({ test }) => test.provider === connection.provider);
    if (!source) throw new PermanentError(`No adapter tests ${connection.provider}`);
    const { settings, secret, version } = connection;
    try {
      if (!secret) throw new ConnectionRefusal("secret", new SyncError("grant_dead", "No secret"));
      const { lists, hasMore } = await source.test.run({
        settings,
        secret,
        baseUrl: source.baseUrl,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      });
      await testing.end(version, { result: "accepted", lists, hasMore });
    } catch (error) {
      // A request that was aborted because the lease ended is not a failure of the vendor.
      if (!(error instanceof ConnectionRefusal) || signal.aborted) throw error;
      const { failure, status, retryAfterMs } = error.error;
      const { resource } = error;
      await testing.end(version, { result: results[failure], status, resource, retryAfterMs });
    }
    return "handled";
  };
}
