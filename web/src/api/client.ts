import { ServiceError, unreachable } from "./service-error.ts";

type TokenSource = () => Promise<string | null>;
let accessToken: TokenSource = async () => null;

/** Names where requests find the bearer token; asked again for every request. */
export function authenticateWith(source: TokenSource): void {
  accessToken = source;
}

export interface Options {
  body?: unknown;
  signal?: AbortSignal;
}

/** The only place of the console that calls fetch. Throws ServiceError where there is no answer at all. */
export async function request(
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

/** Why a route refused, as it says, or by its status alone. */
export function refusalOf(response: Response, answer: unknown): ServiceError {
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
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return `?${params}`;
}
