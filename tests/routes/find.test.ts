import { describe, expect, test } from "vitest";
import find from "../../supabase/functions/find/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const group = {
  kind: "task",
  is_similar: false,
  has_more: true,
  rows: [
    {
      id: "00000005-0000-4000-8000-000000100001",
      title: "Kickoff",
      context: "Web shop",
      status: "open",
      is_restricted: false,
    },
  ],
};

function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : answer));
}

describe("a valid request", () => {
  test("returns five rows of every kind, with only the fields of the contract", async () => {
    respondWith({ groups: [{ ...group, rank: 4 }] });
    const answer = await call(find, "/find?q=%20kick%20off%20");
    expect([answer.status, answer.json]).toEqual([200, { groups: [group] }]);
    expect(requests[1]?.url).toMatch(/\/rpc\/find_rows$/);
    expect(await requests[1]?.json()).toEqual({ query: "kick off", result_limit: 5 });
  });

  test("may ask for some kinds and more rows", async () => {
    respondWith({ groups: [] });
    const answer = await call(find, "/find?q=k&kinds=task,card&limit=20");
    expect([answer.status, answer.json]).toEqual([200, { groups: [] }]);
    expect(await requests[1]?.json()).toEqual({
      query: "k",
      kinds: ["task", "card"],
      result_limit: 20,
    });
  });
});

describe("answers 400 to", () => {
  test.each([
    "",
    "q=",
    "q=%20",
    `q=${"x".repeat(201)}`,
    "q=%00",
    "q=x&kinds=",
    "q=x&kinds=task,passage",
    "q=x&kinds=constructor",
    "q=x&limit=0",
    "q=x&limit=21",
    "q=x&as=00000005-0000-4000-8000-000000100001",
  ])("find?%s", async (query) => {
    respondWith({ groups: [] });
    const answer = await call(find, `/find?${query}`);
    expect([answer.status, answer.code, requests.length]).toEqual([400, "malformed_request", 1]);
  });
});

test("answers 403 to a client contact before the query is read", async () => {
  answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
  const answer = await call(find, "/find?limit=0");
  expect([answer.status, answer.code, requests.length]).toEqual([403, "role_not_allowed", 1]);
});

test("answers 405 to POST", async () => {
  expect((await call(find, "/find", { body: {} })).status).toBe(405);
});
