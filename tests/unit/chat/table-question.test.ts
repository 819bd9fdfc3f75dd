import { describe, expect, test } from "vitest";
import { periodIn } from "../../../supabase/functions/_domain/chat/period.ts";
import { tableQuestionsIn } from "../../../supabase/functions/_domain/chat/table-question.ts";

/** A Wednesday. */
const today = "2026-03-04";

describe("the period that a question names", () => {
  test.each([
    ["hours today", "2026-03-04", "2026-03-04"],
    ["hours yesterday", "2026-03-03", "2026-03-03"],
    ["hours this week", "2026-03-02", "2026-03-04"],
    ["hours last week", "2026-02-23", "2026-03-01"],
    ["hours of last month", "2026-02-01", "2026-02-28"],
    ["hours this quarter", "2026-01-01", "2026-03-04"],
    ["hours last quarter", "2025-10-01", "2025-12-31"],
    ["hours last year", "2025-01-01", "2025-12-31"],
    ["hours in the last 14 days", "2026-02-19", "2026-03-04"],
    ["hours in the past two weeks", "2026-02-19", "2026-03-04"],
    ["hours of the last three months", "2025-12-05", "2026-03-04"],
    ["hours in January", "2026-01-01", "2026-01-31"],
    ["hours in November", "2025-11-01", "2025-11-30"],
    ["hours in February 2024", "2024-02-01", "2024-02-29"],
    ["hours on 2026-02-10", "2026-02-10", "2026-02-10"],
    ["hours from 2026-02-10 to 2026-02-01", "2026-02-01", "2026-02-10"],
    ["what changed since Monday", "2026-03-02", "2026-03-04"],
    ["what changed since last Wednesday", "2026-02-25", "2026-03-04"],
    ["what changed since 2026-01-15?", "2026-01-15", "2026-03-04"],
    ["what changed since last week", "2026-02-23", "2026-03-04"],
    ["what changed since December", "2025-12-01", "2026-03-04"],
  ])("%s", (question, from, to) => {
    expect(periodIn(question, today)).toMatchObject({ from, to });
  });

  test.each([
    ["what changed since Monday", "since 2 Mar 2026"],
    ["hours on 2026-02-10", "on 10 Feb 2026"],
    ["hours from 2026-02-10 to 2026-02-01", "from 1 Feb 2026 to 10 Feb 2026"],
  ])("%s: its name has the day as a person reads it", (question, name) => {
    expect(periodIn(question, today)?.name).toBe(name);
  });

  test("a question without a period names none, and “may” is a verb", () => {
    expect(periodIn("Which tasks may slip?", today)).toBeNull();
    expect(periodIn("Hours in May", today)).toMatchObject({ from: "2025-05-01" });
  });

  test("the last day of a month is never beyond it", () => {
    expect(periodIn("hours of the last month", "2026-03-31")).toMatchObject({ to: "2026-02-28" });
    expect(periodIn("hours in the last 1 months", "2026-03-31")).toMatchObject({
      from: "2026-03-01",
    });
  });
});

describe("questions that the tables answer", () => {
  test.each([
    ["Where do hours run ahead of the budget?", "over_budget"],
    ["Which projects are close to or over their budget?", "over_budget"],
    ["Which projects are over budget?", "over_budget"],
    ["What is late?", "late"],
    ["Which tasks are overdue in the web shop?", "late"],
    ["Which tasks are blocked?", "blocked"],
    ["Which projects are at risk, and why?", "at_risk"],
    ["What is due next in my projects?", "due_next"],
    ["Who works on the web shop?", "assignments"],
    ["Who is on which project?", "assignments"],
    ["What is Maya working on?", "work_of_person"],
    ["Which tasks are assigned to Maya?", "work_of_person"],
    ["How many hours did we spend last week?", "hours"],
    ["How much time was spent on the SEO retainer?", "hours"],
    ["What changed since Monday?", "changes"],
    ["What happened last week?", "changes"],
  ])("%s", (question, kind) => {
    expect(tableQuestionsIn(question, today).map((part) => part.kind)).toEqual([kind]);
  });

  test("one question can ask for several concerns", () => {
    expect(tableQuestionsIn("Which projects are late or over budget?", today)).toEqual([
      { kind: "over_budget" },
      { kind: "late" },
    ]);
  });

  test("hours are added up by person where the question asks for people", () => {
    expect(
      tableQuestionsIn("How many hours did each person book last week?", today)[0],
    ).toMatchObject({
      kind: "hours",
      by: "person",
      period: { from: "2026-02-23" },
    });
    expect(tableQuestionsIn("Hours last week", today)[0]).toMatchObject({ by: "project" });
  });

  test.each([
    "What did we promise clients in the last meetings?",
    "What do the documents say about scope?",
    "What was decided in the last meetings?",
    "Who is the contact at Velmora?",
    "What is charged for additional work per hour?",
    "What are the opening hours of the shop?",
    "What has changed in the wording of the contract?",
  ])("%s is left to the passages", (question) => {
    expect(tableQuestionsIn(question, today)).toEqual([]);
  });
});
