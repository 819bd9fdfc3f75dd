/** An answer reports what it cites, which sentences cite nothing, and which figures no source contains. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { askOnce, configureChat, turn } from "../support/chat-in-process.ts";
import { addPassage } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import { type MockModel, type ModelRequestBody, startMockModel } from "../support/mock-model.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const QUESTION = "Is the lighthouse paid, all 17 invoices?";
let own: OwnOrganization;
let model: MockModel;
beforeAll(async () => {
  own = await makeOrganization();
  await addPassage(own.id, own.alphaId, {
    title: "Lighthouse",
    content: "The lighthouse has been paid in full. It was 1,260.50 euros.",
  });
  model = await startMockModel();
});
afterAll(() => model.close());
beforeEach(async () => {
  await configureChat(model);
  model.requests.length = 0;
  await owner`delete from private.rate_limits where organization_id = ${own.id}`;
});

/** The number that the model was given for the passage. */
const passageIn = ({ messages }: ModelRequestBody) =>
  /\[(\d+)\] note "Lighthouse"/.exec(messages.map(({ content }) => content).join("\n"))?.[1];

/** A true quote, an uncited sentence, a sum that no source contains, and a figure of the question. */
const answerCiting = (n: string | undefined) =>
  `It "has been paid in full" [${n}], with 1260.50 euros. ` +
  `Nobody doubts that. Together with the rest it is 4711.25 euros [${n}]. Of the 17 it is one [9876].`;
const expected = {
  citations: [{ kind: "chunk", title: "Lighthouse", quote: "has been paid in full" }],
  dropped_citations: 1,
  uncited_sentences: 2,
  unfound_figures: ["4711.25"],
};

test("a single answer and a turn report the same facts about themselves, and the turn stores them", async () => {
  model.script = (body) => ({ content: answerCiting(passageIn(body)) });
  const { member } = own.people;
  const once = await askOnce(member, { question: QUESTION });
  expect(once.json).toMatchObject(expected);
  const session_id = randomUUID();
  const { last } = await turn(member, { question: QUESTION, session_id });
  expect(last).toMatchObject({ type: "done", ...expected });
  const { citations: _, ...counted } = expected;
  const messages = await member.ask(
    "/rest/v1/chat_messages?role=eq.assistant&select=dropped_citations,uncited_sentences,unfound_figures",
  );
  expect(messages.json).toEqual([counted]);
});

test("a figure that a tool added up counts as found, any other does not", async () => {
  const totals: unknown[] = [];
  model.script = ({ messages }) => {
    const answer = messages.find(({ role }) => role === "tool")?.content;
    if (!answer) return { toolCalls: [{ name: "get_hours", arguments: '{"group_by":"project"}' }] };
    const total = /"total_hours":\s*([\d.]+)/.exec(answer)?.[1];
    totals.push(total);
    return { content: `${total} hours, which leaves 98765 hours.` };
  };
  const { last } = await turn(own.people.lead, { question: "How many hours?" });
  expect(totals).toEqual([expect.stringMatching(/^\d/)]);
  expect(last).toMatchObject({ type: "done", unfound_figures: ["98765"] });
});

test("repeating an invented figure does not make it a found one", async () => {
  const session_id = randomUUID();
  model.script = () => ({ content: "It is 31415 euros." });
  const ask = () => turn(own.people.member, { question: "How much?", session_id });
  expect((await ask()).last).toMatchObject({ unfound_figures: ["31415"] });
  expect((await ask()).last).toMatchObject({ unfound_figures: ["31415"] });
});

test("a single question is retried once if the model fails before its first word", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  model.script = (_, number) => (number === 1 ? { status: 500 } : { content: "Yes." });
  expect(await askOnce(own.people.member)).toMatchObject({ status: 200, json: { answer: "Yes." } });
  expect(model.requests).toHaveLength(2);
  model.requests.length = 0;
  model.script = () => ({ status: 500 });
  expect(await askOnce(own.people.member)).toMatchObject({ status: 503 });
  expect(model.requests).toHaveLength(2);
  vi.restoreAllMocks();
});
