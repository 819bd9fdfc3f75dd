import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/documents/index.ts";
import { id, notTheirs, refusedRole, respondWith } from "./documents-in-process.ts";
import { call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const document = {
  document_id: id,
  title: "Brief",
  kind: "brief",
  is_restricted: false,
  project_id: "00000004-0000-4000-8000-000000100001",
  archived_at: null,
};

describe("a valid request", () => {
  test.each([
    [
      { action: "update", document_id: id, changes: { title: " New  name ", kind: "sow" } },
      "update_document",
      { document_id: id, changes: { title: "New name", kind: "sow" } },
    ],
    [{ action: "archive", document_id: id }, "archive_document", { document_id: id }],
    [{ action: "restore", document_id: id }, "restore_document", { document_id: id }],
  ])("with %j calls one SQL function", async (body, name, args) => {
    respondWith({ [`/rpc/${name}`]: document });
    const answer = await call(route, "/documents", { body });
    expect([answer.status, answer.json]).toEqual([200, { document }]);
    expect(await requests[1]?.json()).toEqual(args);
  });
});

describe("a refused request", () => {
  test.each([
    {},
    { action: "delete", document_id: id },
    { action: "archive" },
    { action: "archive", document_id: id, changes: {} },
    { action: "update", document_id: id },
    { action: "update", document_id: id, changes: {} },
    { action: "update", document_id: id, changes: { is_restricted: false } },
    { action: "update", document_id: id, changes: { kind: null } },
    { action: "update", document_id: id, changes: { title: "\u0000" } },
  ])("gets 400 for %j", async (body) => {
    respondWith({});
    const answer = await call(route, "/documents", { body });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });

  test("gets 403 if it comes from a client contact, before its body is read", async () => {
    respondWith({ "/rpc/require_internal_viewer": refusedRole() });
    const answer = await call(route, "/documents", { body: {} });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });

  test.each([
    [notTheirs(), 404, "document_not_found"],
    [refusal(400, "OPDEN", "Not yours", "not_your_document"), 403, "not_your_document"],
  ] as const)("gets the database's refusal (%#)", async (refused, status, code) => {
    respondWith({ "/rpc/archive_document": refused });
    const answer = await call(route, "/documents", {
      body: { action: "archive", document_id: id },
    });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });
});
