import { describe, expect, test } from "vitest";
import inbox from "../../supabase/functions/inbox/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "0000000a-0000-4000-8000-000000100001";
const emptyAnswer = {
  cards: [],
  counts: { pending: 0, approved: 0, executing: 0, failed: 0, unknown: 0, decidable: 0 },
  next_cursor: null,
};

function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : answer));
}

describe("a valid request", () => {
  test("returns undecided cards, 50 to a page", async () => {
    respondWith(emptyAnswer);
    const answer = await call(inbox, "/inbox");
    expect([answer.status, answer.json]).toEqual([200, emptyAnswer]);
    expect(requests[1]?.url).toMatch(/\/rpc\/get_inbox$/);
    expect(await requests[1]?.json()).toEqual({ page_size: 50 });
  });

  test("may ask for one card, or for those of a kind and a project", async () => {
    respondWith(emptyAnswer);
    await call(inbox, `/inbox?approval_id=${id}`);
    expect(await requests[1]?.json()).toEqual({ approval_id: id, page_size: 50 });
    await call(inbox, `/inbox?kind=weekly_update&project_id=${id}&limit=5&cursor=c`);
    expect(await requests[3]?.json()).toEqual({
      kind: "weekly_update",
      project_id: id,
      page_size: 5,
      cursor: "c",
    });
    await call(inbox, "/inbox?sort=stakes&q=%20refund%20&assigned_to_me=true&decidable=true");
    expect(await requests[5]?.json()).toEqual({
      sort: "stakes",
      q: "refund",
      assigned_to_me: true,
      decidable: true,
      page_size: 50,
    });
  });
});

describe("answers 400 to", () => {
  test.each([
    "approval_id=x",
    "kind=constructor",
    "kind=__proto__",
    "status=pending",
    "sort=newest",
    "assigned_to_me=1",
    "decidable=1",
    "limit=1e9",
    "project_id=1",
    `approval_id=${id}&approval_id=${id}`,
  ])("the query ?%s", async (query) => {
    respondWith(emptyAnswer);
    const answer = await call(inbox, `/inbox?${query}`);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });
});

describe("a refused request", () => {
  test("gets 403 if it comes from a client contact, before its query is read", async () => {
    answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
    const answer = await call(inbox, "/inbox?kind=nonsense");
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests).toHaveLength(1);
  });

  test("gets 404 for a card that is not the caller's", async () => {
    respondWith(refusal(400, "OPNFD", "There is no such card", "approval_not_found"));
    const answer = await call(inbox, `/inbox?approval_id=${id}`);
    expect([answer.status, answer.code]).toEqual([404, "approval_not_found"]);
  });

  test("gets 400 for a decision", async () => {
    respondWith(emptyAnswer);
    const answer = await call(inbox, "/inbox", { body: { action: "approve", id } });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });
});

describe("a change", () => {
  test("passes a proposal on with its citations", async () => {
    respondWith(refusal(400, "OPINV", "Invalid payload", "invalid_payload"));
    const proposal = { kind: "task_create", project_id: id, payload: { title: "Call" } };
    const answer = await call(inbox, "/inbox", { body: { action: "propose", ...proposal } });
    expect([answer.status, answer.code]).toEqual([400, "invalid_payload"]);
    expect(requests[1]?.url).toMatch(/\/rpc\/propose_approval$/);
    expect(await requests[1]?.json()).toEqual({ ...proposal, citations: [] });
  });

  test("to an assignment names the assignee that the caller saw", async () => {
    respondWith(refusal(400, "OPSTA", "Assigned to Lena now", "assignment_changed"));
    const body = { action: "assign", id, person_id: null, current_person_id: id };
    const answer = await call(inbox, "/inbox", { body });
    expect([answer.status, answer.code]).toEqual([409, "assignment_changed"]);
    expect(await requests[1]?.json()).toEqual({
      approval_id: id,
      person_id: null,
      current_person_id: id,
    });
    const { current_person_id, ...bodyWithoutPerson } = body;
    expect((await call(inbox, "/inbox", { body: bodyWithoutPerson })).status).toBe(400);
  });

  test.each([
    [{ action: "propose", kind: "nonsense", project_id: id, payload: {} }],
    [{ action: "propose", kind: "task_create", payload: {} }],
    [{ action: "propose", kind: "task_create", project_id: id, payload: [] }],
    [{ action: "assign", id, person_id: "me", current_person_id: null }],
  ])("with %j gets 400", async (body) => {
    respondWith(emptyAnswer);
    const answer = await call(inbox, "/inbox", { body });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
  });
});
