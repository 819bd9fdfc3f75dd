import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/doc-file/index.ts";
import { id, path, respondWith } from "./documents-in-process.ts";
import { call, configure, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const bytes = "The supplier waits for a call.";
const sha256 = createHash("sha256").update(bytes).digest("hex");
const file = {
  document_id: id,
  version: 2,
  bucket: "documents",
  path,
  file_name: "Größe & Maß ('final').html",
  content_type: "text/html",
  sha256,
};
const objectPath = `/storage/v1/object/documents/${path}`;
const openFile = (ticket = "ticket") =>
  call(route, `/doc-file?ticket=${ticket}`, { signedIn: false });

describe("a valid request", () => {
  test("returns the bytes as an attachment under the document's name for the ticket alone", async () => {
    respondWith({ "/rpc/redeem_ticket": file, [objectPath]: new Response(bytes) });
    const answer = await openFile();
    expect([answer.status, answer.text]).toEqual([200, bytes]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": String(bytes.length),
      "content-disposition":
        "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20Ma%C3%9F%20%28%27final%27%29.html",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(await requests[0]?.json()).toEqual({ ticket: "ticket" });
    expect(requests.map((request) => request.headers.get("apikey"))).toEqual([
      "sb_secret_test",
      "sb_secret_test",
    ]);
  });

  test("records the hash of a file that was never read before it sends the first byte", async () => {
    respondWith({
      "/rpc/redeem_ticket": { ...file, sha256: null },
      [objectPath]: new Response(bytes),
      "/rpc/check_file_hash": true,
    });
    expect((await openFile()).text).toBe(bytes);
    expect(await requests[2]?.json()).toEqual({ document_id: id, version: 2, sha256 });
  });
});

describe("answers 409 to", () => {
  test("a request for a replaced file, and reports it without sending a byte", async () => {
    respondWith({
      "/rpc/redeem_ticket": file,
      [objectPath]: new Response("Something else."),
      "/rpc/check_file_hash": false,
    });
    const answer = await openFile();
    expect([answer.status, answer.code]).toEqual([409, "file_changed"]);
    expect(answer.text).not.toContain("Something else");
    expect(requests).toHaveLength(3);
  });

  test("a request for a deleted file, and reports it", async () => {
    respondWith({
      "/rpc/redeem_ticket": file,
      [objectPath]: Response.json({ statusCode: "404", message: "not found" }, { status: 400 }),
      "/rpc/check_file_hash": false,
    });
    expect([(await openFile()).code, await requests[2]?.json()]).toEqual([
      "file_changed",
      { document_id: id, version: 2 },
    ]);
  });
});

test.each(["", "?ticket=", "?ticket=a&ticket=b", "?ticket=a&version=1"])(
  "answers 400 to the query %j",
  async (query) => {
    const answer = await call(route, `/doc-file${query}`, { signedIn: false });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(0);
  },
);

test("answers 404 to an invalid ticket", async () => {
  respondWith({ "/rpc/redeem_ticket": refusal(400, "OPNFD", "No longer valid", "link_not_valid") });
  expect([(await openFile()).code, requests.length]).toEqual(["link_not_valid", 1]);
});

test("answers 503 without a secret key", async () => {
  configure({ SUPABASE_SECRET_KEYS: null });
  const answer = await openFile();
  expect([answer.status, answer.code]).toEqual([503, "identity_provider_not_configured"]);
});

test("reads a few files at a time, and the next one after a failure", async () => {
  let openReads = 0;
  let maxReads = 0;
  const gate = Promise.withResolvers<void>();
  respondWith({
    "/rpc/redeem_ticket": file,
    [objectPath]: async () => {
      maxReads = Math.max(maxReads, ++openReads);
      if (openReads === 4) gate.resolve();
      await gate.promise;
      await new Promise((resolve) => setImmediate(resolve));
      openReads -= 1;
      return new Response(maxReads === 4 && openReads === 3 ? "Something else." : bytes);
    },
    "/rpc/check_file_hash": false,
  });
  const answers = await Promise.all(Array.from({ length: 12 }, () => openFile()));
  expect(maxReads).toBe(4);
  expect(
    answers
      .map(({ status }) => status)
      .sort()
      .slice(0, 8),
  ).toEqual(Array(8).fill(200));
});
