import { receiveMeetingDelivery } from "../_db/meetings.ts";
import { readEnv } from "../_env.ts";
import { serveWebhook } from "../_http/webhook.ts";
import { verifyStandardWebhook, webhookSecrets } from "../_integrations/standard-webhooks.ts";

/**
 * A recorder reports that a meeting was recorded. The report is only a hint: it is not stored, but the job that reads
 * the vendor's listing becomes due.
 */
export default serveWebhook(
  "meeting-webhook",
  (body, headers) =>
    verifyStandardWebhook(body, headers, webhookSecrets(readEnv().meetingWebhookSecrets)),
  async (db, { id, body }) => {
    if (!namesRecording(body)) return { state: "ignored" };
    return { state: (await receiveMeetingDelivery(db, id)) ? "accepted" : "known" };
  },
);

function namesRecording(body: string): boolean {
  try {
    const recording = (JSON.parse(body) as { recording_id?: unknown } | null)?.recording_id;
    return typeof recording === "number" || (typeof recording === "string" && recording !== "");
  } catch {
    return false;
  }
}
