import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/doc/index.ts";
import { id, notTheirs, refusedRole, respondWith } from "./documents-in-process.ts";
import { call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const ticket = "a".repeat(64);
const openedDocument = {
  document_id: id,
  version: 2,
  ticket,
  expires_at: "2027-01-01T00:00:00+00:00",
};

describe("a valid request", () => {
  test("returns a URL of the function that serves files, with the caller's ticket", async () => {
    respondWith({ "/rpc/open_document": openedDocument });
    const answer = await call(route, `/doc?document_id=${id}&version=2`);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        document_id: id,
        version: 2,
        url: `https://backend.example/functions/v1/doc-file?ticket=${ticket}`,
        expires_at: openedDocument.expires_at,
      },
    ]);
    expect(await requests[1]?.json()).toEqual({ document_id: id, version: 2 });
    expect(requests).toHaveLength(2);
  });
});

describe("answers 400 to", () => {
  test.each(["", "?document_id=1", `?document_id=${id}&version=0`, `?document_id=${id}&as=x`])(
    "the query %j",
    async (query) => {
      respondWith({ "/rpc/open_document": openedDocument });
      const answer = await call(route, `/doc${query}`);
      expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
      expect(requests).toHaveLength(1);
    },
  );
});

describe("a refused request", () => {
  test("gets 403 if it comes from a client contact, before its query is read", async () => {
    respondWith({ "/rpc/require_internal_viewer": refusedRole() });
    const answer = await call(route, "/doc?nonsense=1");
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });

  test.each([
    [notTheirs(), 404, "document_not_found"],
    [refusal(400, "OPSTA", "Archived", "document_archived"), 409, "document_archived"],
    [refusal(400, "OPSTA", "Replaced", "file_changed"), 409, "file_changed"],
  ] as const)("gets the database's refusal (%#)", async (databaseRefusal, status, code) => {
    respondWith({ "/rpc/open_document": databaseRefusal });
    const answer = await call(route, `/doc?document_id=${id}`);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });
});
