/**
 * `/auth/v1`: opens some of Lite's routes, and replaces Lite's tokens with user tokens. Only people with an
 * invitation can sign up, and sign-in by email never creates an account. After too many failures, the next attempt
 * has to wait.
 */
import { type Context, Hono } from "hono";
import type { DataApiProcess } from "../lite/data-api-process.ts";
import type { Lite } from "../lite/lite.ts";
import { type AuthBody, readAuthBody } from "../lite/repairs/auth-body.ts";
import { exchange } from "../lite/repairs/auth-tokens.ts";
import { changePassword, sessionOf } from "../lite/repairs/password-change.ts";
import type { Passwords } from "../lite/repairs/password-check.ts";
import type { SecondFactors } from "../lite/repairs/second-factors.ts";
import type { Tokens } from "../lite/repairs/user-tokens.ts";
import type { Admission, Subject } from "./admission.ts";
import { type Attempt, type AttemptLimit, createAttemptLimit } from "./attempt-limit.ts";
import { clientAddressOf } from "./client-address.ts";
import { type KnownKeys, liteHeaders, subjectOf } from "./credentials.ts";
import { factorRoutes } from "./factor-routes.ts";
import type { Connection } from "./functions-proxy.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";
import type { InvitedSignUp } from "./invited-sign-up.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { BodyMemory } from "./request-body.ts";
import type { UserTiers } from "./user-tiers.ts";

const MAX_BODY_BYTES = 65_536;
const KEYLESS = /^\/auth\/v1\/verify$/;
const OPEN: Record<string, string[]> = {
  "/token": ["POST"],
  "/logout": ["POST"],
  "/user": ["GET", "PUT"],
  "/otp": ["POST"],
  "/verify": ["GET", "POST"],
  "/recover": ["POST"],
  "/resend": ["POST"],
  "/reauthenticate": ["GET"],
  "/settings": ["GET"],
  "/health": ["GET"],
};

/** Routes whose every request counts as an attempt to guess a code or a token. */
const GUESSABLE = ["/otp", "/verify"];

export interface AuthOptions {
  lite: Lite;
  /** Hashes passwords, which blocks its process; by default `lite` does. */
  dataApiOfOthers?: Pick<DataApiProcess, "fetch">;
  keys: KnownKeys;
  tokens: Tokens;
  signUp: InvitedSignUp;
  passwords: Passwords;
  factors: SecondFactors;
  devices: KnownDevices;
  userTiers: UserTiers;
  proxies: string[];
  admission: Admission;
  bodies: BodyMemory;
}

export function authRoutes(options: AuthOptions): Hono<Connection> {
  const { tokens, bodies } = options;
  const attempts = createAttemptLimit();
  const routes = new Hono<Connection>();
  routes.get("/.well-known/jwks.json", (c) => {
    c.header("cache-control", "public, max-age=600");
    return c.json(tokens.jwks);
  });
  routes.post("/signup", async (c) => {
    const headers = await liteHeaders(c.req, "auth", options.keys, tokens);
    const clientAddress = clientAddressOf(c.env.incoming, options.proxies);
    const subject = await subjectOf(c.req, clientAddress, options);
    const signUp = await bodies.withBody(c.req.raw, MAX_BODY_BYTES, subject, async (bytes) =>
      signUpIn(bodyOf(bytes, headers)),
    );
    const attempt = attempts.begin({ clientAddress, person: signUp?.email });
    if (signUp === undefined || !(await options.signUp.make(signUp))) {
      throw gatewayErrors.signupDisabled();
    }
    attempt.succeed();
    const signIn = new URL("/auth/v1/token?grant_type=password", c.req.url);
    const { email, password } = signUp;
    const body = JSON.stringify({ email, password });
    const answer = await options.admission.auth.run(subject, c.req.raw.signal, () =>
      options.lite.fetch(new Request(signIn, { method: "POST", headers, body })),
    );
    const session = await exchange(answer, options, "password");
    return withDeviceCookie(session, options.devices.remember(email));
  });
  for (const [path, methods] of Object.entries(OPEN)) {
    routes.on(methods, path, (c) => {
      const isGuess =
        GUESSABLE.includes(path) ||
        (path === "/token" && c.req.query("grant_type") !== "refresh_token") ||
        (path === "/user" && c.req.method === "PUT");
      return ask(c, options, isGuess ? attempts : undefined);
    });
  }
  routes.route("/", factorRoutes(options, attempts));
  return routes;
}

async function ask(
  c: Context<Connection>,
  options: AuthOptions,
  attempts: AttemptLimit | undefined,
): Promise<Response> {
  const { keys, tokens } = options;
  const keyless = KEYLESS.test(c.req.path) && c.req.method === "GET";
  const headers = await liteHeaders(c.req, "auth", keys, tokens, { keyless });
  const clientAddress = clientAddressOf(c.env.incoming, options.proxies);
  const subject = await subjectOf(c.req, clientAddress, options);
  return options.bodies.withBody(c.req.raw, MAX_BODY_BYTES, subject, (bytes) =>
    askWith(c, options, {
      attempts,
      headers,
      body: bodyOf(bytes, headers),
      clientAddress,
      subject,
    }),
  );
}

interface RequestParts {
  attempts: AttemptLimit | undefined;
  headers: Headers;
  body: AuthBody | undefined;
  clientAddress: string;
  subject: Subject;
}

async function askWith(
  c: Context<Connection>,
  options: AuthOptions,
  { attempts, headers, body, clientAddress, subject }: RequestParts,
): Promise<Response> {
  const { devices, admission } = options;
  const sendsCode = c.req.path.endsWith("/otp");
  const liteBody = sendsCode && body ? { ...body, create_user: false } : body;
  const request = new Request(c.req.url, {
    method: c.req.method,
    headers,
    body: liteBody === undefined ? null : JSON.stringify(liteBody),
  });
  const changesUser = c.req.path.endsWith("/user");
  const person = changesUser ? undefined : (textIn(body, "email") ?? c.req.query("email"));
  // Requesting a code for a person's address does not prove that the device is theirs.
  const device = sendsCode || !person ? undefined : devices.find(c.req.header("cookie"), person);
  const attempt = changesUser
    ? beginChange(attempts, clientAddress, headers, body)
    : attempts?.begin({ clientAddress, person, device });
  const turn = device === undefined ? subject : { ...subject, key: `device ${device}` };
  const answer = await admission.auth
    .run(turn, c.req.raw.signal, () => answerTo(c, options, request, body))
    .catch((error) => {
      // A wrong password that is refused here still counts as a failure, as if Lite had refused it.
      const isAnswered = error instanceof GatewayError && error.status < 429;
      if (!isAnswered) attempt?.discard();
      throw error;
    });
  // Requesting a code proves nothing, so it must not clear the failures.
  if (answer.status >= 500 || (sendsCode && answer.ok)) attempt?.discard();
  else if (!isFailure(answer)) attempt?.succeed();
  const session = await exchange(answer, options, methodOf(c));
  const isSignIn = attempts !== undefined && answer.ok && !sendsCode;
  return isSignIn && person ? withDeviceCookie(session, devices.remember(person, device)) : session;
}

/** The method by which this response began a session, in the terms of the platform's Auth. */
function methodOf(c: Context<Connection>): string | undefined {
  if (c.req.path.endsWith("/verify")) return "otp";
  return c.req.query("grant_type") === "password" ? "password" : undefined;
}

/** The holder of a stolen session could guess the current password of its user. */
function beginChange(
  attempts: AttemptLimit | undefined,
  clientAddress: string,
  headers: Headers,
  body: AuthBody | undefined,
): Attempt | undefined {
  if (textIn(body, "current_password") === undefined) return undefined;
  return attempts?.begin({ clientAddress, person: sessionOf(headers)?.userId });
}

/** The response of Lite, or our own where Lite's would reveal accounts or change a password too easily. */
async function answerTo(
  c: Context<Connection>,
  { lite, dataApiOfOthers = lite, passwords, factors }: AuthOptions,
  request: Request,
  body: AuthBody | undefined,
): Promise<Response> {
  const email = textIn(body, "email");
  const password = textIn(body, "password");
  if (c.req.path.endsWith("/token") && c.req.query("grant_type") === "password") {
    const isRight = !email || !password || (await passwords.isOfAddress(email, password));
    if (!isRight) throw gatewayErrors.wrongCredentials();
    return dataApiOfOthers.fetch(request, "service");
  } else if (c.req.path.endsWith("/otp")) {
    const answer = await lite.fetch(request);
    const refusal = answer.status === 422 ? await answer.clone().json() : undefined;
    // Lite's answer for an address without an account.
    return textIn(refusal, "error_code") === "otp_disabled" ? Response.json({}) : answer;
  } else if (c.req.path.endsWith("/recover")) {
    // This stack sends no email and looks up nothing, so the response time reveals nothing.
    return Response.json({});
  } else if (c.req.path.endsWith("/user") && c.req.method === "PUT") {
    await requireAssurance(factors, request.headers, password ?? email);
    if (password === undefined) return lite.fetch(request);
    return changePassword(lite, passwords, request, textIn(body, "current_password"));
  }
  return lite.fetch(request);
}

/** A person with a second factor can change their password and address only in a session that used it. */
async function requireAssurance(
  factors: SecondFactors,
  headers: Headers,
  credential: string | undefined,
): Promise<void> {
  const session = sessionOf(headers);
  if (session === undefined || credential === undefined) return;
  const userFactors = await factors.of(session.userId);
  if (!userFactors.some(({ status }) => status === "verified")) return;
  const { aal } = await factors.assuranceOf(session.id);
  if (aal !== "aal2") {
    throw gatewayErrors.insufficientAal(
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
}

/** The body for Lite. Adapts the headers to it. */
function bodyOf(bytes: Uint8Array | null, headers: Headers): AuthBody | undefined {
  const body = readAuthBody(bytes, headers.get("content-type"));
  headers.delete("content-length");
  if (body !== undefined) headers.set("content-type", "application/json");
  return body;
}

function withDeviceCookie(session: Response, cookie: string): Response {
  if (session.ok) session.headers.append("set-cookie", cookie);
  return session;
}

// The response to a link in an email is a redirect, whose address names the error.
function isFailure(answer: Response): boolean {
  return answer.status >= 400 || /[?#&]error=/.test(answer.headers.get("location") ?? "");
}

function signUpIn(
  body: AuthBody | undefined,
): { email: string; password: string; token: string } | undefined {
  const email = textIn(body, "email")?.trim().toLowerCase();
  const password = textIn(body, "password");
  const token = textIn(body?.["data"], "invitation_token");
  return email && password && token ? { email, password, token } : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const text = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof text === "string" ? text : undefined;
}
