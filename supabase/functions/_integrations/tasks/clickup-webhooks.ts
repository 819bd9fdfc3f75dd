import { z } from "zod";
import { fixedCredentials, listing, read, settingsOf } from "../listing.ts";
import type { PushChannels, PushReader } from "../push-channels.ts";
import { clickUpFailure } from "./clickup-tasks.ts";

const VENDOR = "ClickUp";
/** ClickUp suspends a webhook that fails too often, without a report, so a new one replaces it in time. */
const LIFETIME_MS = 30 * 86_400_000;
const EVENTS = [
  "taskCreated",
  "taskUpdated",
  "taskDeleted",
  "taskStatusUpdated",
  "taskAssigneeUpdated",
  "taskDueDateUpdated",
  "taskTagUpdated",
  "taskMoved",
  "taskTimeEstimateUpdated",
];

const Settings = z.object({ team_id: z.string().regex(/^\d+$/) });
const Created = z.object({ id: z.string().min(1), webhook: z.object({ secret: z.string() }) });
const Delivery = z.object({ webhook_id: z.string().min(1) });

/** One webhook for the workspace. */
export function clickUpWebhooks(now: () => Date = () => new Date()): PushChannels {
  const vendorOf = (secret: string, signal: AbortSignal) =>
    listing(VENDOR, fixedCredentials({ authorization: secret }), signal, clickUpFailure);
  return {
    resources: (settings) => [settingsOf(VENDOR, Settings, settings).team_id],
    async open({ resource, address, secret, baseUrl, signal }) {
      const answer = await vendorOf(secret, signal).ask({
        url: `${baseUrl}/v2/team/${encodeURIComponent(resource)}/webhook`,
        method: "POST",
        body: { endpoint: address, events: EVENTS },
      });
      const { id, webhook } = read(VENDOR, Created, answer);
      return {
        externalId: id,
        externalResourceId: null,
        proof: { secret: webhook.secret },
        expiresAt: new Date(now().getTime() + LIFETIME_MS).toISOString(),
      };
    },
    async stop({ externalId, secret, baseUrl, signal }) {
      await vendorOf(secret, signal).ask({
        url: `${baseUrl}/v2/webhook/${encodeURIComponent(externalId)}`,
        method: "DELETE",
        accept: 404,
      });
    },
  };
}

/** Pushes of ClickUp are signed, and their body names the webhook. */
export const clickUpPushes: PushReader = {
  isPush: (headers) => headers.has("x-signature"),
  read(headers, body) {
    const signature = headers.get("x-signature");
    const delivery = Delivery.safeParse(parseJson(body)).data;
    // The database cannot store text that contains NUL.
    if (!signature || !delivery || body.includes("\0")) return null;
    return {
      channelId: delivery.webhook_id,
      isChange: true,
      messageId: null,
      proof: { body, signature },
    };
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
