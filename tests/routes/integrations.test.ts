import { describe, expect, test } from "vitest";
import integrations from "../../supabase/functions/integrations/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000090-0000-4000-8000-000000100001";
const receipt = {
  id,
  started_at: "2026-03-02T10:00:00+00:00",
  ended_at: "2026-03-02T10:00:01+00:00",
  ended_because: "completed",
  error: null,
  pages: 0,
  record_count: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  filtered: 0,
  failed: 0,
  gaps: 0,
  calls: 0,
  retries: 0,
};
const provider = {
  provider: "harvest",
  secret_type: "token",
  kinds: [],
  reads: ["hours"],
  fields: [{ name: "account_id", type: "text", is_required: true, rule: "Is a number" }],
  connection: null,
  streams: [],
};
const post = (body: unknown) => call(integrations, "/integrations", { body });

/** The gate admits the caller; every other call gets this response. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_lead" ? null : answer));
}

describe("a valid request", () => {
  test("returns the vendors, with only the fields of the contract", async () => {
    respondWith({ providers: [{ ...provider, secret: "pk_hidden" }] });
    const answer = await call(integrations, "/integrations");
    expect(answer.json).toEqual({ providers: [provider] });
    expect(requests[1]?.url).toMatch(/\/rpc\/get_integrations$/);
  });

  test.each([
    [
      { action: "connect", provider: "harvest", settings: { account_id: "7" }, secret: "token123" },
      "connect_integration",
      { provider: "harvest", settings: { account_id: "7" }, secret: "token123" },
    ],
    [
      { action: "connect", provider: "harvest", settings: {} },
      "connect_integration",
      { provider: "harvest", settings: {} },
    ],
    [
      { action: "disconnect", provider: "harvest" },
      "disconnect_integration",
      { provider: "harvest", releases_rows: false, proposes_removal: false },
    ],
    [
      { action: "disconnect", provider: "harvest", proposes_removal: true },
      "disconnect_integration",
      { provider: "harvest", releases_rows: false, proposes_removal: true },
    ],
    [{ action: "test", provider: "harvest" }, "test_integration", { provider: "harvest" }],
    [{ action: "sync_now", stream_id: id }, "sync_now", { stream_id: id }],
    [
      { action: "set_scope", stream_id: id, external_id: " 7 ", name: "A  list", project_id: null },
      "set_sync_scope",
      { stream_id: id, external_id: "7", name: "A list", project_id: null },
    ],
  ])("with %j calls one SQL function", async (body, name, args) => {
    respondWith(null);
    const answer = await post(body);
    expect(answer.json).toEqual({ action: body.action, receipt: null });
    expect(requests[1]?.url).toMatch(new RegExp(`/rpc/${name}$`));
    expect(await requests[1]?.json()).toEqual(args);
  });

  test("to retry a record returns a receipt", async () => {
    const body = { action: "retry_dead_letter", dead_letter_id: id };
    respondWith({ ...receipt, stream_id: id, cursor_after: "7" });
    expect((await post(body)).json).toEqual({ action: body.action, receipt });
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { action: "forget" },
    { action: "connect", provider: "harvest" },
    { action: "connect", provider: "Harvest!", settings: {} },
    { action: "connect", provider: "harvest", settings: {}, secret: "" },
    { action: "connect", provider: "harvest", settings: {}, organization_id: id },
    { action: "test" },
    { action: "sync_now", stream_id: "mine" },
    { action: "set_scope", stream_id: id, external_id: " ", name: "List", project_id: null },
  ])("%j", async (body) => {
    respondWith(null);
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });
});

describe("answers 403 to", () => {
  test.each([{ method: "GET" }, { body: "not even JSON" }])(
    "a role other than admin or lead, before the input is read: %j",
    async (request) => {
      answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
      const answer = await call(integrations, "/integrations", request);
      expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
      expect(requests).toHaveLength(1);
    },
  );

  test("a lead who connects a vendor", async () => {
    respondWith(refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
    const answer = await post({ action: "connect", provider: "harvest", settings: {} });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });
});

describe("answers 409 to", () => {
  test("a retry during a sync, with a message and a code", async () => {
    respondWith(refusal(400, "OPSTA", "A sync is running", "sync_running"));
    const answer = await post({ action: "retry_dead_letter", dead_letter_id: id });
    expect([answer.status, answer.code]).toEqual([409, "sync_running"]);
  });
});
