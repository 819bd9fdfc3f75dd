import { describe, expect, test } from "vitest";
import portfolio from "../../supabase/functions/portfolio/index.ts";
import { answerWith, call, deployInProcess } from "./in-process.ts";

deployInProcess();

const id = "00000004-0000-4000-8000-000000100001";
const narrow = {
  id,
  name: "Web shop",
  account_name: "Online shop",
  status: "active",
  starts_on: null,
  due_on: "2026-06-30",
};

describe("a valid request", () => {
  test("returns the full shape, with only the fields of the contract", async () => {
    const totals = { project_count: 0, task_count: 0, open_task_count: 0, actual_hours: 0 };
    const fullAnswer = {
      shape: "full",
      clients: [{ id, name: "Lindmoor", version: 1 }],
      accounts: [],
      projects: [],
      next_cursor: null,
      totals,
    };
    answerWith(() => ({ ...fullAnswer, clients: [{ ...fullAnswer.clients[0], margin: 0.4 }] }));
    expect((await call(portfolio, "/portfolio")).json).toEqual(fullAnswer);
  });

  test("from a client contact returns their shape", async () => {
    answerWith(() => ({ shape: "client", projects: [narrow] }));
    expect((await call(portfolio, "/portfolio")).json).toEqual({
      shape: "client",
      projects: [narrow],
    });
  });
});

describe("answers 500 to", () => {
  test.each([
    ["a budget", { ...narrow, budget_amount: 68200 }],
    ["hours", { ...narrow, actual_hours: 12 }],
  ])(
    "a client's project with %s, because the allow-list is broken somewhere",
    async (_what, project) => {
      answerWith(() => ({ shape: "client", projects: [project] }));
      const answer = await call(portfolio, "/portfolio");
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain("68200");
    },
  );
});
