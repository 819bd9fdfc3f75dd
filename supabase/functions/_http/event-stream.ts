/**
 * Server-Sent Events: one JSON object per event, a comment while nothing happens, and exactly one end. Who
 * stops reading ends the work behind it.
 */
export interface StreamedEvent {
  type: string;
}

export interface EventStreamOptions<E extends StreamedEvent> {
  isLast: (event: E) => boolean;
  /** The end of a stream that ended without one, or by this error. */
  lastOf: (error: unknown) => E;
  heartbeatMs?: number;
}

// Proxies give up on silence after 15 s at the earliest.
const HEARTBEAT_MS = 10_000;

/** `produce` is given a signal that is aborted when the reader has gone. */
export function eventStream<E extends StreamedEvent>(
  produce: (signal: AbortSignal) => AsyncIterable<E>,
  { isLast, lastOf, heartbeatMs = HEARTBEAT_MS }: EventStreamOptions<E>,
): Response {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const heartbeat = setInterval(() => send(":\n\n"), heartbeatMs);
      void (async () => {
        let hasEnded = false;
        const tell = (event: E) => {
          if (hasEnded) return;
          hasEnded = isLast(event);
          send(`data: ${JSON.stringify(event)}\n\n`);
        };
        try {
          for await (const event of produce(gone.signal)) tell(event);
          if (!hasEnded) tell(lastOf(new Error("The stream ended without a final event")));
        } catch (error) {
          tell(lastOf(error));
        } finally {
          clearInterval(heartbeat);
          if (!gone.signal.aborted) controller.close();
        }
      })();
    },
    cancel() {
      gone.abort();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Nothing between here and the reader may keep events back.
      "x-accel-buffering": "no",
    },
  });
}
