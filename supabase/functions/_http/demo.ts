import { readEnv } from "../_env.ts";
import { errors } from "./errors.ts";

/**
 * Whether this service has the bundled demo dataset to show: only where no identity provider is configured, outside
 * production, and where the operator set a token.
 */
export function servesDemo(): boolean {
  const { mode, identity, demoToken } = readEnv();
  return identity === null && mode === "demo" && demoToken !== null;
}

/** Throws 401 unless the request names the operator's token; how long that takes says nothing about it. */
export async function requireDemoToken(request: Request): Promise<void> {
  const token = readEnv().demoToken;
  if (token === null) throw errors.identityProviderNotConfigured();
  const given = request.headers.get("x-demo-token");
  if (given === null) throw errors.notSignedIn();
  if (!(await isSame(given, token))) throw errors.invalidToken();
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
