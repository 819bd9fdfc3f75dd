/** Each tool call of a model gets a result, ends the turn or is beyond the limit. None runs twice, whatever it contains. */
import { describe, expect, test } from "vitest";
import { type Fault, frame } from "../support/mock-model.ts";
import { always, first, search, withFaultyModel } from "./faulty-model.ts";

const faulty = withFaultyModel();

describe("tool calls", () => {
  test.each<[string, { name: string; arguments: string }[], RegExp]>([
    ["whose arguments are not JSON", [search("{query: the}")], /input/],
    ["with arguments of the wrong kind", [search('{"query": 7, "limit": "all"}')], /query/],
    ["with unknown arguments", [search('{"query":"x","as_person_id":"me","sql":"drop"}')], /./],
    ["with NUL in their arguments", [search('{"query":"a\\u0000b"}')], /./],
    ["of tools that do not exist", [{ name: "drop_table", arguments: "{}" }], /no such tool/],
    [
      "named like a property of every object",
      ["constructor", "__proto__", "toString"].map((name) => ({ name, arguments: "{}" })),
      /no such tool/,
    ],
    ["without a name", [{ name: "", arguments: "" }], /no such tool/],
    [
      "with a name that cannot be stored",
      [{ name: "a\u0000b\ud83d", arguments: "{}" }],
      /no such tool/,
    ],
  ])("%s return an error to the model, which then answers", async (_, toolCalls, error) => {
    const faultyTurn = await faulty.twoTurns((_body, number) =>
      number > 1
        ? { content: "All is well." }
        : {
            frames: [
              ...toolCalls.map((call, index) => frame.call(index, { id: `c${index}`, ...call })),
              frame.finish("tool_calls"),
            ],
            ends: "whole",
          },
    );
    expect(faultyTurn.last?.type).toBe("done");
    const results =
      faultyTurn.requests[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(results).toHaveLength(toolCalls.length);
    for (const { content } of results) expect(content).toMatch(error);
    const steps = faultyTurn.events.flatMap((event) =>
      event.type === "tool" ? [event.status] : [],
    );
    expect(steps.filter((status) => status === "running")).toHaveLength(toolCalls.length);
    expect(steps).toHaveLength(2 * toolCalls.length);
    expect(JSON.stringify(faultyTurn.events)).not.toMatch(/\\u0000|\\ud83d/);
  });

  test("that never end are stopped: in the last round, the model may call no tool and has to answer", async () => {
    const faultyTurn = await faulty.twoTurns((body, number) => ({
      content: body["tool_choice"] === "none" ? "So be it." : "",
      toolCalls: [search(`{"query":"x${number}"}`), search(`{"query":"y${number}"}`)],
    }));
    expect(faultyTurn.last?.type).toBe("done");
    expect(faultyTurn.requests.length).toBeLessThanOrEqual(9);
    expect(faultyTurn.requests.map(({ body }) => body["tool_choice"])).toEqual([
      ...faultyTurn.requests.slice(1).map(() => undefined),
      "none",
    ]);
  });

  test("that never end, without any text, result in an error", async () => {
    const faultyTurn = await faulty.twoTurns(() => ({ toolCalls: [search('{"query":"x"}')] }));
    expect(faultyTurn.last).toMatchObject({ type: "error", code: "model_unavailable" });
    expect(faultyTurn.requests.length).toBeLessThanOrEqual(9);
  });

  test.each<[string, Fault, "done" | "error"]>([
    ["once", { status: 500 }, "done"],
    ["once, by falling silent", "falls silent", "done"],
    ["for good", { status: 500 }, "error"],
    ["for good, by breaking off", { frames: [], ends: "breaks off" }, "error"],
  ])(
    "that ran before the model failed %s do not run again after the failure",
    async (frequency, fault, end) => {
      const faultyTurn = await faulty.twoTurns((_, number) => {
        if (number === 1) return { content: "Let me see.", toolCalls: [search('{"query":"x"}')] };
        return number === 2 || frequency.startsWith("for good")
          ? fault
          : { content: "All is well." };
      });
      expect(faultyTurn.last?.type).toBe(end);
      expect(faultyTurn.requests).toHaveLength(3);
      // The retry has exactly the same messages, with the result of the tool.
      expect(faultyTurn.requests[2]?.body).toEqual(faultyTurn.requests[1]?.body);
      const steps = faultyTurn.events.flatMap((event) =>
        event.type === "tool" ? [event.status] : [],
      );
      expect(steps).toEqual(["running", "done"]);
      expect(faultyTurn.text).toBe(`Let me see.\n\n${end === "done" ? "All is well." : ""}`);
      expect(faultyTurn.written).toMatchObject({
        status: end === "done" ? "done" : "failed",
        content: faultyTurn.text,
      });
    },
  );

  test("beyond 64 in one answer end the turn, and none runs", async () => {
    const faultyTurn = await faulty.twoTurns(
      always({
        frames: [
          ...Array.from({ length: 65 }, (_, index) =>
            frame.call(index, { id: `c${index}`, name: "search", arguments: '{"query":"x"}' }),
          ),
          frame.finish("tool_calls"),
        ],
        ends: "whole",
      }),
    );
    expect(faultyTurn.last).toMatchObject({ type: "error", code: "model_unavailable" });
    expect(faultyTurn.events).toEqual([faultyTurn.last]);
  });

  test("beyond 24 in one answer do not run", async () => {
    const faultyTurn = await faulty.twoTurns(
      first({
        toolCalls: Array.from({ length: 60 }, (_, index) => search('{"query":"x"}', `c${index}`)),
      }),
    );
    expect(faultyTurn.last?.type).toBe("done");
    expect(
      faultyTurn.requests[1]?.body.messages.filter(({ role }) => role === "tool"),
    ).toHaveLength(24);
  });
});
