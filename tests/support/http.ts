/**
 * Requests to the running stack, as a persona. It uses node:http, because `fetch` costs about a millisecond of CPU per
 * call, and the suites send tens of thousands of requests.
 */
import http from "node:http";
import { text as textOf } from "node:stream/consumers";
import { inject } from "vitest";
import { badCredentialNames, headersOf, type PersonaName } from "./personas.ts";

const stack = inject("stack");
// Shorter than the idle time after which the gateway closes a connection.
const agent = new http.Agent({ keepAlive: true, timeout: 30_000 });
const LARGE_BODY_BYTES = 65_536;

export interface Answer {
  status: number;
  text: string;
  /** The parsed text; undefined if it is not JSON. */
  json: unknown;
  headers: Headers;
}

export interface Ask {
  method?: string;
  /** Sent as JSON, unless it is bytes or text already. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The loopback address that the request comes from. */
  localAddress?: string | undefined;
}

interface RequestOptions {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Requests a path of the stack with exactly these headers. */
export async function ask(
  path: string,
  { method, body, headers = {}, localAddress }: Ask = {},
): Promise<Answer> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const request: RequestOptions = {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  };
  const length = Buffer.byteLength(request.body ?? "");
  // The gateway may refuse a large body before its end; only `fetch` reads such a response in every case.
  if (length > LARGE_BODY_BYTES) {
    const answer = await fetch(stack.url + path, request);
    const text = await answer.text();
    return { status: answer.status, text, json: parseJson(text), headers: answer.headers };
  }
  const answer = await send(new URL(stack.url + path), request, length, localAddress);
  const text = await textOf(answer);
  const answerHeaders = new Headers();
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    answerHeaders.append(answer.rawHeaders[i] as string, answer.rawHeaders[i + 1] as string);
  }
  return { status: answer.statusCode ?? 0, text, json: parseJson(text), headers: answerHeaders };
}

function send(
  url: URL,
  { method, headers, body }: RequestOptions,
  length: number,
  localAddress: string | undefined,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Without a length, Node doesn't frame the body of a DELETE.
    const framing = body !== undefined && { "content-length": length };
    const request = http.request(url, {
      method,
      agent,
      headers: { accept: "*/*", ...framing, ...headers },
      ...(localAddress !== undefined && { localAddress }),
    });
    request.once("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends a request as a persona; these headers override the persona's. */
export async function askAs(
  persona: PersonaName,
  path: string,
  options: Ask = {},
): Promise<Answer> {
  return ask(path, {
    ...options,
    headers: { ...(await headersOf(persona)), ...options.headers },
    localAddress: addressOf(persona),
  });
}

/**
 * A separate address for each persona without a user. A busy gateway delays the refusals of one sender, which it
 * knows by the address alone.
 */
function addressOf(persona: PersonaName): string | undefined {
  const index = [...badCredentialNames, "anonymous"].indexOf(persona);
  return index >= 0 ? loopback(index + 2) : undefined;
}

/** The loopback address with this last number. Only Linux accepts them all. */
export function loopback(last: number): string | undefined {
  return process.platform === "linux" ? `127.0.0.${last}` : undefined;
}

/** Calls a route of the API as a persona. */
export function callRoute(persona: PersonaName, route: string, options: Ask = {}): Promise<Answer> {
  return askAs(persona, `/api/${route}`, options);
}

/** Calls a SQL function through the Data API as a persona. */
export function callRpc(
  persona: PersonaName,
  name: string,
  args: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return askAs(persona, `/rest/v1/rpc/${name}`, { method: "POST", body: args, headers });
}

/** The stable code of a refusal: ours, or the SQLSTATE that PostgREST passes on. */
export function codeOf(answer: Answer): string | undefined {
  return (answer.json as { code?: string } | undefined)?.code;
}

/** These differ between any two requests. A busy gateway closes the connection after a refusal to a frequent sender. */
const volatileHeaders = [
  "date",
  "x-request-id",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
];

/** A response without volatile headers. `id` is replaced, because two responses may differ in the requested id. */
export function comparable({ status, text, headers }: Answer, id?: string) {
  const withoutId = (value: string) => (id === undefined ? value : value.replaceAll(id, "the id"));
  return {
    status,
    text: withoutId(text),
    headers: [...headers]
      .filter(([name]) => !volatileHeaders.includes(name))
      .map(([name, value]) => `${name}: ${withoutId(value)}`),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
