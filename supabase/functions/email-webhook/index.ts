import { receiveEmailDelivery } from "../_db/emails.ts";
import { readEnv } from "../_env.ts";
import { serveWebhook } from "../_http/webhook.ts";
import { verifyStandardWebhook, webhookSecrets } from "../_integrations/standard-webhooks.ts";

/**
 * Resend reports that an email has arrived. The report has no text and is only a hint: it makes the job that reads
 * Resend's listing due.
 */
export default serveWebhook(
  "email-webhook",
  (body, headers) =>
    verifyStandardWebhook(body, headers, webhookSecrets(readEnv().emailWebhookSecrets)),
  async (db, { id, body }) => {
    if (!isReceivedEmail(body)) return { state: "ignored" };
    const isNew = await receiveEmailDelivery(db, id, "resend");
    return { state: isNew ? "accepted" : "known" };
  },
);

function isReceivedEmail(body: string): boolean {
  try {
    return (JSON.parse(body) as { type?: unknown } | null)?.type === "email.received";
  } catch {
    return false;
  }
}
