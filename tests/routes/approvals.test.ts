import { describe, expect, test } from "vitest";
import approvals from "../../supabase/functions/approvals/index.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "0000000a-0000-4000-8000-000000100001";
const otherId = "0000000a-0000-4000-8000-000000100002";
const person = { id: "00000005-0000-4000-8000-000000100002", name: "Lena" };
const at = "2026-03-02T08:00:00+00:00";

const approval = {
  id,
  kind: "task_create",
  kind_title: "Task",
  group: "external",
  stakes: "low",
  status: "approved",
  title: "Create task “Send SOW v2”",
  payload: { title: "Send SOW v2", list: [1, { deep: null }] },
  version: 2,
  project: { id: "00000004-0000-4000-8000-000000100001", name: "Shop" },
  is_restricted: false,
  proposer: { type: "agent", person, agent_session_id: otherId },
  assigned_to: null,
  last_edited_by: null,
  decided_by: person,
  decided_at: at,
  reason: null,
  review: { checked_at: at, reasons: [{ code: "target_changed", message: "It moved" }] },
  execution: {
    state: "queued",
    job_id: otherId,
    requested_by: person,
    requested_at: at,
    started_at: null,
    executed_at: null,
    error: null,
    result: null,
  },
  undo_of_id: null,
  is_undoable: false,
  created_at: at,
  updated_at: at,
};

const post = (body: unknown) => call(approvals, "/approvals", { body });

/** The gates admit the caller; every other call gets this response. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path.startsWith("/rpc/require_") ? null : answer));
}

describe("a valid request", () => {
  test("returns a page of 50 cards by default", async () => {
    respondWith({ approvals: [approval], next_cursor: "bmV4dA==" });
    const answer = await call(approvals, "/approvals");
    expect(answer.json).toEqual({ approvals: [approval], next_cursor: "bmV4dA==" });
    expect(requests.map(({ url }) => url.split("/rpc/")[1])).toEqual([
      "require_internal_viewer",
      "list_approvals",
    ]);
    expect(await requests[1]?.json()).toEqual({ page_size: 50 });
  });

  test("passes its query to the database", async () => {
    respondWith({ approvals: [], next_cursor: null });
    const query = `status=unknown,failed&kind=sow_draft&project_id=${id}&limit=7&cursor=bmV4dA==`;
    await call(approvals, `/approvals?${query}`);
    expect(await requests[1]?.json()).toEqual({
      statuses: ["unknown", "failed"],
      kind: "sow_draft",
      project_id: id,
      page_size: 7,
      cursor: "bmV4dA==",
    });
  });

  test.each([
    [{ action: "approve", id, version: 2 }, "approve_approval", { version: 2 }],
    [
      { action: "approve_and_execute", id, version: 3 },
      "approve_and_execute_approval",
      { version: 3 },
    ],
    [{ action: "reject", id, reason: " No.\r\n " }, "reject_approval", { reason: "No." }],
    [
      { action: "edit", id, payload: { title: "T", a: [{}] }, version: 1 },
      "edit_approval",
      { payload: { title: "T", a: [{}] }, version: 1 },
    ],
    [{ action: "execute", id }, "execute_approval", {}],
    [{ action: "propose_undo", id }, "propose_undo", {}],
  ])("with %j calls %s and nothing else", async (body, name, args) => {
    respondWith({ approval: { ...approval, secret: "column" } });
    const answer = await post(body);
    expect([answer.status, answer.json]).toEqual([200, { approval }]);
    expect(requests.map(({ url }) => url.split("/rpc/")[1])).toEqual(["require_lead", name]);
    expect(await requests[1]?.json()).toEqual({ approval_id: id, ...args });
  });

  test.each([
    ["approve", "approve_approval", { approval_id: id, version: 4 }],
    ["approve_and_execute", "approve_and_execute_approval", { approval_id: id, version: 4 }],
  ])(
    "to %s without a version applies to the version that the viewer read last",
    async (action, name, args) => {
      answerWith((path) => {
        if (path === "/rpc/get_read_versions") return { [id]: 4 };
        return path.startsWith("/rpc/require_") ? null : { approval };
      });
      expect((await post({ action, id: id.toUpperCase() })).status).toBe(200);
      expect(requests.map(({ url }) => url.split("/rpc/")[1]).slice(1)).toEqual([
        "get_read_versions",
        name,
      ]);
      expect(await requests[2]?.json()).toEqual({ ...args, approval_id: id.toUpperCase() });
    },
  );

  test("without a version is refused by the database if the viewer has read none", async () => {
    answerWith((path) => {
      if (path === "/rpc/get_read_versions") return {};
      return path.startsWith("/rpc/require_")
        ? null
        : refusal(400, "OPSTA", "Say which version", "version_required");
    });
    const answer = await post({ action: "approve", id });
    expect([answer.status, answer.code]).toEqual([409, "version_required"]);
    expect(await requests[2]?.json()).toEqual({ approval_id: id });
  });

  test("for a batch answers for each card, with the same refusals as single calls", async () => {
    const failureOf = (code: string, hint: string | null, detail: unknown = null) => ({
      id,
      ok: false,
      error: { code, hint, message: "No", detail },
    });
    const batch = {
      results: [
        { id, ok: true, approval },
        failureOf("OPNFD", "approval_not_found"),
        failureOf("OPSTA", "draft_not_ready", { reasons: [] }),
        failureOf("OPDEN", "prompt_owner_only"),
        failureOf("OPINV", null),
      ],
    };
    answerWith((path) => {
      if (path === "/rpc/get_read_versions") return { [otherId]: 5 };
      return path.startsWith("/rpc/require_") ? null : batch;
    });
    const answer = await post({
      action: "batch_approve",
      ids: [id, otherId],
      versions: { [id]: 2 },
    });
    expect(answer.status).toBe(200);
    const { results } = answer.json as { results: { id: string; ok: boolean; error?: unknown }[] };
    expect(results[0]).toEqual({ id, ok: true, approval });
    const refusals = results.slice(1).map(({ error }) => ErrorAnswer.parse(error));
    expect(refusals.map(({ statusCode, code }) => [statusCode, code])).toEqual([
      [404, "approval_not_found"],
      [409, "draft_not_ready"],
      [403, "prompt_owner_only"],
      [400, "invalid"],
    ]);
    expect(refusals.map(({ details }) => details)).toEqual([
      undefined,
      { reasons: [] },
      undefined,
      undefined,
    ]);
    expect(await requests[1]?.json()).toEqual({ approval_ids: [otherId] });
    expect(await requests[2]?.json()).toEqual({
      approval_ids: [id, otherId],
      versions: { [id]: 2, [otherId]: 5 },
    });
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { action: "delete", id },
    { action: "constructor", id },
    { action: "__proto__", id },
    { action: "propose", kind: "task_create", payload: {} },
    { action: "approve" },
    { action: "approve", id: "me" },
    { action: "approve", id, version: 0 },
    { action: "approve", id, version: "2" },
    { action: "approve", id, status: "executed" },
    { action: "approve", ids: [id] },
    { action: "reject", id },
    { action: "reject", id, reason: " \n" },
    { action: "reject", id, reason: "x".repeat(2001) },
    { action: "reject", id, reason: "hidden \u202E" },
    { action: "edit", id },
    { action: "edit", id, payload: null },
    { action: "edit", id, payload: [] },
    { action: "edit", id, payload: "{}" },
    { action: "edit", id, payload: { ["x".repeat(101)]: 1 } },
    { action: "execute", id, version: 1 },
    { action: "batch_approve", ids: [] },
    { action: "batch_approve", ids: Array(101).fill(id) },
    { action: "batch_approve", ids: [id, "x"] },
    { action: "batch_approve", ids: [id], versions: { x: 1 } },
    { action: "batch_approve", ids: [id], versions: { [id]: 0 } },
  ])("%j", async (body) => {
    respondWith(null);
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });

  test.each([
    `{"action":"edit","id":"${id}","payload":{"title":"T","__proto__":{"isAdmin":true}}}`,
    `{"action":"edit","id":"${id}","payload":{"title":{"\\u005f_proto__":1}}}`,
    `{"action":"approve","id":"${id}","__proto__":{"action":"reject"}}`,
  ])("a prototype in the body, instead of dropping it: %s", async (body) => {
    respondWith(null);
    const answer = await call(approvals, "/approvals", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });

  test.each([
    "status=open",
    "status=constructor",
    "kind=toString",
    "kind=__proto__",
    "project_id=x",
    "limit=0",
    "limit=101",
    "cursor=",
    `cursor=${"x".repeat(301)}`,
    "status=pending&status=approved",
    "approver=me",
  ])("the query ?%s", async (query) => {
    respondWith(query === "cursor=" ? refusal(400, "OPINV", "No", "invalid_cursor") : null);
    const answer = await call(approvals, `/approvals?${query}`);
    expect([answer.status, ["malformed_request", "invalid_cursor"]]).toEqual([
      400,
      expect.arrayContaining([answer.code]),
    ]);
  });
});

describe("answers 403 to", () => {
  test("a person who may look but not decide, before the body is parsed", async () => {
    answerWith((path) =>
      path === "/rpc/require_lead"
        ? refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed")
        : { approvals: [], next_cursor: null },
    );
    const answer = await call(approvals, "/approvals", { body: "{ not JSON" });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests).toHaveLength(1);
    expect((await call(approvals, "/approvals")).status).toBe(200);
  });

  test("a client contact, even for a list", async () => {
    answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
    const answer = await call(approvals, "/approvals?status=nonsense");
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests.map(({ url }) => url.split("/rpc/")[1])).toEqual(["require_internal_viewer"]);
  });

  test.each(["prompt_owner_only", "self_approval_forbidden"])(
    "a refusal of the database with %s",
    async (hint) => {
      respondWith(refusal(400, "OPDEN", "Not you", hint));
      const answer = await post({ action: "approve", id });
      expect([answer.status, answer.code]).toEqual([403, hint]);
    },
  );
});

describe("a refused request", () => {
  test("gets 404 for a card that is not the caller's", async () => {
    respondWith(refusal(400, "OPNFD", "There is no such card", "approval_not_found"));
    const answer = await post({ action: "execute", id });
    expect([answer.status, answer.code]).toEqual([404, "approval_not_found"]);
  });

  test("gets 409 with the decider and the time for a decided card", async () => {
    const details = { status: "rejected", by: person, at };
    respondWith(
      Response.json(
        {
          code: "OPSTA",
          message: "Lena has already rejected this card",
          hint: "approval_already_decided",
          details: JSON.stringify(details),
        },
        { status: 400 },
      ),
    );
    const answer = await post({ action: "approve", id });
    expect([answer.status, answer.code]).toEqual([409, "approval_already_decided"]);
    expect(answer.json).toMatchObject({ details });
  });

  test("gets 413 for a payload beyond the body's limit", async () => {
    respondWith(null);
    const answer = await post({ action: "edit", id, payload: { body: "x".repeat(1_000_000) } });
    expect([answer.status, answer.code]).toEqual([413, "too_large"]);
    expect(requests).toHaveLength(1);
  });
});

describe("an invalid answer of the database", () => {
  test("becomes 500 without the internal error", async () => {
    respondWith({
      results: [
        { id, ok: false, error: { code: "XX000", hint: null, message: "x", detail: null } },
      ],
    });
    const answer = await post({ action: "batch_approve", ids: [id] });
    expect([answer.status, answer.code]).toEqual([500, "internal_error"]);
    expect(answer.text).not.toContain("XX000");
  });
});
