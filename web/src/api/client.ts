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
}

/**
 * Calls a route and answers its JSON. The only place of the console that calls fetch.
 * Throws ServiceError for every answer but 2xx, and for none.
 */
export async function call<T>(
  method: "GET" | "POST",
  path: string,
  options: Options = {},
): Promise<T> {
  const headers: Record<string, string> = {};
  const token = await accessToken();
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers["content-type"] = "application/json";

  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  }

  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const { code, message, details } = (answer ?? {}) as {
    code?: string;
    message?: string;
    details?: unknown;
  };
  throw new ServiceError(
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
