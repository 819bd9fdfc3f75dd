/**
 * Fault of @supabase/lite 0.10.0: its tokens are HS256 without a key id, so a function could verify them only with
 * the secret that signs them, and it signs storage URLs with the same secret, so it accepts a storage token as a
 * user token. Hosted Auth signs with ES256. Repair: the gateway exchanges tokens in both directions, with the same
 * claims. Clients and functions see ES256, and no token with Lite's signature is accepted from outside.
 */
import { errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";

const CACHE_SIZE = 1000;

export interface Tokens {
  /** The public keys that check user tokens. */
  jwks: { keys: JWK[] };
  /** Exchanges a user's token for Lite's token. Throws InvalidToken. */
  inward(token: string): Promise<string>;
  /** Exchanges a token of Lite for the user's token, with more claims. */
  outward(liteToken: string, claims?: JWTPayload): Promise<string>;
  /** The user of a token. Throws InvalidToken. */
  userOf(token: string): Promise<string>;
  /** The user of an already verified token, without another check. */
  knownUserOf(token: string): string | undefined;
  /**
   * The user of this storage token, if it names one. Throws InvalidToken unless Lite signed it and it has not
   * expired.
   */
  checkStorageToken(token: string): Promise<string | undefined>;
}

interface Exchange {
  liteToken: string;
  user: string;
  expires: number;
}

export class InvalidToken extends Error {
  readonly expired: boolean;
  constructor(message: string, expired = false) {
    super(message);
    this.expired = expired;
  }
}

export async function createTokens(keys: { signing: JWK; liteSecret: string }): Promise<Tokens> {
  const { d: _, ...publicJwk } = keys.signing;
  const kid = String(keys.signing.kid);
  const privateKey = await importJWK(keys.signing, "ES256");
  const publicKey = await importJWK(publicJwk, "ES256");
  const liteKey = new TextEncoder().encode(keys.liteSecret);
  const exchanges = new Map<string, Exchange>();

  async function exchange(token: string): Promise<Exchange> {
    const cached = exchanges.get(token);
    if (cached !== undefined && cached.expires > Date.now() / 1000) return cached;
    exchanges.delete(token);
    const claims = await claimsOf(() =>
      jwtVerify(token, publicKey, {
        algorithms: ["ES256"],
        requiredClaims: ["sub", "exp", "iat", "role"],
      }),
    );
    if (claims.role !== "authenticated") throw new InvalidToken("The token is not a user's.");
    const liteToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(liteKey);
    if (exchanges.size >= CACHE_SIZE) exchanges.delete(exchanges.keys().next().value as string);
    const entry = { liteToken, user: String(claims.sub), expires: Number(claims.exp) };
    exchanges.set(token, entry);
    return entry;
  }

  async function outward(liteToken: string, more: JWTPayload = {}): Promise<string> {
    const claims = await claimsOf(() => jwtVerify(liteToken, liteKey, { algorithms: ["HS256"] }));
    return new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
      .sign(privateKey);
  }

  async function checkStorageToken(token: string): Promise<string | undefined> {
    const { owner } = await claimsOf(() => jwtVerify(token, liteKey, { algorithms: ["HS256"] }));
    return typeof owner === "string" && owner !== "" ? owner : undefined;
  }

  return {
    jwks: { keys: [publicJwk] },
    inward: async (token) => (await exchange(token)).liteToken,
    userOf: async (token) => (await exchange(token)).user,
    knownUserOf: (token) => exchanges.get(token)?.user,
    outward,
    checkStorageToken,
  };
}

async function claimsOf(verify: () => Promise<{ payload: JWTPayload }>): Promise<JWTPayload> {
  try {
    return (await verify()).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidToken("JWT expired", true);
    throw new InvalidToken("The JWT is malformed or not signed by this stack.");
  }
}
