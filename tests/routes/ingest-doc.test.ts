import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/ingest-doc/index.ts";
import { id, notTheirs, refusedRole, respondWith } from "./documents-in-process.ts";
import { call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const body = { document_id: id };
const job = { document_id: id, version: 1, status: "queued", job_id: id };

test("answers 202 when the request is stored", async () => {
  respondWith({ "/rpc/begin_indexing": job });
  const answer = await call(route, "/ingest-doc", { body });
  expect([answer.status, answer.json]).toEqual([202, job]);
  expect(await requests[1]?.json()).toEqual(body);
});

describe("a refused request", () => {
  test.each([{}, { document_id: "x" }, { ...body, version: 1 }])("gets 400 for %j", async (bad) => {
    respondWith({ "/rpc/begin_indexing": job });
    const answer = await call(route, "/ingest-doc", { body: bad });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });

  test("gets 403 if it comes from a client contact, before its body is read", async () => {
    respondWith({ "/rpc/require_internal_viewer": refusedRole() });
    const answer = await call(route, "/ingest-doc", { body: { nonsense: true } });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });

  test.each([
    [notTheirs(), 404, "document_not_found"],
    [refusal(400, "OPSTA", "Not there yet", "not_uploaded"), 409, "not_uploaded"],
  ] as const)("gets the database's refusal (%#)", async (refused, status, code) => {
    respondWith({ "/rpc/begin_indexing": refused });
    const answer = await call(route, "/ingest-doc", { body });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });
});

test("answers 409 to a refusal that the database returns so that it counts", async () => {
  const message = "The file is not uploaded yet";
  const refused = { code: "OPSTA", message, hint: "not_uploaded", details: null };
  respondWith({ "/rpc/begin_indexing": { refusal: refused } });
  const answer = await call(route, "/ingest-doc", { body });
  expect([answer.status, answer.json]).toEqual([
    409,
    { statusCode: 409, code: "not_uploaded", message },
  ]);
});

test("answers 429 with the time to retry", async () => {
  respondWith({
    "/rpc/begin_indexing": Response.json(
      {
        code: "OPLIM",
        message: "Too many calls",
        hint: "rate_limited",
        details: '{"retry_after_seconds": 41}',
      },
      { status: 400 },
    ),
  });
  const answer = await call(route, "/ingest-doc", { body });
  expect([answer.status, answer.code, answer.headers.get("retry-after")]).toEqual([
    429,
    "rate_limited",
    "41",
  ]);
});
