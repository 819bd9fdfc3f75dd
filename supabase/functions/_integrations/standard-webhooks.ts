import { Webhook, WebhookVerificationError } from "standardwebhooks";

const NAMES = ["id", "timestamp", "signature"] as const;
/** Vendors that sign through Svix use its header names. */
const PREFIXES = ["webhook", "svix"];

export interface Delivery {
  /** The same for every attempt of one delivery. */
  id: string;
  /** The text that was signed, byte for byte. */
  body: string;
}

/**
 * Returns a delivery if one of the secrets signed it within the last five minutes, according to Standard Webhooks;
 * otherwise null. Several secrets are valid during a rotation. `body` must be the raw bytes, because JSON that was
 * parsed and written again has another signature.
 */
export function verifyStandardWebhook(
  body: Uint8Array,
  headers: Headers,
  secrets: string[],
): Delivery | null {
  const signature = signedHeaders(headers);
  const text = decode(body);
  if (!signature || text === null) return null;
  const isSigned = secrets.some((secret) => isSignedBy(secret, text, signature));
  return isSigned ? { id: signature["webhook-id"], body: text } : null;
}

/** Secrets as the operator writes them: separated by spaces or commas. */
export function webhookSecrets(text: string): string[] {
  // Supabase writes the version of the signature in front of a secret.
  return text.split(/[\s,]+/).filter((part) => part !== "" && part !== "v1");
}

type SignedHeaders = Record<`webhook-${(typeof NAMES)[number]}`, string>;

/** All three headers must have the same prefix. */
function signedHeaders(headers: Headers): SignedHeaders | null {
  for (const prefix of PREFIXES) {
    const values = NAMES.map((name) => [`webhook-${name}`, headers.get(`${prefix}-${name}`)]);
    if (values.every(([, value]) => value)) return Object.fromEntries(values) as SignedHeaders;
  }
  return null;
}

function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function isSignedBy(secret: string, body: string, headers: SignedHeaders): boolean {
  let webhook: Webhook;
  try {
    webhook = new Webhook(secret);
  } catch {
    // A malformed secret in the list must not disable the others.
    return false;
  }
  try {
    webhook.verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
