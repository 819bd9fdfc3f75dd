/**
 * Reads a stream page by page: request it from the vendor, store it together with its cursor, continue. If a
 * worker dies, the cursor is never ahead of the rows, and the next worker continues there. Each failure of a
 * vendor ends the run with a reason; the database decides what follows.
 */
import { syncOf } from "../_db/syncs.ts";
import type { PushChannels } from "../_integrations/push-channels.ts";
import { type SyncAdapter, SyncError, type SyncPage } from "../_integrations/sync-port.ts";
import { renewChannels, stopChannels } from "./sync-channels.ts";
import { type JobHandler, PermanentError } from "./worker.ts";

/** An adapter with the address of its vendor. */
export interface SyncSource {
  adapter: SyncAdapter;
  baseUrl: string;
  /** Settings that the adapter reads in addition to the stored ones, from the mapped lists. */
  settingsOf?: (scopes: string[]) => Record<string, unknown>;
  /** How the vendor announces changes, and our address for its pushes. Without an address, no channel opens. */
  pushes?: { channels: PushChannels; address: string | null };
}

/** Leaves room for one more page within the time of a hosted function. */
const BUDGET_MS = 60_000;

const endings = { more: "out_of_time", done: "completed", full: "storage_full" } as const;
const NO_ROOM =
  "Your organization has reached its limit for stored emails. Ask the operator to raise it";

/** Runs the jobs of sync streams. The lease is renewed by the loop of workers. */
export function runSync(
  sources: SyncSource[],
  { budgetMs = BUDGET_MS, now = () => performance.now() } = {},
): JobHandler {
  return async (job, { db, signal }) => {
    const sync = syncOf(db, { job_id: job.id, attempt: job.attempt });
    const run = await sync.begin();
    if (run.state === "gone") return "handled";
    const source = sources.find(
      ({ adapter }) => adapter.provider === run.provider && adapter.stream === run.stream,
    );
    if (!source) throw new PermanentError(`No adapter reads ${run.stream} of ${run.provider}`);
    const { adapter, baseUrl, pushes } = source;
    if (run.state === "closing") {
      const { attempt } = job;
      await stopChannels({ channels: pushes?.channels, closing: run, attempt, baseUrl, signal });
      await sync.endChannels();
      return "handled";
    }
    const settings = { ...run.settings, ...source.settingsOf?.(run.settings.scopes) };
    if (run.is_storage_full) {
      await sync.end(run.run_id, { reason: "storage_full", error: NO_ROOM });
      return "handled";
    }
    const end = now() + budgetMs;
    // Channels open before the listing, so that each change is in the listing or announced.
    const channelCalls = pushes?.address
      ? await renewChannels({
          channels: pushes.channels,
          address: pushes.address,
          sync,
          run,
          settings,
          baseUrl,
          signal,
          mayGoOn: () => now() < end,
        })
      : 0;
    let cursor = run.cursor;

    for (;;) {
      let page: SyncPage;
      try {
        if (!run.secret)
          throw new SyncError("grant_dead", "No secret is stored. Connect the vendor again");
        page = await adapter.list({ cursor, settings, secret: run.secret, baseUrl, signal });
        if (page.hasMore && page.cursor === cursor) {
          throw new SyncError("invalid_response", "The listing does not advance");
        }
      } catch (error) {
        // A request that was aborted because the lease ended is not a failure of the vendor.
        if (!(error instanceof SyncError) || signal.aborted) throw error;
        const { failure: reason, message, retryAfterMs } = error;
        await sync.end(run.run_id, {
          reason,
          error: message,
          retryAfterMs,
          calls: channelCalls + 1,
        });
        return "handled";
      }
      const state = await sync.apply(run.run_id, cursor, page);
      cursor = page.cursor;
      if (state === "more" && now() < end) continue;
      await sync.end(run.run_id, {
        reason: endings[state],
        ...(state === "full" && { error: NO_ROOM }),
        ...(channelCalls > 0 && { calls: channelCalls }),
      });
      return "handled";
    }
  };
}
