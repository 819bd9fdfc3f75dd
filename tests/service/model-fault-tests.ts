/** The tests of a faulty model, for the faults of `npm test` and those of `npm run nightly`. */
import { expect, test } from "vitest";
import { askOnce } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import type { Fault, MockModel, ModelAnswer } from "../support/mock-model.ts";
import { always, first, search, type withFaultyModel } from "./faulty-model.ts";

type Faulty = ReturnType<typeof withFaultyModel>;

/** The fault, the model's answers, the number of requests, and the code of the error. */
export type FailedTurn = [string, MockModel["script"], number, string];

export function testFailedTurns(faulty: Faulty, turns: FailedTurn[]): void {
  test.each(turns)("%s", async (fault, script, requests, code) => {
    const faultyTurn = await faulty.twoTurns(script);
    expect(faultyTurn.last).toMatchObject({ type: "error", code });
    expect(faultyTurn.requests).toHaveLength(requests);
    if (fault.startsWith("silence")) expect(faultyTurn.ends).toEqual(["left", "left"]);
    expect(faultyTurn.written).toMatchObject({ status: "failed", error_code: code });
    expect(JSON.stringify(faultyTurn.last)).not.toMatch(/sk-mock|127\.0\.0\.1/);
  });
}

export function testUnfinishedAnswers(faulty: Faulty, answers: [string, Fault][]): void {
  test.each(answers)(
    "an answer that %s is not started again, and its text so far is stored",
    async (_, fault) => {
      const faultyTurn = await faulty.twoTurns(always(fault));
      expect([faultyTurn.text, faultyTurn.last?.type]).toEqual(["The bud", "error"]);
      expect(faultyTurn.requests).toHaveLength(1);
      expect(faultyTurn.sent[2]).toMatchObject({ role: "assistant", content: "The bud" });
      expect(faultyTurn.written).toMatchObject({ status: "failed", content: "The bud" });
    },
  );
}

export function testRetriedFailures(faulty: Faulty, failures: [string, Fault][]): void {
  test.each(failures)("%s", async (_, fault) => {
    const faultyTurn = await faulty.twoTurns(first(fault));
    expect(faultyTurn.events).toEqual([
      ...faultyTurn.events.filter(({ type }) => type === "delta"),
      expect.objectContaining({ type: "done" }),
    ]);
    expect([faultyTurn.text, faultyTurn.requests.length]).toEqual(["All is well.", 2]);
    expect(faultyTurn.written).toMatchObject({ status: "done", content: "All is well." });
  });
}

/** The fault, the model's answer, and the code of the refusal. */
export type FailedQuestion = [string, ModelAnswer | Fault, string];

export function testFailedQuestions(faulty: Faulty, questions: FailedQuestion[]): void {
  test.each(questions)(
    "gets 503 after %s, the next one is answered, and nothing is stored",
    async (_, answer, code) => {
      const count = () => owner`
      select (select count(*) from public.chat_sessions) as sessions,
        (select count(*) from public.chat_messages) as messages,
        (select count(*) from public.chat_citations) as citations,
        (select count(*) from public.approvals) as approvals`;
      const before = await count();
      faulty.model.script = always(answer);
      expect(await askOnce(faulty.organization.people.member)).toMatchObject({
        status: 503,
        json: { code },
      });
      faulty.model.script = always({ content: "Yes.", toolCalls: [search('{"query":"x"}')] });
      expect(await askOnce(faulty.organization.people.member)).toMatchObject({
        status: 200,
        json: { answer: "Yes.", model: "gpt-5-mini" },
      });
      for (const { body } of faulty.model.requests) expect(body.tools).toBeUndefined();
      expect(await count()).toEqual(before);
    },
  );
}
