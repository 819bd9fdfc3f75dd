/** Without a model, questions that the tables can answer are answered by rows, before any passage. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { askOnce, configureChat, turn } from "../support/chat-in-process.ts";
import { addPassage } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

let own: OwnOrganization;

beforeAll(async () => {
  own = await makeOrganization();
  const { id, alphaId, betaId } = own;
  await owner`
    update public.projects set due_on = current_date - 30, budget_hours = 2 where id = ${alphaId}`;
  await owner`
    insert into public.tasks (organization_id, project_id, title, status, due_on) values
      (${id}, ${alphaId}, 'Send the invoice', 'open', current_date - 20),
      (${id}, ${betaId}, 'Wait for access', 'blocked', null)`;
  await addPassage(id, alphaId, {
    title: "Opening hours",
    content: "The shop runs ahead of its budget of opening hours.",
  });
});
beforeEach(async () => {
  await configureChat(null);
  await owner`delete from private.rate_limits where organization_id = ${own.id}`;
});

const ask = async (who: "lead" | "member", question: string, as?: string) => {
  const { json } = await askOnce(own.people[who], { question, ...(as && { as }) });
  return json as { answer: string; citations: { table?: string; title: string }[] };
};

test("a question about hours ahead of the budget gets projects first, and quotes about opening hours second", async () => {
  const { answer, citations } = await ask("lead", "Where do hours run ahead of the budget?");
  expect(answer).toMatch(/1 project is over the planned hours\./);
  expect(answer).toMatch(/alpha: 2\.5 h spent of 2 h in the budget \\?\(125%\\?\)/);
  expect(answer.indexOf("alpha: 2.5 h")).toBeLessThan(answer.indexOf("opening hours"));
  expect(citations[0]).toMatchObject({ title: expect.any(String) });
  expect(citations).toContainEqual(
    expect.objectContaining({ table: "projects", title: "alpha", project_id: own.alphaId }),
  );
});

test.each([
  ["What is late?", /1 project is late\. 1 task is late\./, ["alpha", "Send the invoice"]],
  ["Which tasks are blocked?", /1 task is blocked\./, ["Wait for access"]],
  ["Who works on what?", /:/, ["lead", "member"]],
  ["How many hours in March 2026?", /5 h in March 2026\./, ["alpha", "beta"]],
  ["What changed since yesterday?", /4 changes since/, ["alpha: status on track: Fine."]],
] as const)("%s", async (question, summary, titles) => {
  const { answer, citations } = await ask("lead", question);
  expect(answer).toMatch(summary);
  for (const title of titles) expect(answer).toContain(title);
  expect(citations.filter(({ table }) => table).length).toBeGreaterThanOrEqual(titles.length);
});

test("a question for two concerns is answered for both", async () => {
  const { answer } = await ask("lead", "Which projects are late or over budget?");
  expect(answer).toContain("1 project is over the planned hours.");
  expect(answer).toContain("1 project is late.");
});

test("a question about one project is answered from its rows alone", async () => {
  const { answer } = await ask("lead", "How many hours were spent on beta?");
  expect(answer).toContain("2.5 h in all");
  expect(answer).not.toContain("alpha: 2.5 h");
});

test("a member gets answers from their own projects, and so does a lead who asks as them", async () => {
  const question = "Which tasks are blocked?";
  for (const { answer } of [
    await ask("member", question),
    await ask("lead", question, own.people.member.id),
  ]) {
    expect(answer).toContain("No task is blocked.");
    expect(answer).not.toContain("Wait for access");
  }
});

test("a conversation gives the same answers, and every row that it names is a citation", async () => {
  const { text, last } = await turn(own.people.lead, {
    question: "What is late?",
    session_id: randomUUID(),
  });
  expect(text).toContain("1 project is late. 1 task is late.");
  expect(last).toMatchObject({
    type: "done",
    model: null,
    dropped_citations: 0,
    citations: expect.arrayContaining([
      expect.objectContaining({ table: "tasks", title: "Send the invoice" }),
    ]),
  });
});

test.each([
  ["What is late?", "beta", "Send the invoice"],
  ["Which tasks are blocked?", "alpha", "Wait for access"],
  ["How many hours in March 2026?", "beta", "alpha"],
  ["What changed since yesterday?", "beta", "alpha"],
] as const)(
  "a conversation about one project reads no row of another: %s",
  async (question, about, other) => {
    const { text, last } = await turn(own.people.lead, {
      question,
      session_id: randomUUID(),
      project_id: about === "alpha" ? own.alphaId : own.betaId,
    });
    expect(last?.type).toBe("done");
    expect(text).not.toContain(other);
  },
);
