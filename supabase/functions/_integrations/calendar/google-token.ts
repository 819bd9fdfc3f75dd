import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { accessToken, forgetAccessToken } from "../access-tokens.ts";
import { askVendor, failureOf } from "../request.ts";
import { VendorError } from "../vendor-error.ts";

/** The fields of a Google service account's key file that are needed to sign in. */
export const ServiceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith("-----BEGIN PRIVATE KEY-----"),
  private_key_id: z.string().optional(),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

const SCOPE = "https://www.googleapis.com/auth/calendar.events";
const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/**
 * Returns an access token that acts as `subject`, a person in the organization's domain, and caches it until shortly
 * before it expires. The token address never comes from the key file: an admin's secret must not decide where the
 * service sends requests.
 */
export async function googleToken(
  account: ServiceAccount,
  subject: string,
  tokenUrl: string,
  signal: AbortSignal,
  scope = SCOPE,
): Promise<string> {
  // The cache key contains the private key: knowing the name of another organization's account does not give its token.
  const grant = [tokenUrl, account.client_email, account.private_key, subject, scope].join(" ");
  const request = () => askForToken(account, subject, tokenUrl, scope);
  return await accessToken(grant, request, signal);
}

export { forgetAccessToken as forgetGoogleToken };

/**
 * The request has its own timeout and ignores the caller's signal, because other callers may wait for the same token.
 */
async function askForToken(
  account: ServiceAccount,
  subject: string,
  tokenUrl: string,
  scope: string,
) {
  const answer = await askVendor({
    vendor: "Google",
    method: "POST",
    url: tokenUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    form: {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: await assertionOf(account, subject, tokenUrl, scope),
    },
    signal: new AbortController().signal,
  }).catch((error: VendorError) => {
    // A request for a token changes nothing at Google, so it can be repeated even if its result is unknown.
    throw new VendorError("busy", error.message, error.retryAfterMs);
  });
  const failure = failureOf("Google", answer);
  if (failure?.failure === "refused") throw refusedSignIn(account, subject);
  if (failure) throw new VendorError("busy", failure.message, failure.retryAfterMs);
  const parsed = Answer.safeParse(answer.body);
  if (!parsed.success) throw new VendorError("busy", "Google sent an unreadable response");
  const { access_token: token, expires_in } = parsed.data;
  return { token, lifetimeMs: expires_in * 1000 };
}

async function assertionOf(
  account: ServiceAccount,
  subject: string,
  tokenUrl: string,
  scope: string,
): Promise<string> {
  try {
    const key = await importPKCS8(account.private_key, "RS256");
    return await new SignJWT({ scope })
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
    `Google does not let ${account.client_email} act as ${subject}. Ask an admin to connect it again`,
  );
}
