/**
 * `/functions/v1/<slug>/…` and `/api/<slug>/…`: passes requests on unchanged to the functions, as the platform does
 * for functions that check tokens themselves. Functions with the secret key (`WITH_SECRET_KEY`) have a separate
 * process, and so do calls that read an uploaded table, so that their cost does not affect the process that serves
 * everyone else. If the client disconnects, the call ends.
 */
import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import { forwardRequest } from "../forward-request.ts";
import type { FunctionsProcess } from "../functions/functions-process.ts";
import type { Tokens } from "../lite/repairs/user-tokens.ts";
import { type Admission, type Gate, isFirst, type Subject } from "./admission.ts";
import { clientAddressOf } from "./client-address.ts";
import { type KnownKeys, subjectOf } from "./credentials.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";
import type { UserTiers } from "./user-tiers.ts";

const MAX_BODY_BYTES = 32 * 1_048_576;
// As on the platform: the first byte must arrive within this time; a stream may then continue.
const FIRST_BYTE_MS = 150_000;
// Headers that belong to one connection, or that only the gateway may set.
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

const IN_BACKGROUND = /^\/[^/]*-(act|sync|webhook)(\/|$)/;
const WITH_SECRET_KEY = /^\/([^/]*-(?:act|sync|webhook)|(api\/)?(doc-file|password))(\/|$)/;

export interface Connection {
  Bindings: { incoming: IncomingMessage };
}

export interface FunctionsOptions {
  /** Serves people. */
  functions: FunctionsProcess;
  /** Serves everyone but leaders; by default `functions` does. */
  functionsOfOthers?: FunctionsProcess;
  /** Runs the functions that work in the background. */
  background: FunctionsProcess;
  /** Reads uploaded tables; by default `functions` does. */
  files?: FunctionsProcess;
  keys: KnownKeys;
  tokens: Tokens;
  userTiers: UserTiers;
  proxies: string[];
  admission: Admission;
}

export function functionRoutes(options: FunctionsOptions): Hono<Connection> {
  const { functions, functionsOfOthers = functions, background, files, admission } = options;
  const processOf = (c: Context<Connection>, path: string, { tier }: Subject) => {
    if (WITH_SECRET_KEY.test(path)) return background;
    const readsFile = c.req.method === "POST" && /^(\/api)?\/portfolio-import\/?$/.test(path);
    if (files && readsFile) return files;
    if (isFirst(tier)) return functions;
    if (functionsOfOthers.pid() !== undefined) return functionsOfOthers;
    // Starts the process in the background, without waiting for it.
    void functionsOfOthers.address();
    return functions;
  };
  const routes = new Hono<Connection>();
  // The path of a function begins with its own name, so that `api` finds its routes under `/api` on both paths.
  routes.all("/functions/v1/*", (c) => {
    const path = pathOf(c).slice("/functions/v1".length);
    return askProcess(c, path);
  });
  for (const path of ["/api", "/api/*"]) {
    routes.all(path, (c) => askProcess(c, pathOf(c)));
  }
  return routes;

  function askProcess(c: Context<Connection>, path: string): Promise<Response> {
    const gate = IN_BACKGROUND.test(path) ? admission.background : admission.functions;
    return askInTurn(c, path, gate);
  }

  async function askInTurn(c: Context<Connection>, path: string, gate: Gate): Promise<Response> {
    const clientAddress = clientAddressOf(c.env.incoming, options.proxies);
    const subject = await subjectOf(c.req, clientAddress, options);
    const leave = await gate.enter(subject, c.req.raw.signal);
    try {
      // A stream keeps its slot until it has been read to its end or the client has disconnected.
      return await passOn(c, path, processOf(c, path, subject), clientAddress, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

function pathOf(c: Context): string {
  return new URL(c.req.url).pathname;
}

/** Returns the response of the functions' process. Throws a GatewayError if there is none. */
export async function passOn(
  c: Context<Connection>,
  path: string,
  functions: FunctionsProcess,
  clientAddress: string,
  onEnd?: () => void,
): Promise<Response> {
  const target = await functions.address();
  if (target === undefined) throw gatewayErrors.functionsUnavailable();
  const { raw } = c.req;
  const headers = new Headers(raw.headers);
  for (const name of NOT_PASSED_ON) headers.delete(name);
  for (const [name, value] of Object.entries(target.headers)) headers.set(name, value);
  headers.set("accept-encoding", "identity");
  headers.set("x-forwarded-for", clientAddress);
  headers.set("x-forwarded-host", c.req.header("host") ?? "");
  headers.set("x-forwarded-proto", "http");
  if (Number(raw.headers.get("content-length")) > MAX_BODY_BYTES) {
    throw gatewayErrors.tooLarge(MAX_BODY_BYTES);
  }

  try {
    const answer = await forwardRequest({
      url: `${target.origin}${path}${new URL(raw.url).search}`,
      method: raw.method,
      headers,
      body: raw.body,
      checkSize,
      signal: raw.signal,
      firstByte: { ms: FIRST_BYTE_MS, error: gatewayErrors.functionTimeout },
      onEnd,
    });
    for (const name of NOT_PASSED_ON) answer.headers.delete(name);
    return answer;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (raw.signal.aborted) return new Response(null, { status: 499 });
    throw gatewayErrors.functionsUnavailable();
  }
}

function checkSize(bytes: number): void {
  if (bytes > MAX_BODY_BYTES) throw gatewayErrors.tooLarge(MAX_BODY_BYTES);
}
