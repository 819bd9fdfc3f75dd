/**
 * Serves everything under one origin, as the hosted platform's gateway does: it handles API keys, user tokens and
 * request ids, and the paths of the Data API, Auth, Storage, the functions and the console. It also decides which
 * pages may call, and how much of the service one subject uses at once.
 */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { FunctionsProcess } from "../functions/functions-process.ts";
import type { DataApiProcess } from "../lite/data-api-process.ts";
import type { Lite } from "../lite/lite.ts";
import type { Passwords } from "../lite/repairs/password-check.ts";
import type { SecondFactors } from "../lite/repairs/second-factors.ts";
import type { Tokens } from "../lite/repairs/user-tokens.ts";
import type { LogFile } from "../log-file.ts";
import type { Admission } from "./admission.ts";
import { authRoutes } from "./auth-routes.ts";
import { createBodyPace } from "./body-pace.ts";
import { createWebPages } from "./browser-origins.ts";
import { clientAddressOf } from "./client-address.ts";
import { consoleRoutes } from "./console-files.ts";
import type { KnownKeys } from "./credentials.ts";
import type { EventLoop } from "./event-loop.ts";
import { type Connection, functionRoutes } from "./functions-proxy.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";
import type { Serve } from "./gateway-port.ts";
import type { InvitedSignUp } from "./invited-sign-up.ts";
import type { KnownDevices } from "./known-devices.ts";
import { loadRoutes } from "./load-route.ts";
import { createRefusals } from "./refusal-delay.ts";
import { createBodyMemory } from "./request-body.ts";
import { restRoutes } from "./rest-routes.ts";
import { storageRoutes } from "./storage-routes.ts";
import type { UserTiers } from "./user-tiers.ts";

export interface GatewayOptions {
  lite: Lite;
  /** The Data API for everyone but leaders and the service; by default `lite`. */
  dataApiOfOthers?: DataApiProcess;
  functions: FunctionsProcess;
  /** Serves everyone but leaders; by default `functions` does. */
  functionsOfOthers?: FunctionsProcess;
  /** Runs the functions that work in the background. */
  background: FunctionsProcess;
  /** Runs calls that read an uploaded table. */
  files?: FunctionsProcess;
  keys: KnownKeys;
  tokens: Tokens;
  signUp: InvitedSignUp;
  passwords: Passwords;
  factors: SecondFactors;
  devices: KnownDevices;
  userTiers: UserTiers;
  admission: Admission;
  loop: EventLoop;
  /** Folder of the built console. */
  consoleDir: string;
  /** Folder for files on their way in. */
  incomingDir: string;
  /** The address the stack calls its own. */
  url: string;
  /** Other origins whose pages may call the service. */
  origins: string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  proxies: string[];
  log: LogFile;
}

const REQUEST_ID = /^[\w.:-]{8,128}$/;
const ALLOWED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The gateway's own routes, each under `/gateway/v1/<name>`. */
export const OWN_ROUTES = { load: loadRoutes };

export function createGateway(parts: GatewayOptions): Serve {
  const pace = createBodyPace(parts.loop);
  const options = { ...parts, pace, bodies: createBodyMemory(pace) };
  const app = new Hono<Connection>();

  app.use(async (c, next) => {
    const sentId = c.req.header("x-request-id");
    const id = sentId !== undefined && REQUEST_ID.test(sentId) ? sentId : randomUUID();
    c.req.raw.headers.set("x-request-id", id);
    if (!ALLOWED_METHODS.includes(c.req.method)) throw gatewayErrors.methodNotAllowed();
    await next();
    c.res.headers.set("x-request-id", id);
  });

  // No cache may store rows or tokens of a person.
  app.use("/:api{rest|auth}/v1/*", async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  app.route("/rest/v1", restRoutes(options));
  app.route("/auth/v1", authRoutes(options));
  app.route("/storage/v1", storageRoutes(options));
  app.all("/auth/v1/*", () => {
    throw gatewayErrors.notFound("There is no such Auth route here.");
  });

  for (const [name, routes] of Object.entries(OWN_ROUTES)) {
    app.route(`/gateway/v1/${name}`, routes(options));
  }
  app.route("/", functionRoutes(options));
  app.route("/", consoleRoutes(options.consoleDir, [options.url]));
  app.notFound((c) =>
    c.json(gatewayErrors.notFound("There is nothing at this address.").body, 404),
  );
  app.onError((error, c) => {
    if (error instanceof GatewayError) return c.json(error.body, error.status, error.headers);
    options.log.write(`${c.req.method} ${c.req.path}`, error);
    const id = c.req.header("x-request-id");
    const message = `Something went wrong. Look for ${id} in the log.`;
    return c.json({ statusCode: 500, code: "internal_error", message }, 500);
  });

  const pages = createWebPages(options.url, options.origins);
  const refusals = createRefusals(options.loop);
  return async (request, connection) => {
    const bindings = connection as Connection["Bindings"];
    const answer = await pages.serve(request, () => app.fetch(request, bindings));
    const isRefusal = answer.status >= 400 && answer.status < 500;
    if (!isRefusal || request.headers.get("apikey") === options.keys.secret) return answer;
    const hasWaited = await refusals.pace(senderOf(request, bindings, options));
    // Closes the connection, so that the unread rest of the body is dropped.
    if (hasWaited && request.body !== null) answer.headers.set("connection", "close");
    return answer;
  };
}

/** The user of a token that was verified before, else the network address. */
function senderOf(
  { headers }: Request,
  { incoming }: Connection["Bindings"],
  { tokens, proxies }: GatewayOptions,
): string {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return (bearer && tokens.knownUserOf(bearer)) || clientAddressOf(incoming, proxies);
}
