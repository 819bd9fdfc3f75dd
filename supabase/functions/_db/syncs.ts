import { z } from "zod";
import type { Enums, Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import type { Lease } from "./executions.ts";

const Channel = z.object({
  id: z.string(),
  external_id: z.string(),
  external_resource_id: z.string().nullable(),
});

const SyncStart = z.discriminatedUnion("state", [
  z.object({ state: z.literal("gone") }),
  z.object({
    state: z.literal("closing"),
    provider: z.string(),
    stream: z.string(),
    secret: z.string().nullable(),
    settings: z.looseObject({}),
    channels: z.array(Channel),
  }),
  z.object({
    state: z.literal("begun"),
    run_id: z.string(),
    provider: z.string(),
    stream: z.string(),
    cursor: z.string().nullable(),
    secret: z.string().nullable(),
    is_storage_full: z.boolean().default(false),
    settings: z.looseObject({ scopes: z.array(z.string()), time_zone: z.string() }),
  }),
]);
export type BegunSync = Extract<z.output<typeof SyncStart>, { state: "begun" }>;
export type ClosingSync = Extract<z.output<typeof SyncStart>, { state: "closing" }>;

const ChannelPlan = z.object({
  open: z.array(z.string()),
  stop: z.array(Channel),
});
const PushResult = z.object({ state: z.enum(["refused", "known", "ignored", "accepted"]) });

/** A channel that a vendor opened, or the reason why it did not. */
type ChannelResult =
  | {
      externalId: string;
      externalResourceId: string | null;
      proof: { token: string } | { secret: string };
      expiresAt: string;
    }
  | { failure: string; expiresAt: string };

interface Push {
  channelId: string;
  isChange: boolean;
  messageId: string | null;
  proof: { token: string } | { body: string; signature: string };
}

const PageResult = z.object({ state: z.enum(["more", "done", "full"]) });

export interface SyncEnd {
  reason: Enums<"sync_end">;
  error?: string;
  retryAfterMs?: number | null;
  calls?: number;
}

/** The SQL functions of a sync run, for the worker that has its job. */
export function syncOf(db: Db, lease: Lease) {
  return {
    async begin() {
      return SyncStart.parse(await callFunction(db, "begin_sync_run", { ...lease }));
    },
    /** Stores a page, its cursor and its counts in one transaction. */
    async apply(run_id: string, from_cursor: string | null, page: object) {
      const answer = await callFunction(db, "apply_sync_page", {
        ...lease,
        run_id,
        // The generated type wrongly excludes null.
        from_cursor: from_cursor as string,
        page: page as Json,
      });
      return PageResult.parse(answer).state;
    },
    async end(run_id: string, { reason, error, retryAfterMs, calls }: SyncEnd) {
      await callFunction(db, "end_sync_run", {
        ...lease,
        run_id,
        reason,
        ...(error !== undefined && { error }),
        ...(typeof retryAfterMs === "number" && { retry_after_ms: Math.round(retryAfterMs) }),
        ...(calls !== undefined && { calls }),
      });
    },
    /** The channels to open and to stop. */
    async planChannels(run_id: string, resources: string[], address: string) {
      const plan = await callFunction(db, "plan_sync_channels", {
        ...lease,
        run_id,
        resources,
        address,
      });
      return ChannelPlan.parse(plan);
    },
    async openChannel(
      run_id: string,
      target: { resource: string; address: string },
      result: ChannelResult,
    ) {
      const { expiresAt: expires_at } = result;
      await callFunction(db, "open_sync_channel", {
        ...lease,
        run_id,
        ...target,
        expires_at,
        ...("failure" in result
          ? { failure: result.failure }
          : {
              external_id: result.externalId,
              ...(result.externalResourceId !== null && {
                external_resource_id: result.externalResourceId,
              }),
              ...("token" in result.proof
                ? { token_hash: await sha256(result.proof.token) }
                : { secret: result.proof.secret }),
            }),
      });
    },
    async closeChannel(run_id: string, channel_id: string) {
      await callFunction(db, "close_sync_channel", { ...lease, run_id, channel_id });
    },
    /** Deletes the channels of a disconnected vendor, and ends the job. */
    async endChannels() {
      await callFunction(db, "end_sync_channels", { ...lease });
    },
  };
}

/** The result of a push: `refused` if its proof is invalid. */
export async function receiveSyncPush(db: Db, function_slug: string, push: Push) {
  const { channelId: channel_id, isChange: is_change, messageId, proof } = push;
  const answer = await callFunction(db, "receive_sync_push", {
    function_slug,
    channel_id,
    is_change,
    ...(messageId !== null && { message_id: messageId }),
    ...proof,
  });
  return PushResult.parse(answer).state;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
