/**
 * `/auth/v1`: which of Lite's routes are open, and its tokens exchanged for the users' own. Sign-up
 * is closed, since people arrive by invitation; sign-in by mail never makes an account.
 */
import { type Context, Hono } from "hono";
import { type KnownKeys, liteHeaders } from "./caller.ts";
import { gatewayErrors } from "./gateway-errors.ts";
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

export function authRoutes(lite: Lite, keys: KnownKeys, tokens: Tokens): Hono {
  const routes = new Hono();
  routes.get("/.well-known/jwks.json", (c) => {
    c.header("cache-control", "public, max-age=600");
    return c.json(tokens.jwks);
  });
  routes.post("/signup", () => {
    throw gatewayErrors.signupDisabled();
  });
  for (const [path, methods] of Object.entries(OPEN)) {
    routes.on(methods, path, (c) => ask(c, lite, keys, tokens));
  }
  return routes;
}

async function ask(c: Context, lite: Lite, keys: KnownKeys, tokens: Tokens): Promise<Response> {
  const keyless = KEYLESS.test(c.req.path) && c.req.method === "GET";
  const headers = await liteHeaders(c.req, "auth", keys, tokens, { keyless });
  const body = await readBody(c.req.raw, MAX_BODY_BYTES);
  headers.delete("content-length");
  const request = new Request(c.req.url, {
    method: c.req.method,
    headers,
    body: c.req.path.endsWith("/otp") ? withoutNewAccount(body) : body,
  });
  return exchange(await lite.fetch(request), tokens);
}

function withoutNewAccount(
  body: Uint8Array<ArrayBuffer> | null,
): string | Uint8Array<ArrayBuffer> | null {
  try {
    return JSON.stringify({
      ...JSON.parse(new TextDecoder().decode(body ?? undefined)),
      create_user: false,
    });
  } catch {
    return body; // Not JSON: Lite says so.
  }
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
