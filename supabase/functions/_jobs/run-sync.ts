/**
 * Reads a stream page by page. Each page is requested from the vendor and stored together with its cursor. If a
 * worker dies, the cursor is not ahead of the rows, and the next worker continues there. Each failure of a vendor
 * ends the run with a reason; the database decides what follows.
 */
import { syncOf } from "../_db/syncs.ts";
import type { PushChannels } from "../_integrations/push-channels.ts";
import { type SyncAdapter, SyncError, type SyncPage } from "../_integrations/sync-port.ts";
import { renewChannels, stopChannels } from "./sync-channels.ts";
import { type JobHandler, PermanentError } from "./worker.ts";

/** An adapter, and the address of its vendor. */
export interface SyncSource {
  adapter: SyncAdapter;
  baseUrl: string;
  /** Settings for the adapter that come from the mapped lists, in addition to the stored ones. */
  settingsOf?: (scopes: string[]) => Record<string, unknown>;
  /** The vendor's channels, and our address for its pushes. Without an address, no channel is opened. */
  pushes?: { channels: PushChannels; address: string | null };
}

/** Leaves time for one more page within the limit of a hosted function. */
const BUDGET_MS = 60_000;

const endings = { more: "out_of_time", done: "completed", full: "storage_full" } as const;
const NO_ROOM =
  "Your organization has reached its limit for stored emails. Ask the operator to raise it";

/** Runs the jobs of sync streams. The worker loop renews the lease. */
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
    // Channels are opened before the listing, so that each change is either listed or announced.
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
