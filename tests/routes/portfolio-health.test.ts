import { describe, expect, test } from "vitest";
import portfolioHealth from "../../supabase/functions/portfolio-health/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const project = "00000004-0000-4000-8000-000000100001";
const emptyAnswer = {
  computed_at: "2026-03-02T08:00:00+00:00",
  today: "2026-03-02",
  verification_window_days: 14,
  board: {
    project_count: 0,
    with_tasks: 0,
    with_lead: 0,
    with_owned_tasks: 0,
    with_recent_activity: 0,
    with_recent_status: 0,
    gaps: [],
    gaps_left_out: 0,
  },
  open_items: { open: 0, verified: 0, stale: 0, unverified: 0 },
  stale_count: 0,
  totals: { open: 0, unverified: 0, settled: 0 },
  counts: [],
  findings: [],
  next_cursor: null,
};

function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_lead" ? null : answer));
}

describe("a valid request", () => {
  test("without a query returns everything, 50 findings to a page", async () => {
    respondWith(emptyAnswer);
    const answer = await call(portfolioHealth, "/portfolio-health");
    expect([answer.status, answer.json]).toEqual([200, emptyAnswer]);
    expect(await requests[1]?.json()).toEqual({ result_limit: 50 });
  });

  test("passes its query to the database", async () => {
    respondWith(emptyAnswer);
    await call(
      portfolioHealth,
      `/portfolio-health?project_id=${project}&code=status_missing&state=unverified&limit=5&cursor=c`,
    );
    expect(await requests[1]?.json()).toEqual({
      project_id: project,
      code: "status_missing",
      state: "unverified",
      result_limit: 5,
      page_cursor: "c",
    });
  });
});

describe("answers 400 to", () => {
  test.each([
    "project_id=x",
    "state=closed",
    "limit=0",
    "limit=101",
    "limit=few",
    `code=${"x".repeat(61)}`,
    `cursor=${"x".repeat(501)}`,
    "state=open&state=settled",
    "as=somebody",
  ])("the query %s", async (query) => {
    respondWith(emptyAnswer);
    const answer = await call(portfolioHealth, `/portfolio-health?${query}`);
    expect(answer).toMatchObject({ status: 400, code: "malformed_request" });
  });

  test("an unknown cursor", async () => {
    answerWith((path) =>
      path === "/rpc/require_lead"
        ? null
        : refusal(400, "OPINV", "Invalid page cursor", "invalid_cursor"),
    );
    const answer = await call(portfolioHealth, "/portfolio-health?cursor=other");
    expect(answer).toMatchObject({ status: 400, code: "invalid_cursor" });
  });
});

describe("answers 403 to", () => {
  test("a member, whatever they request", async () => {
    answerWith(() => refusal(403, "OPDEN", "Only an admin or a lead", "role_not_allowed"));
    const answer = await call(portfolioHealth, "/portfolio-health?limit=0");
    expect(answer).toMatchObject({ status: 403, code: "role_not_allowed" });
  });
});

describe("answers 404 to", () => {
  test("a project that does not exist", async () => {
    answerWith((path) =>
      path === "/rpc/require_lead"
        ? null
        : refusal(400, "OPNFD", "There is no such project", "project_not_found"),
    );
    const answer = await call(portfolioHealth, `/portfolio-health?project_id=${project}`);
    expect(answer).toMatchObject({ status: 404, code: "project_not_found" });
  });
});
