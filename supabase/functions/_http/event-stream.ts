import {
  type ServerSentEventMessage,
  ServerSentEventStream,
} from "deno-std/http/server_sent_event_stream.js";

/**
 * Server-Sent Events: one JSON object per event, a comment every few seconds, and exactly one end. When
 * the reader leaves, the work behind the stream is aborted.
 */
export interface StreamedEvent {
  type: string;
}

export interface EventStreamOptions<E extends StreamedEvent> {
  isLast: (event: E) => boolean;
  /** The final event of a stream that ended without one, or with this error. */
  lastOf: (error: unknown) => E;
  heartbeatMs?: number;
}

// Proxies give up on silence after 15 s at the earliest.
const HEARTBEAT_MS = 10_000;

/** `produce` gets a signal that is aborted when the reader leaves. */
export function eventStream<E extends StreamedEvent>(
  produce: (signal: AbortSignal) => AsyncIterable<E>,
  { isLast, lastOf, heartbeatMs = HEARTBEAT_MS }: EventStreamOptions<E>,
): Response {
  const departure = new AbortController();
  const messages = new ReadableStream<ServerSentEventMessage>({
    start(controller) {
      const send = (message: ServerSentEventMessage) => {
        if (!departure.signal.aborted) controller.enqueue(message);
      };
      const heartbeat = setInterval(() => send({ comment: "" }), heartbeatMs);
      void (async () => {
        let hasEnded = false;
        const sendEvent = (event: E) => {
          if (hasEnded) return;
          hasEnded = isLast(event);
          // The space is optional, but simple readers expect it.
          send({ data: ` ${JSON.stringify(event)}` });
        };
        try {
          for await (const event of produce(departure.signal)) sendEvent(event);
          if (!hasEnded) sendEvent(lastOf(new Error("The stream ended without a final event")));
        } catch (error) {
          sendEvent(lastOf(error));
        } finally {
          clearInterval(heartbeat);
          if (!departure.signal.aborted) controller.close();
        }
      })();
    },
    cancel() {
      departure.abort();
    },
  });
  return new Response(messages.pipeThrough(new ServerSentEventStream()), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // No proxy between here and the reader may buffer events.
      "x-accel-buffering": "no",
    },
  });
}
