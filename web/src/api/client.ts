import { FunctionsClient, FunctionsFetchError, FunctionsHttpError } from "@supabase/functions-js";
import { withSecondFactor } from "./second-factor.ts";
import { ServiceError, unreachable } from "./service-error.ts";

// Declared here because unit tests compile this file without the browser's types.
declare const location: { origin: string };

type TokenSource = () => Promise<string | null>;
let accessToken: TokenSource = async () => null;

/** Sets the function that supplies the bearer token; every call reads it again. */
export function authenticateWith(source: TokenSource): void {
  accessToken = source;
}

export interface Options {
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls a route and returns its JSON. Throws ServiceError without a response or for a status other than 2xx. */
export async function call<T>(
  method: "GET" | "POST",
  path: string,
  options: Options = {},
): Promise<T> {
  const data = await withSecondFactor(() => invoke(method, path, options));
  if (typeof data !== "object" || data === null) throw unexpectedError();
  return data as T;
}

/** Calls a route that streams. Throws ServiceError if it refuses, before the first event. */
export async function callForStream(path: string, options: Options): Promise<ReadableStream> {
  const data = await invoke("POST", path, options);
  if (!(data instanceof Response) || !data.body) throw unexpectedError();
  return data.body;
}

/** The only place in the console that calls functions. Calls go to the console's own host, which forwards them. */
async function invoke(
  method: "GET" | "POST",
  path: string,
  { body, signal }: Options,
): Promise<unknown> {
  const functions = new FunctionsClient(`${location.origin}/api`);
  const token = await accessToken();
  const { data, error } = await functions.invoke<unknown>(path, {
    method,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    body: body as Record<string, unknown> | undefined,
    signal,
  });
  if (!error) return data;
  if (signal?.aborted) throw signal.reason;
  if (error instanceof FunctionsFetchError) throw unreachable();
  throw error instanceof FunctionsHttpError ? await refusalOf(error.context) : unexpectedError();
}

/** The reason for a refusal: from the body of the response, or else its status. */
async function refusalOf(response: Response): Promise<ServiceError> {
  const { code, message, details } = ((await response.json().catch(() => null)) ?? {}) as {
    code?: string;
    message?: string;
    details?: unknown;
  };
  return new ServiceError(
    response.status,
    code ?? "unexpected_answer",
    message ?? `The service responded with status ${response.status}.`,
    details,
  );
}

/** The error for a proxy that failed, or for a host that doesn't serve the routes. */
function unexpectedError(): ServiceError {
  return new ServiceError(502, "unexpected_answer", "The service's response cannot be read.");
}

/** The query string of a URL, without undefined parameters. */
export function searchOf(query: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return `?${params}`;
}
