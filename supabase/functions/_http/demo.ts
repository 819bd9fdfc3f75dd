import { readEnv } from "../_env.ts";
import { errors } from "./errors.ts";
import { isSameSecret } from "./same-secret.ts";

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
  if (!(await isSameSecret(given, token))) throw errors.invalidToken();
}
