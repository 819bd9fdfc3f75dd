/**
 * One origin for everything, doing here what the hosted platform's gateway does: API keys, user
 * tokens, CORS, request ids, and the paths of the Data API, Auth, Storage, the functions and the
 * console.
 */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { authRoutes } from "./auth-answers.ts";
import type { KnownKeys } from "./caller.ts";
import { consoleRoutes } from "./console-files.ts";
import type { FunctionsProcess } from "./functions-process.ts";
import { type Connection, functionRoutes } from "./functions-proxy.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";
import type { Serve } from "./gateway-port.ts";
import type { InvitedSignUp } from "./invited-sign-up.ts";
import type { Lite } from "./lite.ts";
import type { LogFile } from "./log-file.ts";
import { restRoutes } from "./rest-answers.ts";
import { storageRoutes } from "./storage-answers.ts";
import type { Tokens } from "./tokens.ts";

export interface GatewayOptions {
  lite: Lite;
  functions: FunctionsProcess;
  /** Runs the functions that work in the background. */
  background: FunctionsProcess;
  keys: KnownKeys;
  tokens: Tokens;
  signUp: InvitedSignUp;
  /** Folder of the built console. */
  consoleDir: string;
  /** The address the stack calls its own. */
  url: string;
  log: LogFile;
}

const REQUEST_ID = /^[\w.:-]{8,128}$/;
const EXPOSED_HEADERS = [
  "content-range",
  "content-location",
  "preference-applied",
  "retry-after",
  "x-request-id",
];
const ALLOWED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function createGateway(options: GatewayOptions): Serve {
  const { lite, keys, tokens } = options;
  const app = new Hono<Connection>();

  app.use(async (c, next) => {
    const given = c.req.header("x-request-id");
    const id = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    c.req.raw.headers.set("x-request-id", id);
    if (!ALLOWED_METHODS.includes(c.req.method)) throw gatewayErrors.methodNotAllowed();
    await next();
    c.res.headers.set("x-request-id", id);
  });

  const open = cors({
    origin: "*",
    allowMethods: ALLOWED_METHODS,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 3600,
  });
  for (const prefix of ["/rest/v1", "/auth/v1", "/storage/v1"]) {
    app.use(prefix, open);
    app.use(`${prefix}/*`, open);
  }
  // Rows and tokens are one person's.
  app.use("/:api{rest|auth}/v1/*", async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  app.route("/rest/v1", restRoutes(lite, keys, tokens));
  app.route("/auth/v1", authRoutes(options));
  app.route("/storage/v1", storageRoutes(lite, keys, tokens));
  app.all("/auth/v1/*", () => {
    throw gatewayErrors.notFound("There is no such Auth route here.");
  });

  app.route("/", functionRoutes(options.functions, options.background));
  app.route("/", consoleRoutes(options.consoleDir, [options.url]));
  app.notFound((c) =>
    c.json(gatewayErrors.notFound("There is nothing at this address.").body, 404),
  );
  app.onError((error, c) => {
    c.header("access-control-allow-origin", "*");
    c.header("access-control-expose-headers", EXPOSED_HEADERS.join(","));
    if (error instanceof GatewayError) return c.json(error.body, error.status, error.headers);
    options.log.write(`${c.req.method} ${c.req.path}`, error);
    const id = c.req.header("x-request-id");
    const message = `Something went wrong here; the log has it under ${id}.`;
    return c.json({ statusCode: 500, code: "internal_error", message }, 500);
  });

  return (request, env) => app.fetch(request, env as Connection["Bindings"]);
}
