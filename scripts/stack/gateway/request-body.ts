/** Reads a request's body completely, up to a limit, within the memory reserved for bodies. */
import { discardRest } from "../discard-rest.ts";
import type { Subject, Tier } from "./admission.ts";
import type { BodyPace } from "./body-pace.ts";
import { GatewayError, gatewayErrors } from "./gateway-errors.ts";

export interface BodyMemory {
  /**
   * Reads the body and stores it until `use` has settled. The body is null if there is none. Throws a
   * GatewayError: 413 above `limit` bytes, 429 if the subject sends too much at once, 408 if no more data arrives.
   */
  withBody<T>(
    request: Request,
    limit: number,
    subject: Subject,
    use: (body: Uint8Array<ArrayBuffer> | null) => Promise<T>,
  ): Promise<T>;
  load(): { bytes: number; maxBytes: number; limit: number };
}

const MB = 1_048_576;
const ALL_BYTES = 160 * MB;
const BYTES_AT_ONCE: Record<Tier, number> = {
  service: 96 * MB,
  leader: 40 * MB,
  member: 4 * MB,
  outsider: 1 * MB,
  anonymous: 4 * MB,
};
// A small body is accepted even if others fill the memory.
const SMALL_BYTES = MB / 4;
// A slightly oversized body is read to its end, so that the client sees the response and not a broken connection.
const GRACE_BYTES = 16 * MB;
const SILENCE_MS = 30_000;
const BYTES_BETWEEN_PAUSES = MB / 4;

export function createBodyMemory(pace: BodyPace): BodyMemory {
  const bytesBySubject = new Map<string, number>();
  let bytes = 0;
  let maxBytes = 0;

  function take({ key, tier }: Subject, size: number): void {
    const own = (bytesBySubject.get(key) ?? 0) + size;
    const isFull = own > SMALL_BYTES && bytes + size > ALL_BYTES;
    if (own > BYTES_AT_ONCE[tier] || isFull) {
      throw gatewayErrors.tooManyAtOnce();
    }
    bytesBySubject.set(key, own);
    bytes += size;
    maxBytes = Math.max(maxBytes, bytes);
  }

  function giveBack({ key }: Subject, size: number): void {
    const own = (bytesBySubject.get(key) ?? 0) - size;
    if (own > 0) bytesBySubject.set(key, own);
    else bytesBySubject.delete(key);
    bytes -= size;
  }

  return {
    async withBody(request, limit, subject, use) {
      if (request.body === null) return use(null);
      const contentLength = Number(request.headers.get("content-length"));
      if (contentLength > limit + GRACE_BYTES) throw gatewayErrors.tooLarge(limit);
      const chunks: Uint8Array[] = [];
      let size = 0;
      let usedBytes = 0;
      try {
        for await (const chunk of unlessSilent(request.body, pace, subject)) {
          size += chunk.byteLength;
          if (size > limit + GRACE_BYTES) break;
          if (size > limit) continue;
          take(subject, chunk.byteLength);
          usedBytes += chunk.byteLength;
          chunks.push(chunk);
        }
        if (size > limit) throw gatewayErrors.tooLarge(limit);
        const body = new Uint8Array(size);
        let offset = 0;
        for (const chunk of chunks.splice(0)) {
          body.set(chunk, offset);
          offset += chunk.byteLength;
        }
        return await use(body);
      } finally {
        giveBack(subject, usedBytes);
      }
    },
    load: () => ({ bytes, maxBytes: maxBytes, limit: ALL_BYTES }),
  };
}

/** The chunks of a body. Throws a GatewayError of 408 when none arrives for a while. */
export async function* unlessSilent(
  body: ReadableStream<Uint8Array>,
  pace: BodyPace,
  subject: Subject,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  let isDone = false;
  let bytesSincePause = 0;
  try {
    while (!isDone) {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(gatewayErrors.bodyTooSlow()), SILENCE_MS);
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() =>
        clearTimeout(timer),
      );
      isDone = done;
      if (value === undefined) continue;
      yield value;
      bytesSincePause += value.byteLength;
      if (bytesSincePause < BYTES_BETWEEN_PAUSES) continue;
      await pace.wait(subject, bytesSincePause);
      bytesSincePause = 0;
    }
  } catch (error) {
    // A client that disconnects during its body causes no failure of the service.
    throw error instanceof GatewayError ? error : gatewayErrors.clientLeft();
  } finally {
    if (!isDone) discardRest(reader);
  }
}
