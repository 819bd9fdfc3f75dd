import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/document-inventory/index.ts";
import { id, refusedRole, respondWith } from "./documents-in-process.ts";
import { call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const emptyAnswer = {
  documents: [],
  problems: [],
  counts: { documents: 0, problems: 0, in_progress: 0 },
  next_cursor: null,
};

describe("a valid request", () => {
  test("returns a page of fifty, filtered by project and kind, after the cursor", async () => {
    respondWith({ "/rpc/get_document_inventory": emptyAnswer });
    const answer = await call(route, "/document-inventory");
    expect([answer.status, answer.json]).toEqual([200, emptyAnswer]);
    expect(await requests[1]?.json()).toEqual({ page_size: 50 });
    await call(route, `/document-inventory?project_id=${id}&kind=sow&limit=5&cursor=c`);
    expect(await requests[3]?.json()).toEqual({
      project_id: id,
      kind: "sow",
      page_size: 5,
      cursor: "c",
    });
  });
});

describe("a refused request", () => {
  test.each(["limit=101", "limit=x", "kind=__proto__", "project_id=1", "as=x"])(
    "gets 400 for the query ?%s",
    async (query) => {
      respondWith({ "/rpc/get_document_inventory": emptyAnswer });
      const answer = await call(route, `/document-inventory?${query}`);
      expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
      expect(requests).toHaveLength(1);
    },
  );

  test("gets 400 for an unknown cursor", async () => {
    respondWith({
      "/rpc/get_document_inventory": refusal(400, "OPINV", "Not a cursor", "invalid_cursor"),
    });
    const answer = await call(route, "/document-inventory?cursor=x");
    expect([answer.status, answer.code]).toEqual([400, "invalid_cursor"]);
  });

  test("gets 403 if it comes from a member, before its query is parsed", async () => {
    respondWith({ "/rpc/require_lead": refusedRole() });
    const answer = await call(route, "/document-inventory?nonsense=1");
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests).toHaveLength(1);
  });
});
