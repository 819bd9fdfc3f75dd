/**
 * `/auth/v1`: which of Lite's routes are open, and its tokens exchanged for the users' own. Sign-up
 * is closed but for people with an invitation; sign-in by mail never makes an account. Whoever is
 * wrong too often has to wait.
 */
import { type Context, Hono } from "hono";
import { type AttemptLimit, createAttemptLimit } from "./attempt-limit.ts";
import { type KnownKeys, liteHeaders } from "./caller.ts";
import type { Connection } from "./functions-proxy.ts";
import { gatewayErrors } from "./gateway-errors.ts";
import type { InvitedSignUp } from "./invited-sign-up.ts";
import type { Lite } from "./lite.ts";
import { readBody } from "./request-body.ts";
import type { Tokens } from "./tokens.ts";

const MAX_BODY_BYTES = 1_048_576;
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

/** Where somebody could guess: a password, a code, a token. */
const GUESSABLE = ["/otp", "/verify"];

export interface AuthOptions {
  lite: Lite;
  keys: KnownKeys;
  tokens: Tokens;
  signUp: InvitedSignUp;
}

export function authRoutes(options: AuthOptions): Hono<Connection> {
  const { tokens } = options;
  const attempts = createAttemptLimit();
  const routes = new Hono<Connection>();
  routes.get("/.well-known/jwks.json", (c) => {
    c.header("cache-control", "public, max-age=600");
    return c.json(tokens.jwks);
  });
  routes.post("/signup", async (c) => {
    const headers = await liteHeaders(c.req, "auth", options.keys, tokens);
    const wanted = signUpIn(asJson(await readBody(c.req.raw, MAX_BODY_BYTES)));
    const attempt = attempts.begin(askerOf(c), wanted?.email);
    if (wanted === undefined || !(await options.signUp.make(wanted))) {
      throw gatewayErrors.signupDisabled();
    }
    attempt.succeeded();
    const signIn = new URL("/auth/v1/token?grant_type=password", c.req.url);
    headers.delete("content-length");
    const { email, password } = wanted;
    const body = JSON.stringify({ email, password });
    const answer = await options.lite.fetch(new Request(signIn, { method: "POST", headers, body }));
    return exchange(answer, tokens);
  });
  for (const [path, methods] of Object.entries(OPEN)) {
    routes.on(methods, path, (c) => {
      const isGuess =
        GUESSABLE.includes(path) ||
        (path === "/token" && c.req.query("grant_type") !== "refresh_token");
      return ask(c, options, isGuess ? attempts : undefined);
    });
  }
  return routes;
}

async function ask(
  c: Context<Connection>,
  { lite, keys, tokens }: AuthOptions,
  attempts: AttemptLimit | undefined,
): Promise<Response> {
  const keyless = KEYLESS.test(c.req.path) && c.req.method === "GET";
  const headers = await liteHeaders(c.req, "auth", keys, tokens, { keyless });
  const body = await readBody(c.req.raw, MAX_BODY_BYTES);
  headers.delete("content-length");
  const sendsCode = c.req.path.endsWith("/otp");
  const request = new Request(c.req.url, {
    method: c.req.method,
    headers,
    body: sendsCode ? withoutNewAccount(body) : body,
  });
  const address = textIn(asJson(body), "email") ?? c.req.query("email");
  const attempt = attempts?.begin(askerOf(c), address);
  const answer = await lite.fetch(request);
  // That a code was sent proves nothing: it must not wipe out wrong passwords.
  if (answer.status >= 500 || (sendsCode && answer.ok)) attempt?.undecided();
  else if (!wasWrong(answer)) attempt?.succeeded();
  return exchange(answer, tokens);
}

// Of the connection, and no header: that could say anything.
function askerOf(c: Context<Connection>): string {
  return c.env.incoming.socket.remoteAddress ?? "";
}

// A followed mail link is answered by a redirect, which names the error.
function wasWrong(answer: Response): boolean {
  return answer.status >= 400 || /[?#&]error=/.test(answer.headers.get("location") ?? "");
}

function signUpIn(body: unknown): { email: string; password: string; token: string } | undefined {
  const email = textIn(body, "email")?.trim().toLowerCase();
  const password = textIn(body, "password");
  const token = textIn((body as { data?: unknown } | null)?.data, "invitation_token");
  return email && password && token ? { email, password, token } : undefined;
}

function asJson(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined));
  } catch {
    return undefined;
  }
}

function textIn(value: unknown, name: string): string | undefined {
  const text = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof text === "string" ? text : undefined;
}

// Not an object: Lite says so.
function withoutNewAccount(body: Uint8Array<ArrayBuffer> | null) {
  const given = asJson(body);
  return typeof given === "object" ? JSON.stringify({ ...given, create_user: false }) : body;
}

async function exchange(answer: Response, tokens: Tokens): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const location = headers.get("location");
  if (location !== null) headers.set("location", await exchangeFragment(location, tokens));
  if (!headers.get("content-type")?.includes("json")) {
    return new Response(answer.body, { status: answer.status, headers });
  }
  const body = await exchangeIn(await answer.json(), tokens);
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}

async function exchangeIn(value: unknown, tokens: Tokens): Promise<unknown> {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => exchangeIn(item, tokens)));
  const entries = Object.entries(value).map(async ([name, item]) => [
    name,
    name === "access_token" && typeof item === "string"
      ? await tokens.outward(item)
      : await exchangeIn(item, tokens),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

// A followed mail link ends in a redirect that carries the session behind the `#`.
async function exchangeFragment(location: string, tokens: Tokens): Promise<string> {
  const [page, fragment] = location.split("#", 2);
  const values = new URLSearchParams(fragment);
  const token = values.get("access_token");
  if (token === null) return location;
  values.set("access_token", await tokens.outward(token));
  return `${page}#${values}`;
}
