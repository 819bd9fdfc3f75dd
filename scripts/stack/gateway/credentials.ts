/**
 * Identifies the caller of the Data API, Auth or Storage. The API key is required, as on the platform. The bearer
 * token is a user's token, or the same key again, which supabase-js sends without a sign-in. Any other token is
 * refused and never treated as `anon`.
 */
import type { HonoRequest } from "hono";
import { InvalidToken, type Tokens } from "../lite/repairs/user-tokens.ts";
import type { Subject } from "./admission.ts";
import { gatewayErrors } from "./gateway-errors.ts";
import type { UserTiers } from "./user-tiers.ts";

export interface KnownKeys {
  publishable: string;
  secret: string;
}

/**
 * The headers for Lite: the key, and Lite's own token in place of the user's. Throws a GatewayError of 401 (403
 * for Auth, as there).
 */
export async function liteHeaders(
  request: HonoRequest,
  api: "rest" | "auth" | "storage",
  keys: KnownKeys,
  tokens: Tokens,
  options: { keyless?: boolean } = {},
): Promise<Headers> {
  const headers = new Headers(request.raw.headers);
  headers.delete("authorization");
  headers.delete("apikey");

  const apiKey = request.header("apikey") ?? request.query("apikey");
  if (apiKey === undefined && options.keyless) return headers;
  if (!apiKey) throw gatewayErrors.noApiKey();
  if (apiKey !== keys.publishable && apiKey !== keys.secret) throw gatewayErrors.wrongApiKey();
  headers.set("apikey", apiKey);

  const authorization = request.header("authorization");
  if (authorization === undefined) return headers;
  const bearer = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (bearer === apiKey) return headers;
  try {
    if (bearer === undefined)
      throw new InvalidToken("The Authorization header contains no Bearer token.");
    const liteToken = await tokens.inward(bearer);
    headers.set(
      "authorization",
      api === "rest" ? bearerOfDataApi(liteToken) : `Bearer ${liteToken}`,
    );
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    throw gatewayErrors.wrongToken(api, error.message, error.expired);
  }
  return headers;
}

/**
 * Fault of @supabase/lite 0.10.0: before each request it verifies the token, reads its user and its session, and
 * ignores the outcome. The Data API then verifies the token itself. Repair: two spaces before the token, with which
 * the first check skips it and the Data API accepts it.
 */
export function bearerOfDataApi(liteToken: string): string {
  return `Bearer  ${liteToken}`;
}

/**
 * The subject on whose behalf a request is counted: the secret key, the user of a valid token, or otherwise the
 * client's network address. It grants no right.
 */
export async function subjectOf(
  request: HonoRequest,
  clientAddress: string,
  { keys, tokens, userTiers }: { keys: KnownKeys; tokens: Tokens; userTiers: UserTiers },
): Promise<Subject> {
  const bearer = /^bearer +(\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (bearer !== undefined && bearer !== keys.publishable && bearer !== keys.secret) {
    const user = await tokens.userOf(bearer).catch(() => undefined);
    return user === undefined ? anonymous(clientAddress) : userSubject(user, userTiers);
  }
  const key = request.header("apikey") ?? request.query("apikey") ?? bearer;
  return key === keys.secret ? { key: "secret key", tier: "service" } : anonymous(clientAddress);
}

export async function userSubject(user: string, userTiers: UserTiers): Promise<Subject> {
  return { key: `user ${user}`, tier: await userTiers.of(user) };
}

export function anonymous(clientAddress: string): Subject {
  return { key: `address ${clientAddress}`, tier: "anonymous" };
}
