/**
 * Fault of @supabase/lite 0.10.0: it answers 500 if the email address is a number, and accepts forms, which the rules
 * of the gateway do not check. Hosted Auth answers 400 and accepts JSON. Repair: Lite always gets a JSON object, and
 * texts in it are strings.
 */
import { GatewayError } from "../../gateway/gateway-errors.ts";

export type AuthBody = Record<string, unknown>;

const TEXTS = [
  "email",
  "phone",
  "password",
  "current_password",
  "nonce",
  "type",
  "token",
  "token_hash",
  "refresh_token",
  "auth_code",
  "code_verifier",
];

/** Undefined without a body. Throws a GatewayError of 400 for anything but an object. */
export function readAuthBody(
  bytes: Uint8Array | null,
  contentType: string | null,
): AuthBody | undefined {
  const text = new TextDecoder().decode(bytes ?? undefined);
  if (text === "") return undefined;
  const body = contentType?.toLowerCase().startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(text))
    : parseJson(text);
  if (body === null || typeof body !== "object" || Array.isArray(body)) {
    throw refusal("bad_json", "Could not parse request body as JSON: an object is expected");
  }
  for (const name of TEXTS) {
    const value = (body as AuthBody)[name];
    if (value === undefined) continue;
    if (typeof value !== "string" || value.includes("\0")) {
      throw refusal("validation_failed", `${name} must be a string`);
    }
  }
  return body as AuthBody;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(error_code: string, message: string): GatewayError {
  return new GatewayError(400, { code: 400, error_code, msg: message, message });
}
