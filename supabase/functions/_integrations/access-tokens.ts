import { VendorError } from "./vendor-error.ts";

const EARLY_MS = 60_000;

interface AccessToken {
  token: string;
  lifetimeMs: number;
}

const tokens = new Map<string, { token: string; until: number }>();
const pending = new Map<string, Promise<string>>();

/**
 * The access token of a grant. Concurrent calls wait for the same request, so that a token is requested
 * once and not once per call. `grant` identifies the grant by its secret, so that no caller gets another
 * grant's token.
 */
export async function accessToken(
  grant: string,
  request: () => Promise<AccessToken>,
  signal: AbortSignal,
): Promise<string> {
  const current = tokens.get(grant);
  if (current && current.until > Date.now()) return current.token;
  let refresh = pending.get(grant);
  if (!refresh) {
    refresh = request()
      .then(({ token, lifetimeMs }) => {
        tokens.set(grant, { token, until: Date.now() + lifetimeMs - EARLY_MS });
        return token;
      })
      .finally(() => pending.delete(grant));
    pending.set(grant, refresh);
  }
  return await unlessAborted(refresh, signal);
}

/** Forgets a token that was rejected, so that the next call asks for another. */
export function forgetAccessToken(token: string): void {
  for (const [grant, current] of tokens) if (current.token === token) tokens.delete(grant);
}

/** If one caller gives up, the request for a token continues for the others. */
async function unlessAborted<T>(refresh: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = () => {};
  const cancellation = new Promise<never>((_, reject) => {
    giveUp = () => reject(new VendorError("busy", "Signing in took too long"));
  });
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([refresh, cancellation]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
