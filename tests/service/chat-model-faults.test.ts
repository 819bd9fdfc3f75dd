/** After each of these faults of the model, a turn ends exactly once, nothing hangs, and the conversation continues. */
import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { configureChat, startTurn, turn } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import { type Fault, frame } from "../support/mock-model.ts";
import { always, messagesOf, withFaultyModel } from "./faulty-model.ts";
import {
  testFailedQuestions,
  testFailedTurns,
  testRetriedFailures,
  testUnfinishedAnswers,
} from "./model-fault-tests.ts";

// A model may be silent for only half of the configured time, because a second is the least that can be configured.
vi.mock("../../supabase/functions/_integrations/models/openai-chat.ts", async (original) => {
  const { openAiChat } = await original<OpenAiChat>();
  return {
    openAiChat: ({ silenceMs = 0, ...options }: Parameters<typeof openAiChat>[0]) =>
      openAiChat({ ...options, silenceMs: silenceMs / 2 }),
  };
});
type OpenAiChat = typeof import("../../supabase/functions/_integrations/models/openai-chat.ts");

const faulty = withFaultyModel();

describe("a turn that cannot be answered ends with an error, and the next one is answered", () => {
  testFailedTurns(faulty, [
    [
      "429, twice",
      always({ status: 429, headers: { "retry-after": "0" } }),
      2,
      "model_unavailable",
    ],
    [
      "429 for long",
      always({ status: 429, headers: { "retry-after": "60" } }),
      1,
      "model_unavailable",
    ],
    ["a key that is refused", always({ status: 401 }), 1, "model_refused"],
    [
      "a stream of nonsense",
      always({ frames: ["data: {\n\n"], ends: "whole" }),
      2,
      "model_unavailable",
    ],
    ["white space", always({ content: " \n " }), 1, "model_unavailable"],
  ]);
  testUnfinishedAnswers(faulty, [
    ["breaks off", { frames: [frame.delta("The bud")], ends: "breaks off" }],
    ["falls silent", { frames: [frame.delta("The bud")], ends: "falls silent" }],
  ]);

  test("an endless answer is cut off", async () => {
    const big = "x".repeat(50_000);
    const faultyTurn = await faulty.twoTurns((_, number) => ({
      frames: [
        frame.delta(big),
        frame.delta(big),
        frame.call(0, { name: "search", arguments: `{"query":"${number}"}` }),
        frame.finish("tool_calls"),
      ],
      ends: "whole",
    }));
    expect(faultyTurn.last?.type).toBe("error");
    expect(faultyTurn.requests.length).toBeLessThan(5);
    expect(faultyTurn.written?.content.length).toBeLessThanOrEqual(200_000);
    expect(faultyTurn.written?.status).toBe("failed");
  });
});

describe("a failure before the first word is retried once", () => {
  testRetriedFailures(faulty, [
    ["a connection that breaks", { frames: [], ends: "breaks off" }],
    ["silence", "falls silent"],
    [
      "incomplete calls of tools",
      { frames: [frame.call(0, { name: "list_people", arguments: "{}" })], ends: "breaks off" },
    ],
  ]);
});

test("characters that no database text accepts are replaced or removed", async () => {
  const faultyTurn = await faulty.twoTurns(
    always({
      frames: [
        frame.delta("All\u0000 is \ud83d well."),
        frame.finish("stop"),
        frame.usage({ prompt_tokens: "x" }),
      ],
      ends: "whole",
    }),
  );
  expect(faultyTurn.last).toMatchObject({ type: "done", usage: null });
  expect(faultyTurn.written).toMatchObject({ status: "done", content: "All is \ufffd well." });
});

describe("a reader who leaves", () => {
  test.each<[string, Fault, string]>([
    ["before the first word", "falls silent", ""],
    ["within the answer", { frames: [frame.delta("The bud")], ends: "falls silent" }, "The bud"],
  ])("%s stops the model; the answer is stored as stopped", async (_, fault, content) => {
    await configureChat(faulty.model);
    const session_id = randomUUID();
    faulty.model.script = always(fault);
    const answer = await startTurn(faulty.organization.people.member, { session_id });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    if (content) await reader.read();
    await expect.poll(() => faulty.model.requests.length).toBe(1);
    await reader.cancel();
    expect(await faulty.model.requests[0]?.ended).toBe("left");
    await expect
      .poll(async () => (await messagesOf(session_id))[1])
      .toEqual({ role: "assistant", status: "stopped", content, error_code: null });
    expect(faulty.model.requests).toHaveLength(1);

    faulty.model.script = always({ content: "Welcome back." });
    expect((await turn(faulty.organization.people.member, { session_id })).last?.type).toBe("done");
  });

  test("by asking again ends the first answer, which writes no more", async () => {
    const session_id = randomUUID();
    const gate = Promise.withResolvers<void>();
    faulty.model.script = async (_, number) => {
      if (number > 1) return { content: "The second." };
      await gate.promise;
      return { content: "The first." };
    };
    await configureChat(faulty.model);
    const slow = turn(faulty.organization.people.member, { session_id });
    await expect.poll(() => faulty.model.requests.length).toBe(1);
    expect((await turn(faulty.organization.people.member, { session_id })).text).toBe(
      "The second.",
    );
    gate.resolve();
    expect((await slow).last).toMatchObject({ type: "error", code: "message_ended" });
    expect((await messagesOf(session_id)).map(({ status, content }) => [status, content])).toEqual([
      ["done", "How is it?"],
      ["stopped", ""],
      ["done", "How is it?"],
      ["done", "The second."],
    ]);
  });

  test("by asking again prevents the first answer's lookups and proposals", async () => {
    const session_id = randomUUID();
    const gate = Promise.withResolvers<void>();
    const title = `Never proposed ${session_id}`;
    faulty.model.script = async (_, number) => {
      if (number > 1) return { content: "The second." };
      await gate.promise;
      const project_id = faulty.organization.alphaId;
      return {
        toolCalls: [{ name: "propose_task", arguments: JSON.stringify({ project_id, title }) }],
      };
    };
    await configureChat(faulty.model);
    const slow = turn(faulty.organization.people.member, { session_id });
    await expect.poll(() => faulty.model.requests.length).toBe(1);
    expect((await turn(faulty.organization.people.member, { session_id })).text).toBe(
      "The second.",
    );
    gate.resolve();
    expect((await slow).events).toMatchObject([{ type: "error", code: "message_ended" }]);
    expect(faulty.model.requests).toHaveLength(2);
    expect(
      await owner`select id from public.approvals where payload ->> 'title' = ${title}`,
    ).toEqual([]);
  });
});

describe("one question", () => {
  testFailedQuestions(faulty, [
    ["500", { status: 500 }, "model_unavailable"],
    ["401", { status: 401 }, "model_refused"],
  ]);
});
