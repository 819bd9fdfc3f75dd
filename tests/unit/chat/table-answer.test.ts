import { describe, expect, test } from "vitest";
import { answerFromTables } from "../../../supabase/functions/_chat/answer-from-tables.ts";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import { Fence } from "../../../supabase/functions/_domain/chat/fence.ts";
import { namesIn } from "../../../supabase/functions/_domain/chat/names-in.ts";
import { References } from "../../../supabase/functions/_domain/chat/references.ts";

const today = "2026-03-04";
const maya = { id: "maya", name: "Maya Lindner" };
const task = {
  id: "t1",
  title: "Checkout",
  status: "blocked",
  project: { name: "Web shop" },
  assignee: maya,
  due_on: "2026-03-01",
};
const project = {
  id: "p1",
  name: "Web shop",
  due_on: "2026-03-01",
  lead: "Ben",
  budget_hours: 10,
  estimate_hours: 0,
  actual_hours: 12,
  percent_spent: 120,
  risk: null,
  health: null,
  status_update: null,
};
const change = {
  table: "tasks",
  id: "t1",
  title: "Checkout",
  kind: "task_done",
  changed_on: "2026-03-03",
  project: { name: "Web shop" },
  person: null,
};
const people = [maya, { id: "ben", name: "Ben Okafor" }].map((one) => ({ ...one, projects: [] }));

/** Answers the named queries and records their arguments. `figures` replace those of the list of projects. */
function database(figures: Record<string, unknown> = {}) {
  const calls: [name: string, args: Record<string, unknown>][] = [];
  const answers: Record<string, (args: Record<string, unknown>) => unknown> = {
    list_tasks: () => ({ tasks: [task], total: 1, left_out: 0 }),
    list_projects: ({ concern }) => ({
      projects: [project],
      total: 1,
      left_out: 0,
      ...(concern === "over_budget" && { over_plan: 1 }),
      ...figures,
    }),
    list_people: ({ name_contains: part }) => {
      const matches = people.filter(({ name }) => name.includes(String(part ?? "")));
      return { people: matches, total: matches.length, left_out: 0 };
    },
    get_hours: () => ({
      total_hours: 12,
      groups: [{ hours: 12, project: { id: "p1", name: "Web shop" }, budget_hours: 10 }],
      left_out: 0,
    }),
    list_changes: () => ({ changes: [change], total: 1, left_out: 0 }),
  };
  const rpc = async (name: string, args: Record<string, unknown>) => {
    calls.push([name, args]);
    return { data: answers[name]?.(args), error: null };
  };
  return { db: { rpc } as unknown as Db, calls };
}

async function answersTo(question: string, more: { as?: string; projectId?: string } = {}) {
  const { db, calls } = database();
  const inquiry = { question, as: undefined, today, ...more };
  const answers = await answerFromTables(db, inquiry, new References(), new Fence("m"));
  return { answers, calls };
}

async function answerTo(question: string, as?: string) {
  const { answers, calls } = await answersTo(question, as ? { as } : {});
  expect(answers.length).toBeLessThan(2);
  return { answer: answers[0], calls };
}

describe("the tables answer with rows to cite", () => {
  test.each([
    ["What is late?", "1 project is late. 1 task is late.", ["p1", "t1"]],
    ["Which projects are over budget?", "1 project is over the planned hours.", ["p1"]],
    ["Who works on what?", "2 people:", ["maya", "ben"]],
    ["How many hours did we spend last week?", "12 h last week.", ["p1"]],
    ["Which tasks are blocked?", "1 task is blocked.", ["t1"]],
    ["What changed since Monday?", "1 change since 2 Mar 2026.", ["t1"]],
  ])("%s", async (question, summary, ids) => {
    const { answer } = await answerTo(question);
    expect(answer?.summary).toBe(summary);
    expect(answer?.rows.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ["Is Maya late?", "list_tasks", "1 of Maya Lindner's tasks is late."],
    ["What is Maya working on?", "list_tasks", "1 of Maya Lindner's tasks is open."],
    ["Is Maya Lindner blocked?", "list_tasks", "1 of Maya Lindner's tasks is blocked."],
  ])("%s: with rows of that person alone", async (question, query, summary) => {
    const { answer, calls } = await answerTo(question);
    expect(answer?.summary).toBe(summary);
    expect(calls.at(-1)).toMatchObject([query, { assignee_id: "maya" }]);
  });

  test.each([
    [5, 3, "3 projects are over the planned hours. 2 more are at 90% or more of them."],
    [2, 1, "1 project is over the planned hours. 1 more is at 90% or more of them."],
    [2, 0, "No project is over the planned hours. 2 projects are at 90% or more of them."],
    [1, 0, "No project is over the planned hours. 1 project is at 90% or more of them."],
    [0, 0, "No project is over the planned hours."],
  ])(
    "%i at 90% or more, %i of them over the plan: those over it come first",
    async (total, over, summary) => {
      const { db } = database({ total, over_plan: over });
      const inquiry = { question: "Which projects are over budget?", as: undefined, today };
      const [answer] = await answerFromTables(db, inquiry, new References(), new Fence("mark"));
      expect(answer?.summary).toBe(summary);
    },
  );

  test.each([
    [
      "Which tasks are blocked?",
      "Checkout: Web shop, blocked, due 1 Mar 2026, 3 days late, Maya Lindner",
    ],
    ["What changed since Monday?", "3 Mar 2026, Web shop: task completed: Checkout"],
    ["Which projects are at risk?", "Web shop: status of 2 Mar 2026: Waiting, lead Ben"],
  ])("%s: a row writes days as a person reads them", async (question, text) => {
    const statusUpdate = { id: "s1", summary: "Waiting.", posted_on: "2026-03-02" };
    const { db } = database({ projects: [{ ...project, status_update: statusUpdate }] });
    const inquiry = { question, as: undefined, today };
    const [answer] = await answerFromTables(db, inquiry, new References(), new Fence("mark"));
    expect(answer?.rows[0]?.text).toBe(text);
  });

  test("a person's hours are added up by project, without other people's budgets", async () => {
    const { answer, calls } = await answerTo("How many hours did Maya book last week?");
    expect(answer?.summary).toBe("12 h for Maya Lindner last week.");
    expect(answer?.rows[0]?.text).toBe("Web shop: 12 h");
    expect(calls.at(-1)).toMatchObject(["get_hours", { person_id: "maya", group_by: "project" }]);
  });

  test("the person is looked up in the scope of the view, and an unknown name filters nothing", async () => {
    const { calls } = await answerTo("Is Zoe late?", "somebody");
    expect(calls[0]).toMatchObject([
      "list_people",
      { name_contains: "Zoe", as_person_id: "somebody" },
    ]);
    expect(calls.slice(1).map(([, args]) => args["assignee_id"])).toEqual([undefined, undefined]);
  });

  test("a question about work that names no person is left to the passages", async () => {
    const { answer } = await answerTo("What did we agree about working on weekends?");
    expect(answer).toBeUndefined();
  });

  test("a question for two concerns has an answer for each", async () => {
    const { answers } = await answersTo("Which projects are late or over budget?");
    expect(answers.map(({ summary }) => summary)).toEqual([
      "1 project is over the planned hours.",
      "1 project is late. 1 task is late.",
    ]);
  });

  test.each([
    ["Is Maya late?"],
    ["Which projects are over budget?"],
    ["Who works on what?"],
    ["How many hours did we spend last week?"],
    ["What changed since Monday?"],
  ])("%s: in a conversation about one project, only that project is read", async (question) => {
    const { calls } = await answersTo(question, { projectId: "p2" });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.map(([, args]) => args["project_id"])).toEqual(calls.map(() => "p2"));
  });

  test("two people in a question are not a filter", async () => {
    const { calls } = await answerTo("Are Maya or Ben late?");
    expect(calls.at(-1)?.[1]).not.toHaveProperty("assignee_id");
  });
});

test.each([
  ["What did Maya Lindner and Ben book in March?", ["Maya Lindner", "Ben"]],
  ["Maya’s hours since Monday", ["Maya"]],
  ["Hours in May", []],
  ["what is late", []],
])("%s: the names that may be people are found", (question, names) => {
  expect(namesIn(question, today)).toEqual(names);
});
