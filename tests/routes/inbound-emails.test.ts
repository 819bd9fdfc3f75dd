import { describe, expect, test } from "vitest";
import inboundEmails from "../../supabase/functions/inbound-emails/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000090-0000-4000-8000-000000100001";
const project_id = "00000004-0000-4000-8000-000000100001";
const email = {
  id,
  subject: "Hello",
  from: { name: null, address: "ada@ports.example" },
  to: [],
  received_at: "2026-03-02T10:00:00+00:00",
  project: null,
  state: "unassigned",
  assigned_because: null,
  waiting_because: "Nothing suggests a project",
  auth_verdict: { result: "none", by: null },
  candidates: [],
  has_attachments: false,
  reject_reason: null,
  is_automatic: false,
  automatic_because: null,
  source_id: id,
  domain: { name: "ports.example", can_remember: false, refusal: "It is not verified" },
  thread: { id, emails: 1 },
};
const page = {
  emails: [email],
  next_cursor: null,
  counts: { all: 1, unassigned: 1, rejected: 0 },
};
const post = (body: unknown) => call(inboundEmails, "/inbound-emails", { body });

/** The gate admits the caller; every other call gets this response. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_lead" ? null : answer));
}

describe("a valid request", () => {
  test("returns a page without any text, whatever the database returns", async () => {
    respondWith({ ...page, emails: [{ ...email, text: "Secret", html: "Secret", headers: [] }] });
    const answer = await call(inboundEmails, "/inbound-emails?scope=unassigned&limit=20");
    expect(answer.json).toEqual(page);
    expect(await requests[1]?.json()).toEqual({ scope: "unassigned", page_size: 20 });
  });

  test.each([
    [
      { id, project_id },
      "assign_inbound_email",
      { email_id: id, project_id, remember_domain: false },
    ],
    [
      { id, project_id, remember_domain: true },
      "assign_inbound_email",
      { email_id: id, project_id, remember_domain: true },
    ],
    [
      { id, action: "reject", reason: "  Spam " },
      "reject_inbound_email",
      { email_id: id, reason: "Spam" },
    ],
    [{ id, action: "restore" }, "restore_inbound_email", { email_id: id }],
  ])("with %j calls one SQL function", async (body, name, args) => {
    respondWith({ email: { ...email, text: "Secret" }, remembered: false });
    expect((await post(body)).json).toEqual({ email, remembered: false });
    expect(requests[1]?.url).toMatch(new RegExp(`/rpc/${name}$`));
    expect(await requests[1]?.json()).toEqual(args);
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { id },
    { id: "7", project_id },
    { id, project_id: null },
    { id, action: "delete" },
    { id, action: "reject" },
    { id, action: "reject", reason: " " },
    { id, action: "restore", reason: "Why not" },
    { id, project_id, action: "restore" },
    { id, project_id, remember_domain: "yes" },
    { id, project_id, organization_id: id },
  ])("%j", async (body) => {
    respondWith(null);
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });

  test.each(["scope=mine", "limit=0", "limit=101", "body=true"])("the query ?%s", async (query) => {
    respondWith(null);
    const answer = await call(inboundEmails, `/inbound-emails?${query}`);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
  });
});

test.each([{ method: "GET" }, { body: "not even JSON" }])(
  "answers 403 to a member or client before the input is read: %j",
  async (request) => {
    answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
    const answer = await call(inboundEmails, "/inbound-emails", request);
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests).toHaveLength(1);
  },
);

test("answers 404 to a project that the caller cannot see", async () => {
  respondWith(refusal(400, "OPNFD", "There is no such project", "project_not_found"));
  const answer = await post({ id, project_id });
  expect([answer.status, answer.code]).toEqual([404, "project_not_found"]);
});

test("answers 409 to an assignment of a rejected email", async () => {
  respondWith(refusal(400, "OPSTA", "The email is rejected", "email_rejected"));
  const answer = await post({ id, project_id });
  expect([answer.status, answer.code]).toEqual([409, "email_rejected"]);
});
