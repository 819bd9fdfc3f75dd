import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { askVendor, failureOf } from "../request.ts";
import { VendorError } from "../vendor-error.ts";

/** The part of a Google service account's key file that signing in takes. */
export const ServiceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith("-----BEGIN PRIVATE KEY-----"),
  private_key_id: z.string().optional(),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

const SCOPE = "https://www.googleapis.com/auth/calendar.events";
const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const EARLY_MS = 60_000;
const tokens = new Map<string, { token: string; until: number }>();

/**
 * An access token that acts as `subject`, a person of the organization's domain. Kept until shortly
 * before it ends. The address is never taken from the key file: an admin's secret must not say where
 * the service sends requests.
 */
export async function googleToken(
  account: ServiceAccount,
  subject: string,
  tokenUrl: string,
  signal: AbortSignal,
): Promise<string> {
  // The key itself and not its name: whoever names another organization's account has not its token.
  const key = [tokenUrl, account.client_email, account.private_key, subject].join(" ");
  const known = tokens.get(key);
  if (known && known.until > Date.now()) return known.token;

  const answer = await askVendor({
    vendor: "Google",
    method: "POST",
    url: tokenUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    form: {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: await assertionOf(account, subject, tokenUrl),
    },
    signal,
  }).catch((error: VendorError) => {
    // Whatever happened to the request, no event was touched by it.
    throw new VendorError("busy", error.message, error.retryAfterMs);
  });
  const failure = failureOf("Google", answer);
  if (failure?.failure === "refused") throw refusedSignIn(account, subject);
  if (failure) throw new VendorError("busy", failure.message, failure.retryAfterMs);
  const parsed = Answer.safeParse(answer.body);
  if (!parsed.success) throw new VendorError("busy", "Google sent an unreadable answer");
  const { access_token: token, expires_in } = parsed.data;
  tokens.set(key, { token, until: Date.now() + expires_in * 1000 - EARLY_MS });
  return token;
}

/** Forgets a token that was refused, so that the next try asks for another. */
export function forgetGoogleToken(token: string): void {
  for (const [key, known] of tokens) if (known.token === token) tokens.delete(key);
}

async function assertionOf(
  account: ServiceAccount,
  subject: string,
  tokenUrl: string,
): Promise<string> {
  try {
    const key = await importPKCS8(account.private_key, "RS256");
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({
        alg: "RS256",
        typ: "JWT",
        ...(account.private_key_id && { kid: account.private_key_id }),
      })
      .setIssuer(account.client_email)
      .setSubject(subject)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(key);
  } catch {
    throw new VendorError(
      "refused",
      "The key of the Google service account is invalid. Ask an admin to connect it again",
    );
  }
}

function refusedSignIn(account: ServiceAccount, subject: string): VendorError {
  return new VendorError(
    "refused",
    `Google does not let ${account.client_email} act as ${subject}. An admin must connect it again`,
  );
}
