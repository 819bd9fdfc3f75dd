import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAiChat } from "../../../supabase/functions/_integrations/models/openai-chat.ts";
import type {
  ModelEvent,
  ModelRequest,
} from "../../../supabase/functions/_integrations/models/port.ts";
import {
  failure,
  frame,
  type MockModel,
  modelKey,
  startMockModel,
} from "../../support/mock-model.ts";

const never = new AbortController().signal;
const question: ModelRequest = { messages: [{ role: "user", content: "Who is it?" }] };

let vendor: MockModel;
beforeEach(async () => {
  vendor = await startMockModel();
});
afterEach(() => vendor.close());

interface Options {
  apiKey?: string;
  silenceMs?: number;
  longestMs?: number;
}

function model(options: Options = {}) {
  return openAiChat({ baseUrl: vendor.url, apiKey: modelKey, model: "mock-1", ...options });
}

async function readStream(
  request: ModelRequest = question,
  options: Options & { signal?: AbortSignal } = {},
) {
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    for await (const event of model(options).stream(request, options.signal ?? never))
      events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const text = events.map((event) => (event.type === "delta" ? event.text : "")).join("");
  const ends = events.filter((event) => event.type === "end");
  return { events, text, error, end: ends.length === 1 ? ends[0] : undefined };
}

let calls = 0;
beforeEach(() => {
  calls = 0;
});
/** How the last call ended for the vendor, which may notice only after the caller has left. */
async function endOfLast(): Promise<string | undefined> {
  calls += 1;
  await expect.poll(() => vendor.requests.length).toBe(calls);
  return vendor.requests.at(-1)?.ended;
}

describe("an answer", () => {
  test("arrives in chunks and ends once, with its usage", async () => {
    vendor.script = () => ({ content: "It is the harbour, of course. 🌱" });
    const { events, text, end, error } = await readStream();
    expect(error).toBeUndefined();
    expect(text).toBe("It is the harbour, of course. 🌱");
    expect(events.length).toBeGreaterThan(2);
    expect(events.at(-1)).toBe(end);
    expect(end).toMatchObject({ toolCalls: [], usage: { input_tokens: expect.any(Number) } });
  });

  test("may be calls of several tools, whose chunks are mixed", async () => {
    vendor.script = () => ({
      frames: [
        frame.delta("Let me "),
        frame.delta("see."),
        frame.call(0, { id: "a", name: "search", arguments: "" }),
        frame.call(1, { id: "b", name: "get_hours" }),
        frame.call(0, { arguments: '{"query":' }),
        frame.call(1, { arguments: "{" }),
        frame.call(0, { arguments: '"x"}' }),
        frame.call(1, { arguments: "}" }),
        frame.finish("tool_calls"),
        frame.usage({ prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }),
        frame.done,
      ],
      ends: "whole",
    });
    expect(await readStream()).toMatchObject({
      text: "Let me see.",
      end: {
        toolCalls: [
          { id: "a", name: "search", arguments: '{"query":"x"}' },
          { id: "b", name: "get_hours", arguments: "{}" },
        ],
        usage: { input_tokens: 5, output_tokens: 7 },
      },
    });
  });

  test("from an endpoint that counts nothing, or nonsense, has no usage", async () => {
    for (const usage of [
      null,
      {},
      { prompt_tokens: "many", completion_tokens: -1 },
      { prompt_tokens: 0.5 },
    ]) {
      vendor.script = () => ({
        frames: [frame.delta("Yes."), frame.finish("stop"), frame.usage({ usage }.usage as object)],
        ends: "whole",
      });
      expect((await readStream()).end).toEqual({ type: "end", toolCalls: [], usage: null });
    }
  });

  test("with empty choices and unknown fields is read as far as it has content", async () => {
    vendor.script = () => ({
      frames: [
        ": still here\n\n",
        { choices: [] },
        { thinking: "hm" },
        frame.delta("Yes."),
        frame.finish("stop"),
      ],
      ends: "whole",
    });
    expect(await readStream()).toMatchObject({ text: "Yes.", end: { type: "end" } });
  });
});

describe("the request", () => {
  test("is sent in the API's format, with nothing of the environment", async () => {
    process.env["OPENAI_ORG_ID"] = "org-other";
    process.env["OPENAI_PROJECT_ID"] = "project-other";
    try {
      await readStream({
        messages: [
          { role: "system", content: "Rules" },
          { role: "user", content: "Q" },
          {
            role: "assistant",
            content: "",
            toolCalls: [
              { id: "a", name: "search", arguments: '{"query":"x"}' },
              { id: "b", name: "search", arguments: "{nonsense" },
            ],
          },
          { role: "tool", toolCallId: "a", content: "[]" },
          { role: "tool", toolCallId: "b", content: "Failed" },
        ],
        tools: [
          { name: "search", description: "Finds", parameters: { type: "object", properties: {} } },
        ],
        mayCallTools: false,
        maxOutputTokens: 50,
      });
    } finally {
      delete process.env["OPENAI_ORG_ID"];
      delete process.env["OPENAI_PROJECT_ID"];
    }
    const { body, headers = {} } = vendor.requests[0] ?? {};
    expect(body).toEqual({
      model: "mock-1",
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 50,
      tool_choice: "none",
      messages: [
        { role: "system", content: "Rules" },
        { role: "user", content: "Q" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "search", arguments: '{"query":"x"}' } },
            // Strict endpoints would fail on their own model's output.
            { id: "b", type: "function", function: { name: "search", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "[]" },
        { role: "tool", tool_call_id: "b", content: "Failed" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "search",
            description: "Finds",
            parameters: { type: "object", properties: {} },
          },
        },
      ],
    });
    expect(headers["openai-organization"]).toBeUndefined();
    expect(headers["openai-project"]).toBeUndefined();
  });
});

describe("a failure", () => {
  test.each([
    ["refused", 400, {}],
    ["refused", 403, {}],
    ["refused", 404, failure("No such model", "model_not_found")],
    ["ambiguous", 500, {}],
    ["ambiguous", 503, "<html>"],
    ["busy", 429, failure("Too many", "rate_limit_exceeded")],
  ] as const)("is %s for %d, without a retry", async (kind, status, body) => {
    vendor.script = () => ({ status, body });
    const { error, events } = await readStream();
    expect(error).toMatchObject({ name: "VendorError", failure: kind });
    expect(events).toEqual([]);
    expect(vendor.requests).toHaveLength(1);
  });

  test("is a refusal for an unknown key, and does not reveal the key", async () => {
    const { error } = await readStream(question, { apiKey: "sk-wrong" });
    expect(error).toMatchObject({ failure: "refused" });
    expect(String(error)).not.toContain("sk-wrong");
  });

  test("includes the pause if the vendor names one", async () => {
    vendor.script = () => ({ status: 429, headers: { "retry-after": "7" }, body: {} });
    expect((await readStream()).error).toMatchObject({ failure: "busy", retryAfterMs: 7000 });
  });

  test("results from a redirect, which would leak the key", async () => {
    const other = await startMockModel();
    vendor.script = () => ({ status: 307, headers: { location: `${other.url}/chat/completions` } });
    expect((await readStream()).error).toMatchObject({ name: "VendorError" });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  test.each([
    ["breaks off", { frames: [frame.delta("The bud")], ends: "breaks off" as const }],
    ["ends without a final event", { frames: [frame.delta("The bud")], ends: "whole" as const }],
    [
      "turns into nonsense",
      { frames: [frame.delta("The bud"), "data: {nonsense\n\n"], ends: "whole" as const },
    ],
    [
      "turns into an error",
      { frames: [frame.delta("The bud"), failure("Overloaded", "x")], ends: "whole" as const },
    ],
  ])("results from a stream that %s, after some text", async (_, fault) => {
    vendor.script = () => fault;
    const { error, text, end } = await readStream();
    expect(error).toMatchObject({ name: "VendorError" });
    expect((error as { failure: string }).failure).not.toBe("refused");
    expect([text, end]).toEqual(["The bud", undefined]);
  });

  test("results from silence, before the first chunk and between two; the connection is closed", async () => {
    for (const fault of [
      "falls silent",
      { frames: [frame.delta("The")], ends: "falls silent" },
    ] as const) {
      vendor.script = () => fault;
      expect((await readStream(question, { silenceMs: 150 })).error).toMatchObject({
        failure: "busy",
        message: "The model stopped responding",
      });
      expect(await endOfLast()).toBe("left");
    }
  });

  test("results from an endless answer without text, or with one word at a time", async () => {
    for (const chunk of [frame.delta(""), frame.delta("a"), { choices: [] }, { thinking: "hm" }]) {
      vendor.script = () => ({
        frames: (async function* () {
          for (;;) {
            await new Promise((resolve) => setTimeout(resolve, 20));
            yield chunk;
          }
        })(),
        ends: "whole",
      });
      expect((await readStream(question, { longestMs: 200 })).error).toMatchObject({
        failure: "busy",
        message: "The model did not finish in time",
      });
      expect(await endOfLast()).toBe("left");
    }
  });

  test("results from silence behind comments that keep the connection open", async () => {
    vendor.script = () => ({
      frames: (async function* () {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield ": still here\n\n";
        }
      })(),
      ends: "whole",
    });
    expect((await readStream(question, { silenceMs: 150 })).error).toMatchObject({
      message: "The model stopped responding",
    });
    expect(await endOfLast()).toBe("left");
  });

  test("does not result from a slow answer", async () => {
    vendor.script = () => ({
      frames: (async function* () {
        // The whole answer takes longer than the permitted silence, but each word follows the previous one soon.
        for (const text of "abcdefghijkl") {
          await new Promise((resolve) => setTimeout(resolve, 80));
          yield frame.delta(text);
        }
        yield frame.finish("stop");
      })(),
      ends: "whole",
    });
    expect(await readStream(question, { silenceMs: 900 })).toMatchObject({
      text: "abcdefghijkl",
      error: undefined,
    });
  });

  test("results from an answer without end, in words, in arguments or in calls", async () => {
    const big = "x".repeat(10_000);
    function* forever(chunk: (number: number) => object) {
      for (let number = 0; ; number += 1) yield chunk(number);
    }
    for (const chunk of [
      () => frame.delta(big),
      () => frame.call(0, { name: "search", arguments: big }),
      () => frame.call(0, { name: big }),
      (number: number) => frame.call(number, { name: "search", arguments: "{}" }),
    ]) {
      vendor.script = () => ({ frames: forever(chunk), ends: "whole" });
      expect((await readStream()).error).toMatchObject({ failure: "ambiguous" });
      expect(await endOfLast()).toBe("left");
    }
  });

  test("results from an address without a server", async () => {
    const nobody = openAiChat({ baseUrl: "http://127.0.0.1:1/v1", apiKey: modelKey, model: "m" });
    await expect(
      nobody.stream(question, never)[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({
      failure: "busy",
    });
  });
});

describe("a reader who stops", () => {
  test("by a signal stops the vendor, before and during the answer", async () => {
    for (const fault of [
      "falls silent",
      { frames: [frame.delta("The")], ends: "falls silent" },
    ] as const) {
      const leaving = new AbortController();
      vendor.script = () => {
        setTimeout(() => leaving.abort(), 100);
        return fault;
      };
      expect((await readStream(question, { signal: leaving.signal })).error).toBeDefined();
      expect(await endOfLast()).toBe("left");
    }
  });

  test("by leaving the loop stops the vendor", async () => {
    vendor.script = () => ({ frames: [frame.delta("The")], ends: "falls silent" });
    for await (const _ of model().stream(question, never)) break;
    expect(await vendor.requests[0]?.ended).toBe("left");
  });

  test("before the call prevents it", async () => {
    expect((await readStream(question, { signal: AbortSignal.abort() })).error).toBeDefined();
    expect(vendor.requests).toEqual([]);
  });
});
