/** Whatever a model does: a turn has one end, nothing hangs, and the conversation goes on. */
import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Fence } from "../../supabase/functions/_domain/chat/fence.ts";
import { askOnce, configureChat, startTurn, turn } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import {
  type Fault,
  frame,
  type MockModel,
  type ModelAnswer,
  modelKey,
  startMockModel,
} from "../support/mock-model.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

/** Promises that the hosted runtime waits for after the answer: a summary also asks the model. */
const afterAnswers: Promise<unknown>[] = [];
let organization: OwnOrganization;
let model: MockModel;
beforeAll(async () => {
  organization = await makeOrganization();
  model = await startMockModel();
});
afterAll(() => model.close());
beforeEach(async () => {
  await configureChat(model, { SERVICE_CHAT_SILENCE_SECONDS: "1" });
  model.requests.length = 0;
  await owner`delete from private.rate_limits where person_id = ${organization.people.member.id}`;
  vi.stubGlobal("EdgeRuntime", { waitUntil: (work: Promise<unknown>) => afterAnswers.push(work) });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  await Promise.all(afterAnswers.splice(0));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const always = (answer: ModelAnswer | Fault) => () => answer;
const first = (answer: ModelAnswer | Fault) => (_: unknown, number: number) =>
  number === 1 ? answer : { content: "All is well." };
const search = (query: string, id?: string) => ({
  name: "search",
  arguments: query,
  ...(id && { id }),
});

async function messagesOf(session_id: string) {
  return owner<{ role: string; status: string; content: string; error_code: string | null }[]>`
    select said.role, said.status, said.content, said.error_code
    from public.chat_messages as said join public.chat_sessions on chat_sessions.id = said.chat_session_id
    where chat_sessions.session_id = ${session_id} and said.role <> 'summary' order by said.number`;
}

/** One turn under a script, then one under a sound model; both are read back. */
async function twoTurns(script: MockModel["script"]) {
  const session_id = randomUUID();
  model.script = script;
  const spoiled = await turn(organization.people.member, { session_id });
  const requests = model.requests.slice();
  // Nothing goes on behind the end: each call of the model is over, or was left.
  const ends = await Promise.all(requests.map(({ ended }) => ended));
  model.script = always({ content: "I don't see that in what you can access." });
  const sound = await turn(organization.people.member, { session_id, question: "And now?" });
  expect(sound.last?.type).toBe("done");
  expect(model.requests).toHaveLength(requests.length + 1);
  // The next question comes with what was asked and shown before, as far as there is room, and with nothing half done.
  const sent = model.requests.at(-1)?.body.messages ?? [];
  expect([sent[0]?.role, sent.at(-1)?.content]).toEqual(["system", "And now?"]);
  const contents = sent.slice(1, -2).map(({ content }) => content);
  const shown = new Fence().plain(spoiled.text);
  if (shown.length > 20_000) expect(contents).toEqual([]);
  else expect(contents).toEqual(["How is it?", ...(shown ? [shown] : [])]);
  for (const { tool_calls } of sent) expect(tool_calls).toBeUndefined();
  const messages = await messagesOf(session_id);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(messages[3]).toMatchObject({ status: "done", content: sound.text });
  for (const { events, last } of [spoiled, sound]) {
    expect(events.filter(({ type }) => type === "done" || type === "error")).toEqual([last]);
  }
  // The log of a fault contains neither the key nor the model's input.
  const logged = inspect(vi.mocked(console.error).mock.calls, { depth: 10 });
  expect(logged).not.toContain(modelKey);
  expect(logged).not.toContain("How is it?");
  return { ...spoiled, requests, ends, written: messages[1], sent };
}

describe("a turn that cannot be answered ends with an error, and the next one is answered", () => {
  test.each<[string, MockModel["script"], number, string]>([
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
    ["500, twice", always({ status: 500 }), 2, "model_unavailable"],
    ["a key that is refused", always({ status: 401 }), 1, "model_refused"],
    ["a model that is not there", always({ status: 404 }), 1, "model_refused"],
    [
      "a stream of nonsense",
      always({ frames: ["data: {\n\n"], ends: "whole" }),
      2,
      "model_unavailable",
    ],
    ["silence, twice", always("falls silent"), 2, "model_unavailable"],
    ["nothing", always({ content: "" }), 1, "model_unavailable"],
    ["white space", always({ content: " \n " }), 1, "model_unavailable"],
  ])("%s", async (fault, script, requests, code) => {
    const spoiled = await twoTurns(script);
    expect(spoiled.last).toMatchObject({ type: "error", code });
    expect(spoiled.requests).toHaveLength(requests);
    if (fault.startsWith("silence")) expect(spoiled.ends).toEqual(["left", "left"]);
    expect(spoiled.written).toMatchObject({ status: "failed", error_code: code });
    expect(JSON.stringify(spoiled.last)).not.toMatch(/sk-mock|127\.0\.0\.1/);
  });

  test.each<[string, Fault]>([
    ["breaks off", { frames: [frame.delta("The bud")], ends: "breaks off" }],
    ["ends without its end", { frames: [frame.delta("The bud")], ends: "whole" }],
    ["falls silent", { frames: [frame.delta("The bud")], ends: "falls silent" }],
  ])("an answer that %s is not begun again: what was shown is kept", async (_, fault) => {
    const spoiled = await twoTurns(always(fault));
    expect([spoiled.text, spoiled.last?.type]).toEqual(["The bud", "error"]);
    expect(spoiled.requests).toHaveLength(1);
    expect(spoiled.sent[2]).toMatchObject({ role: "assistant", content: "The bud" });
    expect(spoiled.written).toMatchObject({ status: "failed", content: "The bud" });
  });

  test("an answer without end is cut off", async () => {
    const big = "x".repeat(50_000);
    const spoiled = await twoTurns((_, number) => ({
      frames: [
        frame.delta(big),
        frame.delta(big),
        frame.call(0, { name: "search", arguments: `{"query":"${number}"}` }),
        frame.finish("tool_calls"),
      ],
      ends: "whole",
    }));
    expect(spoiled.last?.type).toBe("error");
    expect(spoiled.requests.length).toBeLessThan(5);
    expect(spoiled.written?.content.length).toBeLessThanOrEqual(200_000);
    expect(spoiled.written?.status).toBe("failed");
  });
});

describe("a failure before the first word is retried once", () => {
  test.each<[string, Fault]>([
    ["429", { status: 429, headers: { "retry-after": "1" } }],
    ["500", { status: 500 }],
    ["a connection that breaks", { frames: [], ends: "breaks off" }],
    ["silence", "falls silent"],
    [
      "calls of tools that are not whole",
      { frames: [frame.call(0, { name: "list_people", arguments: "{}" })], ends: "breaks off" },
    ],
  ])("%s", async (_, fault) => {
    const spoiled = await twoTurns(first(fault));
    expect(spoiled.events).toEqual([
      ...spoiled.events.filter(({ type }) => type === "delta"),
      expect.objectContaining({ type: "done" }),
    ]);
    expect([spoiled.text, spoiled.requests.length]).toEqual(["All is well.", 2]);
    expect(spoiled.written).toMatchObject({ status: "done", content: "All is well." });
  });
});

describe("calls of tools", () => {
  test.each<[string, { name: string; arguments: string }[], RegExp]>([
    ["whose arguments are no JSON", [search("{query: the}")], /input/],
    ["with arguments of the wrong kind", [search('{"query": 7, "limit": "all"}')], /query/],
    [
      "with arguments that nobody knows",
      [search('{"query":"x","as_person_id":"me","sql":"drop"}')],
      /./,
    ],
    ["with NUL in what they say", [search('{"query":"a\\u0000b"}')], /./],
    ["that do not exist", [{ name: "drop_table", arguments: "{}" }], /no such tool/],
    [
      "named like what every object has",
      ["constructor", "__proto__", "toString"].map((name) => ({ name, arguments: "{}" })),
      /no such tool/,
    ],
    ["without a name", [{ name: "", arguments: "" }], /no such tool/],
    [
      "with a name that cannot be kept",
      [{ name: "a\u0000b\ud83d", arguments: "{}" }],
      /no such tool/,
    ],
  ])("%s are told to the model, which answers then", async (_, toolCalls, sent) => {
    const spoiled = await twoTurns((_body, number) =>
      number > 1
        ? { content: "All is well." }
        : {
            frames: [
              ...toolCalls.map((call, place) => frame.call(place, { id: `c${place}`, ...call })),
              frame.finish("tool_calls"),
            ],
            ends: "whole",
          },
    );
    expect(spoiled.last?.type).toBe("done");
    const results = spoiled.requests[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(results).toHaveLength(toolCalls.length);
    for (const { content } of results) expect(content).toMatch(sent);
    const steps = spoiled.events.flatMap((event) => (event.type === "tool" ? [event.status] : []));
    expect(steps.filter((status) => status === "running")).toHaveLength(toolCalls.length);
    expect(steps).toHaveLength(2 * toolCalls.length);
    expect(JSON.stringify(spoiled.events)).not.toMatch(/\\u0000|\\ud83d/);
  });

  test("without end are ended: at last the model may call none, and has to answer", async () => {
    const spoiled = await twoTurns((body, number) => ({
      content: body["tool_choice"] === "none" ? "So be it." : "",
      toolCalls: [search(`{"query":"x${number}"}`), search(`{"query":"y${number}"}`)],
    }));
    expect(spoiled.last?.type).toBe("done");
    expect(spoiled.requests.length).toBeLessThanOrEqual(9);
    expect(spoiled.requests.map(({ body }) => body["tool_choice"])).toEqual([
      ...spoiled.requests.slice(1).map(() => undefined),
      "none",
    ]);
  });

  test("without end and without a word end with an error", async () => {
    const spoiled = await twoTurns(() => ({ toolCalls: [search('{"query":"x"}')] }));
    expect(spoiled.last).toMatchObject({ type: "error", code: "model_unavailable" });
    expect(spoiled.requests.length).toBeLessThanOrEqual(9);
  });

  test.each<[string, Fault, "done" | "error"]>([
    ["once", { status: 500 }, "done"],
    ["once, in silence", "falls silent", "done"],
    ["for good", { status: 500 }, "error"],
    ["for good, by breaking off", { frames: [], ends: "breaks off" }, "error"],
  ])(
    "were carried out when the model fails %s: they are not carried out again",
    async (often, fault, end) => {
      const spoiled = await twoTurns((_, number) => {
        if (number === 1) return { content: "Let me see.", toolCalls: [search('{"query":"x"}')] };
        return number === 2 || often.startsWith("for good") ? fault : { content: "All is well." };
      });
      expect(spoiled.last?.type).toBe(end);
      expect(spoiled.requests).toHaveLength(3);
      // Asked once more with the very same words, the answer of the tool among them.
      expect(spoiled.requests[2]?.body).toEqual(spoiled.requests[1]?.body);
      const steps = spoiled.events.flatMap((event) =>
        event.type === "tool" ? [event.status] : [],
      );
      expect(steps).toEqual(["running", "done"]);
      expect(spoiled.text).toBe(`Let me see.\n\n${end === "done" ? "All is well." : ""}`);
      expect(spoiled.written).toMatchObject({
        status: end === "done" ? "done" : "failed",
        content: spoiled.text,
      });
    },
  );

  test("sixty-five in one answer end the turn, and none is carried out", async () => {
    const spoiled = await twoTurns(
      always({
        frames: [
          ...Array.from({ length: 65 }, (_, place) =>
            frame.call(place, { id: `c${place}`, name: "search", arguments: '{"query":"x"}' }),
          ),
          frame.finish("tool_calls"),
        ],
        ends: "whole",
      }),
    );
    expect(spoiled.last).toMatchObject({ type: "error", code: "model_unavailable" });
    expect(spoiled.events).toEqual([spoiled.last]);
  });

  test("sixty at once are not all carried out", async () => {
    const spoiled = await twoTurns(
      first({
        toolCalls: Array.from({ length: 60 }, (_, place) => search('{"query":"x"}', `c${place}`)),
      }),
    );
    expect(spoiled.last?.type).toBe("done");
    expect(spoiled.requests[1]?.body.messages.filter(({ role }) => role === "tool")).toHaveLength(
      24,
    );
  });
});

test("words that no database keeps are kept without what it does not take", async () => {
  const spoiled = await twoTurns(
    always({
      frames: [
        frame.delta("All\u0000 is \ud83d well."),
        frame.finish("stop"),
        frame.usage({ prompt_tokens: "x" }),
      ],
      ends: "whole",
    }),
  );
  expect(spoiled.last).toMatchObject({ type: "done", usage: null });
  expect(spoiled.written).toMatchObject({ status: "done", content: "All is \ufffd well." });
});

describe("a reader who leaves", () => {
  test.each<[string, Fault, string]>([
    ["before the first word", "falls silent", ""],
    ["amid the answer", { frames: [frame.delta("The bud")], ends: "falls silent" }, "The bud"],
  ])("%s has the model stop; the answer is kept as stopped", async (_, fault, shown) => {
    await configureChat(model);
    const session_id = randomUUID();
    model.script = always(fault);
    const answer = await startTurn(organization.people.member, { session_id });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    if (shown) await reader.read();
    await expect.poll(() => model.requests.length).toBe(1);
    await reader.cancel();
    expect(await model.requests[0]?.ended).toBe("left");
    await expect
      .poll(async () => (await messagesOf(session_id))[1])
      .toEqual({ role: "assistant", status: "stopped", content: shown, error_code: null });
    expect(model.requests).toHaveLength(1);

    model.script = always({ content: "Welcome back." });
    expect((await turn(organization.people.member, { session_id })).last?.type).toBe("done");
  });

  test("by asking again ends the first answer, which writes no more", async () => {
    const session_id = randomUUID();
    const held = Promise.withResolvers<void>();
    model.script = async (_, number) => {
      if (number > 1) return { content: "The second." };
      await held.promise;
      return { content: "The first." };
    };
    await configureChat(model);
    const slow = turn(organization.people.member, { session_id });
    await expect.poll(() => model.requests.length).toBe(1);
    expect((await turn(organization.people.member, { session_id })).text).toBe("The second.");
    held.resolve();
    expect((await slow).last).toMatchObject({ type: "error", code: "message_ended" });
    expect((await messagesOf(session_id)).map(({ status, content }) => [status, content])).toEqual([
      ["done", "How is it?"],
      ["stopped", ""],
      ["done", "How is it?"],
      ["done", "The second."],
    ]);
  });

  test("by asking again has the first answer look nothing up and propose nothing", async () => {
    const session_id = randomUUID();
    const held = Promise.withResolvers<void>();
    const title = `Never proposed ${session_id}`;
    model.script = async (_, number) => {
      if (number > 1) return { content: "The second." };
      await held.promise;
      const project_id = organization.alphaId;
      return {
        toolCalls: [{ name: "propose_task", arguments: JSON.stringify({ project_id, title }) }],
      };
    };
    await configureChat(model);
    const slow = turn(organization.people.member, { session_id });
    await expect.poll(() => model.requests.length).toBe(1);
    expect((await turn(organization.people.member, { session_id })).text).toBe("The second.");
    held.resolve();
    expect((await slow).events).toMatchObject([{ type: "error", code: "message_ended" }]);
    expect(model.requests).toHaveLength(2);
    expect(
      await owner`select id from public.approvals where payload ->> 'title' = ${title}`,
    ).toEqual([]);
  });
});

describe("one question", () => {
  test.each<[string, ModelAnswer | Fault, string]>([
    ["429", { status: 429 }, "model_unavailable"],
    ["500", { status: 500 }, "model_unavailable"],
    ["401", { status: 401 }, "model_refused"],
    [
      "a stream that breaks off",
      { frames: [frame.delta("The")], ends: "breaks off" },
      "model_unavailable",
    ],
    ["silence", "falls silent", "model_unavailable"],
    ["nothing", { content: "" }, "model_unavailable"],
  ])(
    "is 503 after %s; the next one is answered, and nothing is ever written",
    async (_, answer, code) => {
      const count = () => owner`
      select (select count(*) from public.chat_sessions) as sessions,
        (select count(*) from public.chat_messages) as messages,
        (select count(*) from public.chat_citations) as citations,
        (select count(*) from public.approvals) as approvals`;
      const before = await count();
      model.script = always(answer);
      expect(await askOnce(organization.people.member)).toMatchObject({
        status: 503,
        json: { code },
      });
      model.script = always({ content: "Yes.", toolCalls: [search('{"query":"x"}')] });
      expect(await askOnce(organization.people.member)).toMatchObject({
        status: 200,
        json: { answer: "Yes.", model: "gpt-5-mini" },
      });
      for (const { body } of model.requests) expect(body.tools).toBeUndefined();
      expect(await count()).toEqual(before);
    },
  );
});
