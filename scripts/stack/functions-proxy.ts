/**
 * `/functions/v1/<slug>/…` and `/api/<slug>/…`: passed on to the functions as they come, like the
 * platform does where a function checks tokens itself. Those that work in the background (`…-act`) have a
 * process of their own. A client that leaves ends the call.
 */
import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import type { FunctionsProcess } from "./functions-process.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";

const MAX_BODY_BYTES = 32 * 1_048_576;
// As on the platform: the first byte has to come within this time; a stream may then run on.
const FIRST_BYTE_MS = 150_000;
// What belongs to one connection, or is the gateway's to say.
const NOT_PASSED_ON = [
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "expect",
  "content-length",
  "accept-encoding",
  "x-stack-secret",
];

export interface Connection {
  Bindings: { incoming: IncomingMessage };
}

export function functionRoutes(
  functions: FunctionsProcess,
  background: FunctionsProcess,
): Hono<Connection> {
  const routes = new Hono<Connection>();
  // The function sees its own name first, so that `api` finds its routes under `/api` on both paths.
  routes.all("/functions/v1/*", (c) => {
    const path = pathOf(c).slice("/functions/v1".length);
    return ask(c, path, /^\/[^/]*-act(\/|$)/.test(path) ? background : functions);
  });
  routes.all("/api", (c) => ask(c, pathOf(c), functions));
  routes.all("/api/*", (c) => ask(c, pathOf(c), functions));
  return routes;
}

function pathOf(c: Context): string {
  return new URL(c.req.url).pathname;
}

async function ask(
  c: Context<Connection>,
  path: string,
  functions: FunctionsProcess,
): Promise<Response> {
  const target = await functions.address();
  if (target === undefined) throw gatewayErrors.functionsUnavailable();
  const { raw } = c.req;
  const headers = passedOn(raw.headers);
  for (const [name, value] of Object.entries(target.headers)) headers.set(name, value);
  headers.set("accept-encoding", "identity");
  headers.set("x-forwarded-for", c.env.incoming.socket.remoteAddress ?? "");
  headers.set("x-forwarded-host", c.req.header("host") ?? "");
  headers.set("x-forwarded-proto", "http");
  if (Number(raw.headers.get("content-length")) > MAX_BODY_BYTES) {
    throw gatewayErrors.tooLarge(MAX_BODY_BYTES);
  }

  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), FIRST_BYTE_MS);
  try {
    const answer = await fetch(`${target.origin}${path}${new URL(raw.url).search}`, {
      method: raw.method,
      headers,
      body: raw.body?.pipeThrough(limited(MAX_BODY_BYTES)) ?? null,
      duplex: "half",
      redirect: "manual",
      signal: AbortSignal.any([raw.signal, late.signal]),
    } as RequestInit);
    return new Response(answer.body, { status: answer.status, headers: passedOn(answer.headers) });
  } catch (error) {
    const cause = (error as Error).cause;
    if (cause instanceof GatewayError) throw cause;
    if (error instanceof GatewayError) throw error;
    if (late.signal.aborted) throw gatewayErrors.functionTimeout();
    if (raw.signal.aborted) return new Response(null, { status: 499 });
    throw gatewayErrors.functionsUnavailable();
  } finally {
    clearTimeout(timer);
  }
}

function passedOn(headers: Headers): Headers {
  const result = new Headers(headers);
  for (const name of NOT_PASSED_ON) result.delete(name);
  return result;
}

function limited(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) controller.error(gatewayErrors.tooLarge(limit));
      else controller.enqueue(chunk);
    },
  });
}
