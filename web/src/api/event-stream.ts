import { EventSourceParserStream } from "eventsource-parser/stream";
import { callForStream, type Options } from "./client.ts";
import { unreachable } from "./service-error.ts";

interface StreamOptions extends Options {
  /** Called when the service has accepted the request, before the first event. */
  onGranted?: () => void;
}

/**
 * Calls a route that answers Server-Sent Events, and yields each as it arrives. Throws ServiceError if it refuses,
 * and if the connection ends early; the caller interprets the end event.
 */
export async function* callStream<T>(path: string, options: StreamOptions): AsyncGenerator<T> {
  const body = await callForStream(path, options);
  options.onGranted?.();
  const events = body
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
