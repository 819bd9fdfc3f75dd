import { z } from "zod";
import { forgetAccessToken } from "./access-tokens.ts";
import { googleToken, ServiceAccount } from "./calendar/google-token.ts";
import { type Credentials, type Listing, listing } from "./listing.ts";
import type { VendorAnswer } from "./request.ts";
import { SyncError, type SyncFailure } from "./sync-port.ts";

export interface GoogleOptions {
  /** Where tokens are issued; only the operator names addresses. */
  tokenUrl: string;
  now?: () => Date;
}

/** The requests of a listing as `subject`, a person whom the service account of `secret` may act as. */
export function googleListing(
  vendor: string,
  { tokenUrl }: GoogleOptions,
  grant: { secret: string; subject: string; scope: string; signal: AbortSignal },
): Listing {
  const account = googleAccount(vendor, grant.secret);
  let token = "";
  const credentials: Credentials = {
    async headers() {
      token = await googleToken(account, grant.subject, tokenUrl, grant.signal, grant.scope);
      return { authorization: `Bearer ${token}` };
    },
    renew() {
      forgetAccessToken(token);
      return true;
    },
  };
  return listing(vendor, credentials, grant.signal, googleFailure);
}

export function googleAccount(vendor: string, secret: string): ServiceAccount {
  try {
    return ServiceAccount.parse(JSON.parse(secret));
  } catch {
    // Without the cause: it would contain parts of the key.
    throw new SyncError(
      "grant_dead",
      `The key of the Google service account for ${vendor} is invalid. Ask an admin to connect it again`,
    );
  }
}

const RATE_REASONS = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "calendarUsageLimitsExceeded",
  "RESOURCE_EXHAUSTED",
]);
const Refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string() })).optional(),
  }),
});

/** Google answers 403 both for missing permission and for a used-up limit. */
export function googleFailure({ status, body }: VendorAnswer): SyncFailure | null {
  if (status === 410) return "cursor_died";
  if (status !== 403) return null;
  const error = Refusal.safeParse(body).data?.error;
  const reasons = [error?.status ?? "", ...(error?.errors ?? []).map(({ reason }) => reason)];
  return reasons.some((reason) => RATE_REASONS.has(reason)) ? "rate_limited" : "forbidden";
}
