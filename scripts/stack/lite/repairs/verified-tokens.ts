/**
 * Fault of @supabase/lite 0.10.0: it verifies the same token again at each request to the Data API. PostgREST remembers
 * verified tokens until they expire. Repair: so does Lite. A token that cannot be verified here is left to Lite, which
 * refuses it.
 */
import type { App } from "@supabase/lite";
import { type JWTPayload, jwtVerify } from "jose";

type ServerOptions = NonNullable<
  NonNullable<ConstructorParameters<typeof App>[0]["options"]>["server"]
>;
type KeyResolver = NonNullable<Exclude<NonNullable<ServerOptions["apiKeys"]>, false>["resolver"]>;

const CACHE_SIZE = 1000;

/** Recognizes the two keys, and the user's token of a request to the Data API. */
export function createKeyResolver(options: {
  publishableKey: string;
  secretKey: string;
  liteSecret: string;
}): KeyResolver {
  const secret = new TextEncoder().encode(options.liteSecret);
  // The claims of verified tokens.
  const claimsByToken = new Map<string, JWTPayload>();

  async function claimsOf(token: string): Promise<JWTPayload | undefined> {
    const now = Math.floor(Date.now() / 1000);
    const cached = claimsByToken.get(token);
    if (cached !== undefined && Number(cached.exp) > now) return cached;
    claimsByToken.delete(token);
    const claims = await jwtVerify(token, secret, { algorithms: ["HS256"] }).then(
      ({ payload }) => payload,
      () => undefined,
    );
    if (claims?.exp === undefined || Number(claims.iat ?? 0) > now) return undefined;
    if (claimsByToken.size >= CACHE_SIZE)
      claimsByToken.delete(claimsByToken.keys().next().value as string);
    claimsByToken.set(token, claims);
    return claims;
  }

  return async (key, c) => {
    if (key !== options.publishableKey && key !== options.secretKey) return null;
    const token = /^Bearer +(\S+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (token !== undefined && c.req.path.startsWith("/rest/v1/")) {
      const claims = await claimsOf(token);
      if (claims !== undefined) {
        c.set("ignoreAuthorization", true);
        c.set("jwt", claims);
        c.set("userId", claims.sub);
      }
    }
    return key === options.secretKey
      ? { type: "secret", claims: { role: "service_role" } }
      : { type: "publishable", claims: { role: "anon" } };
  };
}
