/**
 * `/auth/v1/factors`: enrolls a second factor, verifies its code and removes it, as on the platform. Failed codes
 * count against the person and the network address, but not against the device: a thief who has the password can turn
 * any device into a known one by signing in.
 */
import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { renderSVG } from "uqr";
import { type AuthBody, readAuthBody } from "../lite/repairs/auth-body.ts";
import { exchange } from "../lite/repairs/auth-tokens.ts";
import { sessionOf } from "../lite/repairs/password-change.ts";
import type { FactorSession } from "../lite/repairs/second-factors.ts";
import { createTotpSecret, totpAddress } from "../lite/repairs/totp.ts";
import type { AttemptLimit } from "./attempt-limit.ts";
import type { AuthOptions } from "./auth-routes.ts";
import { clientAddressOf } from "./client-address.ts";
import { liteHeaders, subjectOf } from "./credentials.ts";
import type { Connection } from "./functions-proxy.ts";
import { gatewayErrors } from "./gateway-errors.ts";

const MAX_BODY_BYTES = 4096;
const MAX_NAME_LENGTH = 100;
const ISSUER = "Countersign";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A caller whose session exists. */
interface Caller {
  session: FactorSession;
  email: string;
  isAal2: boolean;
  headers: Headers;
  clientAddress: string;
  body: AuthBody;
}

export function factorRoutes(options: AuthOptions, attempts: AttemptLimit): Hono<Connection> {
  const { factors } = options;
  const routes = new Hono<Connection>();

  routes.post("/factors", (c) =>
    asCaller(c, options, async ({ session, email, isAal2, body }) => {
      const { factor_type: type, friendly_name: name } = body;
      if (type !== "totp") throw gatewayErrors.factorRefused("The factor_type must be totp");
      if (name !== undefined && (typeof name !== "string" || name.length > MAX_NAME_LENGTH)) {
        throw gatewayErrors.factorRefused(`A name has at most ${MAX_NAME_LENGTH} characters`);
      }
      const existing = await factors.of(session.userId);
      if (!isAal2 && existing.some(({ status }) => status === "verified")) {
        throw gatewayErrors.insufficientAal("AAL2 required to enroll a new factor");
      }
      const id = randomUUID();
      const secret = createTotpSecret();
      if (!(await factors.enroll(session.userId, { id, name, secret }))) {
        throw gatewayErrors.factorNameTaken();
      }
      const uri = totpAddress(ISSUER, email, secret);
      const totp = { qr_code: renderSVG(uri, { border: 2 }), secret, uri };
      return c.json({ id, type, friendly_name: name ?? "", totp });
    }),
  );

  routes.post("/factors/:id/challenge", (c) =>
    asCaller(c, options, async ({ session }) => {
      const challenge = await factors.challenge(session.userId, idOf(c));
      if (challenge === undefined) throw gatewayErrors.factorNotFound();
      const expires = Math.floor(challenge.expiresAt.getTime() / 1000);
      return c.json({ id: challenge.id, type: "totp", expires_at: expires });
    }),
  );

  routes.post("/factors/:id/verify", (c) =>
    asCaller(c, options, async ({ session, headers, clientAddress, body }) => {
      const { challenge_id: challengeId, code } = body;
      if (typeof code !== "string" || typeof challengeId !== "string" || !ID.test(challengeId)) {
        throw gatewayErrors.factorRefused("A challenge_id and a code are required");
      }
      const attempt = attempts.begin({ clientAddress, person: `factor of ${session.userId}` });
      const input = { factorId: idOf(c), challengeId, code };
      const result = await factors.verify(session, input).catch((error) => {
        attempt.discard();
        throw error;
      });
      if (result === "wrong_code") throw gatewayErrors.wrongCode();
      attempt.discard();
      if (result === "not_found") throw gatewayErrors.factorNotFound();
      if (result === "challenge_expired") throw gatewayErrors.challengeExpired();
      attempt.succeed();
      return exchange(await renewTokens(c, options, session, headers), options);
    }),
  );

  routes.delete("/factors/:id", (c) =>
    asCaller(c, options, async ({ session, isAal2 }) => {
      const id = idOf(c);
      const factor = (await factors.of(session.userId)).find((candidate) => candidate.id === id);
      if (factor === undefined) throw gatewayErrors.factorNotFound();
      if (factor.status === "verified" && !isAal2) {
        throw gatewayErrors.insufficientAal("AAL2 required to unenroll a verified factor");
      }
      await factors.remove(session.userId, id);
      return c.json({ id });
    }),
  );
  return routes;
}

/** The next tokens of the session, which state its second factor. */
async function renewTokens(
  c: Context<Connection>,
  { lite, factors }: AuthOptions,
  session: FactorSession,
  headers: Headers,
): Promise<Response> {
  const refresh_token = await factors.refreshTokenOf(session.id);
  const address = new URL("/auth/v1/token?grant_type=refresh_token", c.req.url);
  const refreshHeaders = new Headers(headers);
  refreshHeaders.delete("authorization");
  refreshHeaders.set("content-type", "application/json");
  const body = JSON.stringify({ refresh_token });
  return lite.fetch(new Request(address, { method: "POST", headers: refreshHeaders, body }));
}

/** Throws a GatewayError of 403 if the session has ended. */
async function asCaller(
  c: Context<Connection>,
  options: AuthOptions,
  answer: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  const { keys, tokens, bodies, admission, factors } = options;
  const headers = await liteHeaders(c.req, "auth", keys, tokens);
  const clientAddress = clientAddressOf(c.env.incoming, options.proxies);
  const subject = await subjectOf(c.req, clientAddress, options);
  return bodies.withBody(c.req.raw, MAX_BODY_BYTES, subject, (bytes) =>
    admission.auth.run(subject, c.req.raw.signal, async () => {
      const body = readAuthBody(bytes, headers.get("content-type")) ?? {};
      headers.delete("content-length");
      const session = sessionOf(headers);
      if (session === undefined) throw gatewayErrors.sessionMissing();
      const email = await factors.emailOf(session);
      if (email === undefined) throw gatewayErrors.sessionMissing();
      const { aal } = await factors.assuranceOf(session.id);
      return answer({ session, email, isAal2: aal === "aal2", headers, clientAddress, body });
    }),
  );
}

function idOf(c: Context<Connection>): string {
  const id = c.req.param("id") ?? "";
  if (!ID.test(id)) throw gatewayErrors.factorNotFound();
  return id;
}
