/** Reading a request's body whole, up to a limit. */
import { gatewayErrors } from "./gateway-errors.ts";

// A body a little too large is read to its end, so that the client sees the answer and not a broken
// connection.
const GRACE_BYTES = 64 * 1_048_576;

/** Null when there is no body. Throws a GatewayError of 413 above `limit` bytes. */
export async function readBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + GRACE_BYTES) break;
  }
  if (size > limit) throw gatewayErrors.tooLarge(limit);
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
