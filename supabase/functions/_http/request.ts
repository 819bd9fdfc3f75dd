import { LimitedBytesTransformStream } from "deno-std/streams/limited_bytes_transform_stream.js";
import { toText } from "deno-std/streams/to_text.js";
import { AppError } from "../_domain/app-error.ts";
import { mediaTypeOf } from "../_domain/media-type.ts";
import { errors } from "./errors.ts";

// The gateway has the same rule. Otherwise the response and the audit log could have different ids.
const SANE_REQUEST_ID = /^[\w.:-]{8,128}$/;
export const UNKNOWN_PARAMETER = "There is no such parameter. Remove it or check its spelling";
const requestIds = new WeakMap<Request, string>();

/** The caller's request id if it has the expected form, else a new one. It stays the same for a request. */
export function requestIdOf(request: Request): string {
  const knownId = requestIds.get(request);
  if (knownId) return knownId;
  const input = request.headers.get("x-request-id");
  const id = input && SANE_REQUEST_ID.test(input) ? input : crypto.randomUUID();
  requestIds.set(request, id);
  return id;
}

/**
 * Reads a JSON body. Throws 415 for another content type, 413 past the limit without reading on, and 400 for a body
 * that is not JSON.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = mediaTypeOf(request.headers.get("content-type") ?? "");
  if (type !== "application/json") throw errors.unsupportedType();
  const text = await readText(request, maxBytes);
  try {
    return JSON.parse(text, refusePrototype);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw errors.malformed([{ field: null, in: "body", message: "The body is not JSON" }]);
  }
}

/** No field has this name, and a copy of the body would drop it silently instead of refusing it. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key !== "__proto__") return value;
  throw errors.malformed([{ field: key, in: "body", message: UNKNOWN_PARAMETER }]);
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw errors.tooLarge(maxBytes);
  if (!request.body) return "";
  try {
    return await toText(
      request.body
        .pipeThrough(new LimitedBytesTransformStream(maxBytes, { error: true }))
        .pipeThrough(new TextDecoderStream("utf-8", { fatal: true })),
    );
  } catch (error) {
    if (error instanceof RangeError) throw errors.tooLarge(maxBytes);
    if (error instanceof TypeError) {
      throw errors.malformed([{ field: null, in: "body", message: "The body is not UTF-8" }]);
    }
    throw error;
  }
}
