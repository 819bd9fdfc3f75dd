/**
 * The service's answers to a component under test. Routes are checked by their contracts in both directions: the
 * test fails on a fixture that no route could send and on a request that no route would accept.
 */
import { z } from "zod";
import { AppError } from "../../supabase/functions/_domain/app-error.ts";
import type {
  BodyOf,
  Contract,
  Operation,
  QueryOf,
} from "../../supabase/functions/_domain/contract.ts";
import { eventStream, type StreamedEvent } from "../../supabase/functions/_http/event-stream.ts";
import type { Database } from "../../supabase/functions/_schema/database.types.ts";

/** Answers a request; undefined if the request is not meant for it. */
export type Answer = (request: Request) => Promise<Response> | undefined;

type Schema = Database["public"];
type Relations = Schema["Tables"] & Schema["Views"];
export type RelationName = keyof Relations & string;
/** Columns of one row; a query that selects some of them needs no more. */
export type Row<Name extends RelationName> = Partial<Relations[Name]["Row"]>;
type FunctionName = keyof Schema["Functions"] & string;

type Method = "get" | "post";
type Sent<O extends Operation> = z.input<O["response"]>;
type Decide<O extends Operation> = (call: {
  query: QueryOf<O>;
  body: BodyOf<O>;
}) => Sent<O> | Promise<Sent<O>>;
type AnswerOrDecide<O extends Operation> = Sent<O> | Decide<O>;

/** The answer of a GET route, or the function that decides it. An AppError that it throws is the route's refusal. */
export function get<C extends Contract & { get: Operation }>(
  contract: C,
  answer: AnswerOrDecide<C["get"]>,
): Answer {
  return route(contract, "get", contract.get, answer);
}

/** The answer of a POST route, or the function that decides it. */
export function post<C extends Contract & { post: Operation }>(
  contract: C,
  answer: AnswerOrDecide<C["post"]>,
): Answer {
  return route(contract, "post", contract.post, answer);
}

/** The events of a POST route that streams. */
export function stream<C extends Contract & { post: Operation }>(
  contract: C,
  events: (body: BodyOf<C["post"]>, signal: AbortSignal) => AsyncIterable<Sent<C["post"]>>,
): Answer {
  const { response, body } = contract.post;
  return at("POST", `/api/${contract.path ?? contract.slug}`, async (request) => {
    const input = body?.parse(await request.json()) as BodyOf<C["post"]>;
    async function* checked(signal: AbortSignal) {
      for await (const event of events(input, signal)) yield response.parse(event) as StreamedEvent;
    }
    return eventStream(checked, {
      isLast: ({ type }) => type === "done" || type === "error",
      lastOf: (error) => {
        throw error;
      },
    });
  });
}

/** The rows of a table or view, filtered as the request asks; the order is the fixture's. */
export function rows<Name extends RelationName>(
  name: Name,
  all: readonly Row<Name>[] | ((url: URL) => readonly Row<Name>[]),
): Answer {
  return at("GET", `/rest/v1/${name}`, async (request) => {
    const url = new URL(request.url);
    const match =
      typeof all === "function" ? all(url) : all.filter((row) => fits(row, url.searchParams));
    return rowsAnswer(match, request);
  });
}

/** The answer of a SQL function, or the function that decides it. */
export function rpc(
  name: FunctionName,
  answer: unknown | ((args: Record<string, unknown>) => unknown),
): Answer {
  return at("POST", `/rest/v1/rpc/${name}`, async (request) => {
    const args = (await request.json()) as Record<string, unknown>;
    return Response.json(typeof answer === "function" ? answer(args) : answer);
  });
}

/** The answer to any other request: an upload to the storage, a sign-in, a service that fails. */
export function at(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  answer: (request: Request) => Promise<Response> | Response,
): Answer {
  return (request) => {
    if (request.method !== method || new URL(request.url).pathname !== path) return undefined;
    return Promise.resolve(answer(request)).catch((error: unknown) => {
      if (error instanceof AppError) return Response.json(error.toBody(), { status: error.status });
      throw error;
    });
  };
}

function route<O extends Operation>(
  contract: Contract,
  method: Method,
  operation: O,
  answer: AnswerOrDecide<O>,
): Answer {
  const path = `/api/${contract.path ?? contract.slug}`;
  return at(method === "get" ? "GET" : "POST", path, async (request) => {
    const parameters = Object.fromEntries(new URL(request.url).searchParams);
    const query = (operation.query ?? z.strictObject({})).parse(parameters) as QueryOf<O>;
    const body = (
      operation.body ? operation.body.parse(await request.json()) : undefined
    ) as BodyOf<O>;
    const rows =
      typeof answer === "function" ? await (answer as Decide<O>)({ query, body }) : answer;
    return Response.json(operation.response.parse(rows), { status: operation.status ?? 200 });
  });
}

const NOT_COLUMNS = new Set(["select", "order", "limit", "offset"]);

function fits(row: object, search: URLSearchParams): boolean {
  return [...search].every(([column, condition]) => {
    if (NOT_COLUMNS.has(column)) return true;
    const value = (row as Record<string, unknown>)[column] ?? null;
    const [, operator = "", operand = ""] = /^([\w.]+?)\.(.*)$/.exec(condition) ?? [];
    switch (operator) {
      case "eq":
        return String(value) === operand;
      case "neq":
        return String(value) !== operand;
      case "is":
        return String(value) === operand;
      case "in":
        return operand.slice(1, -1).replaceAll('"', "").split(",").includes(String(value));
      default:
        throw new Error(`No fixture filters by ${column}=${condition}: give rows a function`);
    }
  });
}

function rowsAnswer(rows: readonly object[], request: Request): Response {
  const { searchParams } = new URL(request.url);
  const first = Number(searchParams.get("offset") ?? 0);
  const limit = Number(searchParams.get("limit") ?? 1000);
  const page = rows.slice(first, first + limit);
  const last = first + page.length - 1;
  const range = `${page.length > 0 ? `${first}-${last}` : "*"}/${rows.length}`;
  const wantsOne = request.headers.get("accept")?.includes("vnd.pgrst.object");
  if (!wantsOne) return Response.json(page, { headers: { "content-range": range } });
  if (page.length === 1) return Response.json(page[0]);
  return Response.json(
    { code: "PGRST116", message: "No single row", details: null, hint: null },
    { status: 406 },
  );
}
