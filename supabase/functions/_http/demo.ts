import { readEnv } from "../_env.ts";
import { errors } from "./errors.ts";
import { isSameSecret } from "./same-secret.ts";

/**
 * Whether this service shows the bundled demo dataset: only outside production, if no variable names an identity
 * provider and the operator set a token.
 */
export function servesDemo(): boolean {
  const { mode, namesIdentityProvider, demoToken } = readEnv();
  return !namesIdentityProvider && mode === "demo" && demoToken !== null;
}

/** Throws 401 unless the request carries the operator's token. */
export function requireDemoToken(request: Request): Promise<void> {
  return requireSecret("x-demo-token", request.headers.get("x-demo-token"), readEnv().demoToken);
}

/** Checks the token in a page's address, because a browser that opens an address sends no header. */
export function requireDemoTokenOfPage(request: Request): Promise<void> {
  const { searchParams } = new URL(request.url);
  const token = request.headers.get("x-demo-token") ?? searchParams.get("token");
  return requireSecret("token in the address", token, readEnv().demoToken);
}

/** Throws 401 unless the request carries the secret that is shared with the recorder of meetings. */
export function requireWebhookSecret(request: Request): Promise<void> {
  const secret = request.headers.get("x-webhook-secret");
  return requireSecret("x-webhook-secret", secret, readEnv().webhookSecret);
}

/** Throws 401 unless the credential is the secret, and 503 if there is no secret. Compares in constant time. */
async function requireSecret(
  name: string,
  credential: string | null,
  secret: string | null,
): Promise<void> {
  if (secret === null) throw errors.identityProviderNotConfigured();
  if (credential === null) throw errors.missingDemoSecret(name);
  if (!(await isSameSecret(credential, secret))) throw errors.wrongDemoSecret(name);
}
