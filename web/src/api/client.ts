import { EventSourceParserStream } from "eventsource-parser/stream";
import { ServiceError, unreachable } from "./service-error.ts";

type TokenSource = () => Promise<string | null>;
let accessToken: TokenSource = async () => null;

/** Names where requests find the bearer token; asked again for every request. */
export function authenticateWith(source: TokenSource): void {
  accessToken = source;
}

interface Options {
  body?: unknown;
  signal?: AbortSignal;
  /** Called when a stream has been granted, before its first event. */
  onGranted?: () => void;
}

/** The only place of the console that calls fetch. Throws ServiceError where there is no answer at all. */
async function request(
  method: "GET" | "POST",
  path: string,
  { body, signal }: Options,
): Promise<Response> {
  const headers: Record<string, string> = {};
  const token = await accessToken();
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    return await fetch(`/api/${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

/** Calls a route and answers its JSON. Throws ServiceError for every answer but 2xx, and for none. */
export async function call<T>(
  method: "GET" | "POST",
  path: string,
  options: Options = {},
): Promise<T> {
  const response = await request(method, path, options);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  throw refusalOf(response, answer);
}

/**
 * Calls a route that answers Server-Sent Events, and tells each as it comes. Throws ServiceError where it refuses,
 * and where the connection ends before its time; what the events say of an end is up to the caller.
 */
export async function* callStream<T>(path: string, options: Options): AsyncGenerator<T> {
  const response = await request("POST", path, options);
  if (!response.ok || !response.body) {
    throw refusalOf(response, await response.json().catch(() => null));
  }
  options.onGranted?.();
  const events = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield JSON.parse(value.data) as T;
    }
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function refusalOf(response: Response, answer: unknown): ServiceError {
  const { code, message, details } = (answer ?? {}) as {
    code?: string;
    message?: string;
    details?: unknown;
  };
  return new ServiceError(
    response.ok ? 502 : response.status,
    code ?? "unexpected_answer",
    message ?? `The service answered ${response.status}.`,
    details,
  );
}

/** Query parameters as an address takes them; what is undefined is left out. */
export function searchOf(query: Record<string, string | number | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return `?${given}`;
}
