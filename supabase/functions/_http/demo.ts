import { readDemoToken, readEnv, readWebhookSecret } from "../_env.ts";
import { errors } from "./errors.ts";

/**
 * Whether this service has the bundled demo dataset to show: only where no variable names an identity provider,
 * outside production, and where the operator set a token.
 */
export function servesDemo(): boolean {
  const { mode, namesIdentityProvider } = readEnv();
  return !namesIdentityProvider && mode === "demo" && readDemoToken() !== null;
}

/** Throws 401 unless the request names the operator's token. */
export function requireDemoToken(request: Request): Promise<void> {
  return requireSecret(request.headers.get("x-demo-token"), readDemoToken());
}

/** The same for a page, whose address carries the token: a browser that opens an address sends no header. */
export function requireDemoTokenOfPage(request: Request): Promise<void> {
  const { searchParams } = new URL(request.url);
  const given = request.headers.get("x-demo-token") ?? searchParams.get("token");
  return requireSecret(given, readDemoToken());
}

/** Throws 401 unless the request names the secret that is shared with the recorder of meetings. */
export function requireWebhookSecret(request: Request): Promise<void> {
  return requireSecret(request.headers.get("x-webhook-secret"), readWebhookSecret());
}

/** How long this takes says nothing about the secret. */
async function requireSecret(given: string | null, secret: string | null): Promise<void> {
  if (secret === null) throw errors.identityProviderNotConfigured();
  if (given === null) throw errors.notSignedIn();
  if (!(await isSame(given, secret))) throw errors.invalidToken();
}

/** Compared by what a key of this moment makes of both: the platform's check takes the same time for any two. */
async function isSame(one: string, other: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
  const mark = await crypto.subtle.sign("HMAC", key, encoder.encode(other));
  return crypto.subtle.verify("HMAC", key, mark, encoder.encode(one));
}
