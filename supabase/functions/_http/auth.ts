import { verifyAuth } from "@supabase/server/core";
import { createClient } from "@supabase/supabase-js";
import type { Db } from "../_db/client.ts";
import type { IdentityProvider } from "../_env.ts";
import type { Database } from "../_schema/database.types.ts";
import { errors } from "./errors.ts";

/**
 * Verifies the bearer token against the identity provider's keys and returns a database client that acts as its
 * user only. Throws 401; never falls back to an anonymous caller.
 */
export async function connectAsCaller(
  request: Request,
  identity: IdentityProvider,
  requestId: string,
): Promise<Db> {
  if (!request.headers.has("authorization")) throw errors.notSignedIn();
  const { data, error } = await verifyAuth(request, { auth: "user", env: identity });
  if (error?.status === 500) throw error;
  if (error || !data.token || data.userClaims?.role !== "authenticated") {
    throw errors.invalidToken();
  }
  return createClient<Database>(identity.url, publishableKey(identity), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers: { authorization: `Bearer ${data.token}`, "x-request-id": requestId },
    },
  });
}

/** The database with the secret key, which bypasses every policy, for work that no person requests directly. */
export function connectAsService(
  identity: IdentityProvider,
  secretKey: string,
  requestId: string,
): Db {
  return createClient<Database>(identity.url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { "x-request-id": requestId } },
  });
}

/** The key that public clients carry. */
export function publishableKey(identity: IdentityProvider): string {
  const key = identity.publishableKeys["default"];
  if (!key) throw errors.identityProviderNotConfigured();
  return key;
}
