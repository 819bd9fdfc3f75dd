import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { z } from "zod";
import type { Db } from "../_db/client.ts";
import { AppError } from "../_domain/app-error.ts";
import {
  Accepted,
  type BodyOf,
  type Contract,
  type Operation,
  type QueryOf,
  type ResponseOf,
} from "../_domain/contract.ts";
import { type IdentityProvider, readEnv } from "../_env.ts";
import type { Json } from "../_schema/database.types.ts";
import { connectAsCaller } from "./auth.ts";
import { requireDemoToken, servesDemo } from "./demo.ts";
import { errors } from "./errors.ts";
import { eventStream, type StreamedEvent } from "./event-stream.ts";
import { readJson, requestIdOf, UNKNOWN_PARAMETER } from "./request.ts";

/** The input of a handler: everything in it is verified. */
export interface Call<O extends Operation> {
  query: QueryOf<O>;
  body: BodyOf<O>;
  /** The database as the caller; only on routes with access `user`. */
  db: Db;
  identity: IdentityProvider;
  requestId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Returns the response of the contract, or the JSON of a SQL function, which the contract then checks. */
type Handler<O extends Operation> = (call: Call<O>) => Promise<ResponseOf<O> | Json>;
type Handlers<C extends Contract> = {
  [M in "get" | "post" as C[M] extends Operation ? M : never]: Handler<NonNullable<C[M]>>;
};

/** Answers from the bundled demo dataset: no person, no database. */
type DemoHandler<O extends Operation> = (
  call: Pick<Call<O>, "query" | "body" | "signal">,
) => Promise<ResponseOf<O>>;
type DemoHandlers<C extends Contract> = {
  [M in "get" | "post"]?: C[M] extends Operation ? DemoHandler<NonNullable<C[M]>> : never;
};

/** Refuses (401, 403) callers whose role never may; one function for every method, or one for each. */
type Gate = (db: Db) => Promise<void>;
type Gates = Gate | { get: Gate; post: Gate };

const DEFAULT_MAX_BODY_BYTES = 1_000_000;

/**
 * Creates a route. A request passes these checks in order: configuration (503), sign-in (401), `mayUse` (403 for roles
 * that never may), input (400, 413, 415). Then the handler runs. Its exceptions are mapped to the error shape, and its
 * response is cut to the contract. Without an identity provider, `demo` serves callers with the operator's token, and
 * never in production.
 */
export function serve<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  mayUse?: Gates,
  demo?: DemoHandlers<C>,
): { fetch: (request: Request) => Promise<Response> } {
  const handlerOf = (method: Method) => (handlers as Record<string, Handler<Operation>>)[method];
  return routeOf(contract, handlerOf, async (c, method, operation) => {
    const demoHandler = demo?.[method] as DemoHandler<Operation> | undefined;
    if (demoHandler && servesDemo()) {
      return demoHandler(await admitToDemo(c, operation, requireDemoToken));
    }
    const gate = typeof mayUse === "object" ? mayUse[method] : mayUse;
    return handlerOf(method)?.(await admit(c, contract, operation, gate));
  });
}

/**
 * Creates a route of demo mode. `opens` throws 401 unless the request carries the operator's secret. If an identity
 * provider is configured, the route does not exist; if none is, it fails closed in production.
 */
export function serveDemo<C extends Contract>(
  contract: C,
  handlers: DemoHandlers<C>,
  opens: (request: Request) => Promise<void> = requireDemoToken,
): { fetch: (request: Request) => Promise<Response> } {
  const handlerOf = (method: Method) =>
    (handlers as Record<string, DemoHandler<Operation> | undefined>)[method];
  return routeOf(contract, handlerOf, async (c, method, operation) => {
    if (!servesDemo()) {
      throw readEnv().identity ? errors.routeNotFound() : errors.identityProviderNotConfigured();
    }
    return handlerOf(method)?.(await admitToDemo(c, operation, opens));
  });
}

type Method = "get" | "post";

/** The part that all routes share: headers, methods, paths and the forms of responses. */
function routeOf(
  contract: Contract,
  handlerOf: (method: Method) => unknown,
  answerTo: (c: Context, method: Method, operation: Operation) => Promise<unknown>,
): { fetch: (request: Request) => Promise<Response> } {
  const app = new Hono({ getPath: (request) => pathBelow(contract, request.url) });

  app.use(
    cors({
      origin: "*",
      allowHeaders: [
        "authorization",
        "apikey",
        "content-type",
        "x-client-info",
        "x-demo-token",
        "x-request-id",
        "x-webhook-secret",
      ],
      exposeHeaders: ["x-request-id", "retry-after"],
      maxAge: 600,
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.header("x-request-id", requestIdOf(c.req.raw));
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
  });

  for (const method of ["get", "post"] as const) {
    const operation = contract[method];
    if (!operation) continue;
    if (!handlerOf(method)) throw new Error(`Route ${contract.slug} has no handler for ${method}`);
    app[method]("/", async (c) => {
      const answer = await answerTo(c, method, operation);
      if (operation.isFile) return answer as unknown as Response;
      if (operation.isStream) return streamOf(operation, answer as Produce, requestIdOf(c.req.raw));
      if (answer instanceof Accepted && operation.accepted) {
        return c.json(operation.accepted.parse(answer.body) as object, 202);
      }
      return c.json(operation.response.parse(answer) as object, operation.status ?? 200);
    });
  }

  app.all("/", () => {
    throw errors.methodNotAllowed();
  });
  app.notFound((c) => answerError(c, errors.routeNotFound()));
  app.onError((error, c) => answerError(c, error));
  return { fetch: async (request) => app.fetch(request) };
}

type Produce = (signal: AbortSignal) => AsyncIterable<unknown>;

/** Each event is cut to the contract. An event that does not fit, or an error, ends the stream. */
function streamOf({ response }: Operation, produce: Produce, requestId: string): Response {
  async function* checkedEvents(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    for await (const event of produce(signal)) yield response.parse(event) as StreamedEvent;
  }
  return eventStream(checkedEvents, {
    isLast: ({ type }) => type === "done" || type === "error",
    lastOf: (error) => {
      if (!(error instanceof AppError)) console.error(`${requestId} stream:`, error);
      const { code, message } = error instanceof AppError ? error : errors.internal(requestId);
      return { type: "error", code, message };
    },
  });
}

async function admit<O extends Operation>(
  c: Context,
  contract: Contract,
  operation: O,
  mayUse: Gate | undefined,
): Promise<Call<O>> {
  const request = c.req.raw;
  const requestId = requestIdOf(request);
  const env = readEnv();
  if (!env.identity) {
    console.error(`${requestId} failed closed: ${env.identityProblems.join(", ")}`);
    throw errors.identityProviderNotConfigured();
  }
  const db =
    contract.access === "user"
      ? await connectAsCaller(request, env.identity, requestId)
      : undefined;
  if (db && mayUse) await mayUse(db);
  return {
    ...(await inputOf(c, operation)),
    db: db as Db,
    identity: env.identity,
    requestId,
    signal: request.signal,
  };
}

async function admitToDemo<O extends Operation>(
  c: Context,
  operation: O,
  opens: (request: Request) => Promise<void>,
): Promise<Pick<Call<O>, "query" | "body" | "signal">> {
  await opens(c.req.raw);
  return { ...(await inputOf(c, operation)), signal: c.req.raw.signal };
}

async function inputOf<O extends Operation>(
  c: Context,
  operation: O,
): Promise<Pick<Call<O>, "query" | "body">> {
  const query = check(operation.query, queryOf(c), "query");
  const body = operation.body
    ? check(
        operation.body,
        await readJson(c.req.raw, operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES),
        "body",
      )
    : undefined;
  return { query: query as QueryOf<O>, body: body as BodyOf<O> };
}

/** Query parameters as one value each; a repeated one stays a list, which no contract accepts. */
function queryOf(c: Context): Record<string, string | string[]> {
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** Parses one part of the request, or throws 400 with each invalid field and its problem. */
function check(schema: z.ZodType | undefined, value: unknown, part: "query" | "body"): unknown {
  if (!schema) {
    const names = Object.keys(value as object);
    if (names.length > 0) throw errors.malformed(unknownFields([], names, part));
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw errors.malformed(
    parsed.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? unknownFields(issue.path, issue.keys, part)
        : { field: issue.path.join(".") || null, in: part, message: issue.message },
    ),
  );
}

/** The same message for every field that no contract names. */
function unknownFields(path: PropertyKey[], names: string[], part: "query" | "body") {
  return names.map((name) => ({
    field: [...path, name].join("."),
    in: part,
    message: UNKNOWN_PARAMETER,
  }));
}

function answerError(c: Context, error: Error): Response {
  const requestId = requestIdOf(c.req.raw);
  const appError = error instanceof AppError ? error : null;
  if (!appError) console.error(`${requestId} ${c.req.method} ${c.req.path}`, error);
  const answer = appError ?? errors.internal(requestId);
  c.header("x-request-id", requestId);
  if (answer.status === 429) c.header("retry-after", retryAfter(answer.details));
  return c.json(answer.toBody(), answer.status as 400);
}

/** The seconds until a retry: as the database stated, otherwise one. */
function retryAfter(details: unknown): string {
  const seconds = Number((details as { retry_after_seconds?: unknown })?.retry_after_seconds);
  return String(Number.isFinite(seconds) ? Math.max(Math.ceil(seconds), 1) : 1);
}

/** Path below the route, under whichever prefix the platform or the gateway put before it. */
function pathBelow({ slug, path = slug }: Contract, url: string): string {
  const pathname = new URL(url).pathname
    .replace(/^\/functions\/v1/, "")
    .replace(/^\/api(?=\/)/, "");
  const root = [`/${path}`, `/${slug}`].find(
    (prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`),
  );
  return pathname.slice(root?.length ?? 0).replace(/\/+$/, "") || "/";
}
