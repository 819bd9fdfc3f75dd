import { LimitedBytesTransformStream } from "deno-std/streams/limited_bytes_transform_stream.js";
import { parseRetryHint } from "./retry-hint.ts";
import { VendorError } from "./vendor-error.ts";

export interface VendorRequest {
  vendor: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form instead. */
  form?: Record<string, string>;
  signal: AbortSignal;
  timeoutMs?: number;
}

export interface VendorAnswer {
  status: number;
  headers: Headers;
  /** Undefined when it is not JSON. */
  body: unknown;
}

const TIMEOUT_MS = 15_000;
// With these failures, no byte of the request can have arrived.
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Sends one request. Throws a VendorError without a complete response; the caller judges its status. */
export async function askVendor(request: VendorRequest): Promise<VendorAnswer> {
  const { vendor, method, url, headers, body, form, signal, timeoutMs = TIMEOUT_MS } = request;
  if (signal.aborted)
    throw new VendorError("busy", `${vendor} was not called, because the time limit was reached`);
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", "content-type": "application/json", ...headers },
      ...(body !== undefined && sentOnce(JSON.stringify(body))),
      ...(form && { body: new URLSearchParams(form) }),
      // Following a redirect would send the credentials to its target.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parseJson(text) };
  } catch (error) {
    if (NOT_SENT.has(codeOf(error))) {
      throw new VendorError("busy", `${vendor} cannot be reached`);
    }
    throw new VendorError(
      "ambiguous",
      `${vendor} did not respond in time or closed the connection`,
    );
  }
}

/**
 * Downloads a file whose address includes the permission, so no credentials are sent. Null if the file does not exist
 * or is larger than `maxBytes`. Throws a VendorError if it may be available later.
 */
export async function downloadFile(
  vendor: string,
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (signal.aborted)
    throw new VendorError("busy", `${vendor} was not called, because the time limit was reached`);
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(4 * TIMEOUT_MS)]),
    });
    if (response.status === 429 || response.status >= 500) {
      throw new VendorError("busy", `${vendor} did not return a file`);
    }
    if (!response.ok || !response.body) return null;
    const limitedBody = response.body.pipeThrough(
      new LimitedBytesTransformStream(maxBytes, { error: true }),
    );
    return new Uint8Array(await new Response(limitedBody).arrayBuffer());
  } catch (error) {
    if (error instanceof RangeError) return null;
    if (error instanceof VendorError) throw error;
    throw new VendorError("busy", `${vendor} did not return a file in time`);
  }
}

/**
 * Sends the body as a stream, which cannot be sent twice. Deno sends any other body again when a reused connection
 * breaks, even if the other side has already received the request.
 */
function sentOnce(text: string): RequestInit & { duplex: "half" } {
  return { body: new Blob([text]).stream(), duplex: "half" };
}

/** The error for a status if the vendor has no error body; null for success. */
export function failureOf(vendor: string, answer: VendorAnswer): VendorError | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const hint = parseRetryHint(answer);
  if (status === 429) {
    return new VendorError("busy", `${vendor} is limiting requests right now`, hint);
  }
  if (status === 408 || status >= 500) {
    return new VendorError("ambiguous", `${vendor} failed with status ${status}`, hint);
  }
  if (status === 401) {
    return new VendorError(
      "refused",
      `${vendor} rejected our credentials. Ask an admin to connect it again`,
    );
  }
  if (status === 403) {
    return new VendorError(
      "refused",
      `${vendor} does not allow this with our credentials. Ask an admin to check its connection`,
    );
  }
  return new VendorError("refused", `${vendor} rejected the request with status ${status}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Node puts the code into the cause of the error, Deno into its message. */
function codeOf(error: unknown): string {
  const causes = [error, (error as Error)?.cause];
  for (const cause of causes) {
    const code = (cause as { code?: unknown } | undefined)?.code;
    if (typeof code === "string") return code;
  }
  const text = causes.map((cause) => (cause instanceof Error ? cause.message : "")).join(" ");
  if (/connection refused|os error 111/i.test(text)) return "ECONNREFUSED";
  if (/dns error|failed to lookup/i.test(text)) return "ENOTFOUND";
  return "";
}
