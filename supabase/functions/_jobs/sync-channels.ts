/**
 * The channels of a stream. A run opens them, replaces them while the earlier ones are still valid, and stops those
 * that are no longer needed. No failure here ends the run, because polling needs no channel. The channels of a
 * disconnected vendor are stopped without a run.
 */
import type { Db } from "../_db/client.ts";
import { type BegunSync, type ClosingSync, receiveSyncPush, type syncOf } from "../_db/syncs.ts";
import type { PushChannels, PushReader } from "../_integrations/push-channels.ts";
import { SyncError, type SyncFailure } from "../_integrations/sync-port.ts";
import { RetryLaterError } from "./worker.ts";

/** A refusal concerns one resource, which is tried again after a day. Any other failure also affects the listing. */
const REFUSALS: SyncFailure[] = ["forbidden", "invalid_response", "cursor_died"];
const RETRY_MS = 86_400_000;

export interface ChannelRun {
  channels: PushChannels;
  /** The address to which the vendor sends pushes. */
  address: string;
  sync: ReturnType<typeof syncOf>;
  run: BegunSync;
  settings: Record<string, unknown>;
  baseUrl: string;
  signal: AbortSignal;
  mayGoOn: () => boolean;
}

/** Returns how many channels it opened or stopped at the vendor. */
export async function renewChannels(work: ChannelRun): Promise<number> {
  const { channels, address, sync, run, settings, baseUrl, signal, mayGoOn } = work;
  const { secret } = run;
  if (!secret) return 0;
  const request = { settings, secret, baseUrl, signal };
  let calls = 0;
  try {
    const plan = await sync.planChannels(run.run_id, channels.resources(settings), address);
    for (const resource of plan.open) {
      if (!mayGoOn()) return calls;
      calls += 1;
      const channel = await channels
        .open({ ...request, resource, address })
        .catch((error: unknown) => refusalOf(error));
      await sync.openChannel(
        run.run_id,
        { resource, address },
        channel instanceof SyncError
          ? {
              failure: channel.message,
              expiresAt: new Date(Date.now() + RETRY_MS).toISOString(),
            }
          : channel,
      );
    }
    for (const { id, external_id, external_resource_id } of plan.stop) {
      if (!mayGoOn()) return calls;
      calls += 1;
      await channels
        .stop({ ...request, externalId: external_id, externalResourceId: external_resource_id })
        .catch((error: unknown) => refusalOf(error));
      await sync.closeChannel(run.run_id, id);
    }
  } catch (error) {
    // The listing fails in the same way, and reports the failure.
    if (!(error instanceof SyncError) || signal.aborted) throw error;
  }
  return calls;
}

/** The number of attempts to stop the channels of a disconnected vendor that does not answer. */
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 30_000;

/** Stops the channels of a disconnected vendor. One that cannot be stopped expires on its own. */
export async function stopChannels(work: {
  channels: PushChannels | undefined;
  closing: ClosingSync;
  attempt: number;
  baseUrl: string;
  signal: AbortSignal;
}): Promise<void> {
  const { channels, closing, attempt, baseUrl, signal } = work;
  const { secret, settings } = closing;
  if (!channels || !secret) return;
  let failure: SyncError | undefined;
  for (const {
    external_id: externalId,
    external_resource_id: externalResourceId,
  } of closing.channels) {
    try {
      await channels.stop({ settings, secret, baseUrl, signal, externalId, externalResourceId });
    } catch (error) {
      if (!(error instanceof SyncError) || signal.aborted) throw error;
      if (error.failure === "unavailable" || error.failure === "rate_limited") failure = error;
    }
  }
  if (failure && attempt < MAX_ATTEMPTS) {
    throw new RetryLaterError(
      failure.message,
      Math.min(failure.retryAfterMs ?? PAUSE_MS, 10 * PAUSE_MS),
    );
  }
}

function refusalOf(error: unknown): SyncError {
  if (error instanceof SyncError && REFUSALS.includes(error.failure)) return error;
  throw error;
}

/** Receives the pushes of one vendor for a background function. */
export function pushesOf(slug: string, reader: PushReader) {
  return {
    isPush: reader.isPush,
    async receive(db: Db, headers: Headers, body: string): Promise<object | null> {
      const push = reader.read(headers, body);
      if (!push) return null;
      const state = await receiveSyncPush(db, slug, push);
      return state === "refused" ? null : { state };
    },
  };
}
