import { describe, expect, test } from "vitest";
import clientPortal from "../../supabase/functions/client-portal/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000004-0000-4000-8000-000000100001";
const hash = "a".repeat(64);
const portal = {
  agency: { name: "Northlight Studio", currency: "EUR", color: null },
  client: { id, name: "Harbour Museum" },
  projects: [],
  updates: [],
  readouts: [],
  deliverables: [],
  statements_of_work: [],
  scope_changes: [],
  requests: [],
};

const upload = {
  action: "begin_upload",
  project_id: id,
  file_name: "brief.txt",
  content_type: "text/plain",
  size_bytes: 6,
  sha256: hash,
};

/** The Data API of a caller who may use the route. */
function respondWith(answer: unknown): void {
  answerWith((path) => (/\/(require_portal_viewer|begin_portal_view)$/.test(path) ? null : answer));
}

describe("a valid request", () => {
  test("records the view before it reads the portal, and returns only the fields of the contract", async () => {
    respondWith({ ...portal, margin: 40 });
    const answer = await call(clientPortal, `/client-portal?client_id=${id}`);
    expect(answer.json).toEqual(portal);
    expect(requests.map(({ url }) => url.replace(/.*\//, ""))).toEqual([
      "require_portal_viewer",
      "begin_portal_view",
      "get_client_portal",
    ]);
    expect(await requests[2]?.json()).toEqual({ client_id: id });
  });

  test("to withdraw dates leaves them out of the call", async () => {
    respondWith({ project_id: id, starts_on: null, due_on: null });
    const body = { action: "release_dates", project_id: id, starts_on: null, due_on: null };
    expect((await call(clientPortal, "/client-portal", { body })).json).toEqual(body);
    expect(await requests[1]?.json()).toEqual({ project_id: id });
  });

  test.each([
    { action: "open_file", deliverable_id: id },
    { action: "open_request_file", file_id: id },
  ])("for $action returns an address", async (body) => {
    respondWith({ document_id: id, version: 1, ticket: "t", expires_at: "2026-01-01T00:00:00Z" });
    const answer = await call(clientPortal, "/client-portal", { body });
    expect(answer.json).toEqual({
      action: body.action,
      url: expect.stringMatching(/doc-file\?ticket=t$/),
      expires_at: "2026-01-01T00:00:00Z",
    });
  });
});

describe("a portal whose view isn't recorded yet", () => {
  /** A database that refuses this number of readings before it returns the portal. */
  function refuseReadings(count: number): void {
    let readings = 0;
    answerWith((path) => {
      if (!path.endsWith("/get_client_portal")) return null;
      readings += 1;
      return readings > count
        ? portal
        : refusal(400, "OPSTA", "The view isn't recorded yet", "view_not_recorded");
    });
  }
  const calls = () => requests.map(({ url }) => url.replace(/.*\//, ""));
  const pair = ["begin_portal_view", "get_client_portal"];

  test("is recorded and read again", async () => {
    refuseReadings(1);
    expect((await call(clientPortal, "/client-portal")).json).toEqual(portal);
    expect(calls()).toEqual(["require_portal_viewer", ...pair, ...pair]);
  });

  test("is refused after five readings", async () => {
    refuseReadings(5);
    const answer = await call(clientPortal, "/client-portal");
    expect([answer.status, answer.code]).toEqual([409, "view_not_recorded"]);
    expect(calls()).toEqual(["require_portal_viewer", ...Array(5).fill(pair).flat()]);
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { action: "request", project_id: id, kind: "question", text: " " },
    { action: "request", project_id: id, kind: "favour", text: "Please" },
    {
      action: "request",
      project_id: id,
      kind: "other",
      text: "Please",
      file_ids: Array(6).fill(id),
    },
    { ...upload, size_bytes: 0 },
    { ...upload, size_bytes: 26_214_401 },
    { ...upload, sha256: "A" },
    { action: "open_request_file", file_id: "brief.txt" },
    { action: "decide_deliverable", deliverable_id: id, content_hash: "a", decision: "approved" },
    { action: "decide_deliverable", deliverable_id: id, content_hash: hash, decision: "rejected" },
    { action: "release_dates", project_id: id, starts_on: "soon", due_on: null },
    { action: "prepare_access", client_id: id, role: "admin" },
  ])("%j", async (body) => {
    respondWith(null);
    const answer = await call(clientPortal, "/client-portal", { body });
    expect([answer.status, answer.code, requests.length]).toEqual([400, "malformed_request", 1]);
  });
});

test("answers 415 to a type that isn't supported", async () => {
  respondWith(refusal(400, "OPINV", "Not supported", "unsupported_file_type"));
  const answer = await call(clientPortal, "/client-portal", { body: upload });
  expect([answer.status, answer.code]).toEqual([415, "unsupported_file_type"]);
});

test("answers 403 to a role that may never use the route, before the input is read", async () => {
  answerWith(() => refusal(403, "OPDEN", "Not for members", "role_not_allowed"));
  const answer = await call(clientPortal, "/client-portal", { body: "not even JSON" });
  expect([answer.status, answer.code, requests.length]).toEqual([403, "role_not_allowed", 1]);
});

test.each([
  ["OPNFD", 404, "deliverable_not_found"],
  ["OPSTA", 409, "deliverable_changed"],
])("answers a refusal %s of the database with %i %s", async (sqlstate, status, hint) => {
  respondWith(refusal(400, sqlstate, "Refused", hint));
  const body = {
    action: "decide_deliverable",
    deliverable_id: id,
    content_hash: hash,
    decision: "approved",
  };
  const answer = await call(clientPortal, "/client-portal", { body });
  expect([answer.status, answer.code]).toEqual([status, hint]);
});
