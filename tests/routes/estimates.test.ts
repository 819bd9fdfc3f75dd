import { describe, expect, test } from "vitest";
import estimateCases from "../../supabase/functions/estimate-cases/index.ts";
import outcome from "../../supabase/functions/outcome/index.ts";
import { answerWith, call, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

const project = "00000004-0000-4000-8000-000000100001";
const task = "00000007-0000-4000-8000-000000100001";
const figures = {
  query: "Landing page",
  no_data: true,
  category: null,
  service: null,
  project_id: null,
  client_id: null,
  expected_hours: null,
  model_version: "weighted-cases-1",
  as_of: "2026-03-02",
  finished_cases: 8,
  steps: [{ step: "all", n: 8, is_used: false }],
};

describe("GET outcome", () => {
  test("returns no number from too little data, and gives the reason and the next step", async () => {
    answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : figures));
    const { status, json } = await call(outcome, "/outcome?query=Landing%20page&expected_hours=5");
    expect(status).toBe(200);
    expect(await requests[1]?.json()).toEqual({ query: "Landing page", expected_hours: 5 });
    expect(json).toMatchObject({ typical_hours: null, range_hours: null, comparables: [] });
    expect((json as { assumptions: string[] }).assumptions).toEqual([
      "You can see 8 finished tasks with hours. An estimate needs 9.",
      "Complete tasks and log their hours, or import finished work.",
    ]);
  });

  test("reports a widened class with its numbers", async () => {
    answerWith((path) =>
      path === "/rpc/require_internal_viewer"
        ? null
        : {
            ...figures,
            no_data: false,
            finished_cases: 40,
            comparable_count: 40,
            steps: [
              { step: "client_and_service", n: null, is_used: false },
              { step: "service", n: 4, is_used: false },
              { step: "category", n: 12, is_used: true },
              { step: "all", n: 40, is_used: false },
            ],
          },
    );
    const { json } = await call(outcome, "/outcome?query=Landing%20page");
    expect((json as { assumptions: string[] }).assumptions[1]).toBe(
      "Only 4 tasks have the same service, and 9 are needed, so the comparison was widened to the same category (12).",
    );
  });

  test.each([
    ["service", 12, "The 12 tasks with the same service count most."],
    ["all", 120, "All 120 finished tasks are compared."],
  ])("names the class %s when nothing was widened", async (step, n, sentence) => {
    answerWith((path) =>
      path === "/rpc/require_internal_viewer"
        ? null
        : {
            ...figures,
            no_data: false,
            finished_cases: n,
            comparable_count: Math.min(n, 100),
            steps: [{ step, n, is_used: true }],
          },
    );
    const { json } = await call(outcome, "/outcome?query=Landing%20page");
    expect((json as { assumptions: string[] }).assumptions[1]).toBe(sentence);
  });

  test("says once that all finished work is compared", async () => {
    answerWith((path) =>
      path === "/rpc/require_internal_viewer"
        ? null
        : {
            ...figures,
            no_data: false,
            finished_cases: 12,
            comparable_count: 12,
            steps: [{ step: "all", n: 12, is_used: true }],
          },
    );
    const { json } = await call(outcome, "/outcome?query=Landing%20page");
    const [basis, nextAssumption] = (json as { assumptions: string[] }).assumptions;
    expect(basis).toContain("It comes from all 12 tasks finished by ");
    expect(nextAssumption).not.toContain("compared");
  });

  test.each(["", "?query=", "?query=x&project_id=y", "?query=x&expected_hours=0", "?query=x&as=y"])(
    "answers 400 to %s",
    async (query) => {
      answerWith(() => null);
      const { status, code } = await call(outcome, `/outcome${query}`);
      expect([status, code]).toEqual([400, "malformed_request"]);
    },
  );
});

describe("POST estimate-cases", () => {
  test("lets the database compute the saved values", async () => {
    answerWith((path) =>
      path === "/rpc/require_lead"
        ? null
        : {
            id: task,
            query: "Landing page",
            project_id: project,
            task_id: task,
            model_version: "weighted-cases-1",
            low_hours: 2,
            typical_hours: 4,
            high_hours: 9,
            created_at: "2026-03-02T08:00:00+00:00",
          },
    );
    const body = { query: "Landing page", project_id: project, task_id: task };
    const { status } = await call(estimateCases, "/estimate-cases", { method: "POST", body });
    expect(status).toBe(200);
    expect(await requests[1]?.json()).toEqual(body);
  });

  test("answers 400 to a range that the caller computed", async () => {
    answerWith(() => null);
    const body = { query: "Landing page", low_hours: 1, high_hours: 2 };
    const { status, code } = await call(estimateCases, "/estimate-cases", { method: "POST", body });
    expect([status, code]).toEqual([400, "malformed_request"]);
  });
});
