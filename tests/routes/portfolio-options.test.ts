import { describe, expect, test } from "vitest";
import portfolioOptions from "../../supabase/functions/portfolio-options/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const noneLeftOut = { clients: 0, accounts: 0, people: 0, service_lines: 0 };
const emptyAnswer = {
  clients: [],
  accounts: [],
  people: [],
  service_lines: [],
  left_out: noneLeftOut,
};

function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_lead" ? null : answer));
}

describe("a valid request", () => {
  test("passes the search text and the limit to the database", async () => {
    respondWith(emptyAnswer);
    const answer = await call(portfolioOptions, "/portfolio-options?q=har&limit=5");
    expect([answer.status, answer.json]).toEqual([200, emptyAnswer]);
    expect(await requests[1]?.json()).toEqual({ search: "har", result_limit: 5 });
  });

  test("without a query returns at most 50 of each kind", async () => {
    respondWith(emptyAnswer);
    await call(portfolioOptions, "/portfolio-options");
    expect(await requests[1]?.json()).toEqual({ result_limit: 50 });
  });
});

describe("answers 400 to", () => {
  test.each(["limit=0", "limit=101", "limit=few", "q=a&q=b", `q=${"x".repeat(201)}`, "client=1"])(
    "the query %s",
    async (query) => {
      respondWith(emptyAnswer);
      const answer = await call(portfolioOptions, `/portfolio-options?${query}`);
      expect(answer).toMatchObject({ status: 400, code: "malformed_request" });
    },
  );
});

describe("answers 403 to", () => {
  test("a member, whatever they request", async () => {
    answerWith(() => refusal(403, "OPDEN", "Only an admin or a lead", "role_not_allowed"));
    const answer = await call(portfolioOptions, "/portfolio-options?limit=0");
    expect(answer).toMatchObject({ status: 403, code: "role_not_allowed" });
  });
});
