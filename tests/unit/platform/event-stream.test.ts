import { describe, expect, test } from "vitest";
import { eventStream } from "../../../supabase/functions/_http/event-stream.ts";

type Event = { type: "word" | "done" | "error"; text?: string };

const options = {
  isLast: ({ type }: Event) => type !== "word",
  lastOf: (error: unknown): Event => ({ type: "error", text: (error as Error).message }),
};

async function readEvents(response: Response) {
  const text = await response.text();
  const events = text
    .split("\n\n")
    .flatMap((block) => (block.startsWith("data: ") ? [block.slice(6)] : []));
  return { text, events: events.map((event) => JSON.parse(event) as Event) };
}

const streamOf = (produce: (signal: AbortSignal) => AsyncIterable<Event>, more: object = {}) =>
  eventStream<Event>(produce, { ...options, ...more });

describe("a stream of events", () => {
  test("delivers each event at once, line breaks included", async () => {
    const response = streamOf(async function* () {
      yield { type: "word", text: "one\n\ndata: {}\n\ntwo 🌱" };
      yield { type: "done" };
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect((await readEvents(response)).events).toEqual([
      { type: "word", text: "one\n\ndata: {}\n\ntwo 🌱" },
      { type: "done" },
    ]);
  });

  test.each<[string, () => AsyncGenerator<Event>, Event[]]>([
    [
      "one that sends nothing",
      async function* () {},
      [{ type: "error", text: "The stream ended without a final event" }],
    ],
    [
      "one that forgets its end",
      async function* () {
        yield { type: "word" };
      },
      [{ type: "word" }, { type: "error", text: "The stream ended without a final event" }],
    ],
    [
      "one that fails",
      async function* () {
        yield { type: "word" };
        throw new Error("broken");
      },
      [{ type: "word" }, { type: "error", text: "broken" }],
    ],
    [
      "one that fails after its end",
      async function* () {
        yield { type: "done" };
        throw new Error("broken");
      },
      [{ type: "done" }],
    ],
    [
      "one that continues after its end",
      async function* () {
        yield { type: "done" };
        yield { type: "word" };
        yield { type: "error" };
      },
      [{ type: "done" }],
    ],
  ])("has exactly one end: %s", async (_, produce, expected) => {
    expect((await readEvents(streamOf(produce))).events).toEqual(expected);
  });

  test("ends even if the work cannot begin", async () => {
    const produce = () => {
      throw new Error("not begun");
    };
    expect((await readEvents(streamOf(produce))).events).toEqual([
      { type: "error", text: "not begun" },
    ]);
  });

  test("sends heartbeats while nothing happens, between events and never after the end", async () => {
    const beats = Promise.withResolvers<void>();
    const response = streamOf(
      async function* () {
        yield { type: "word" };
        await beats.promise;
        yield { type: "done" };
      },
      { heartbeatMs: 5 },
    );
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    while (!text.includes(":\n\n:\n\n")) text += (await reader.read()).value ?? "";
    beats.resolve();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    expect(text).toMatch(/^data: \{"type":"word"\}\n\n(:\n\n){2,}data: \{"type":"done"\}\n\n$/);
  });

  test("stops its work when the reader leaves, and reports no later failure", async () => {
    const stop = Promise.withResolvers<string>();
    const response = streamOf(async function* (signal) {
      yield { type: "word" };
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      yield { type: "word", text: "late" };
      stop.resolve("stopped");
      throw new Error("late");
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(await stop.promise).toBe("stopped");
    expect((await reader.read()).done).toBe(true);
  });
});
