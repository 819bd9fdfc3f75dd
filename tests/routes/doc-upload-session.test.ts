import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/doc-upload-session/index.ts";
import {
  id,
  notTheirs,
  path,
  refusedRole,
  respondWith,
  storageRefusal,
} from "./documents-in-process.ts";
import { call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const body = {
  project_id: "00000004-0000-4000-8000-000000100001",
  file_name: "brief.pdf",
  content_type: "application/pdf",
  size_bytes: 1000,
};
const upload = { document_id: id, version: 1, bucket: "documents", path };

function makes(answer: unknown = upload, otherAnswers: Record<string, unknown> = {}): void {
  respondWith({ "/rpc/create_document_upload": answer, ...otherAnswers });
}

describe("a valid request", () => {
  test("returns the row of the database, and a token of Storage for exactly that path", async () => {
    makes();
    const answer = await call(route, "/doc-upload-session", { body });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        ...upload,
        token: expect.any(String),
        signed_url: expect.stringContaining(
          `https://backend.example/storage/v1/object/upload/sign/documents/${path}?token=`,
        ),
        expires_at: expect.any(String),
      },
    ]);
    const { expires_at } = answer.json as { expires_at: string };
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(7_000_000);
    expect(await requests[1]?.json()).toEqual(body);
    // The request is made as the caller, and without permission to overwrite anything.
    expect(requests[2]?.headers.get("authorization")).toBe(
      requests[1]?.headers.get("authorization"),
    );
    expect(requests[2]?.headers.get("x-upsert")).toBeNull();
  });

  test("for a new version names its document", async () => {
    makes();
    await call(route, "/doc-upload-session", { body: { ...body, document_id: id } });
    expect(await requests[1]?.json()).toEqual({ ...body, document_id: id });
  });
});

describe("an invalid request", () => {
  test.each([
    { ...body, size_bytes: 0 },
    { ...body, size_bytes: 26_214_401 },
    { ...body, size_bytes: 1.5 },
    { ...body, file_name: " " },
    { ...body, file_name: "a".repeat(256) },
    { ...body, file_name: "\u202Efdp.exe" },
    { ...body, kind: "secret" },
    { ...body, title: "" },
    { ...body, document_id: "1" },
    { ...body, path: "elsewhere" },
    {},
  ])("gets 400 for %j", async (bad) => {
    makes();
    const answer = await call(route, "/doc-upload-session", { body: bad });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });

  test("gets 415 for an unsupported type", async () => {
    makes(refusal(400, "OPINV", "Files of this type are not read", "unsupported_file_type"));
    const answer = await call(route, "/doc-upload-session", { body });
    expect([answer.status, answer.code]).toEqual([415, "unsupported_file_type"]);
    expect(requests).toHaveLength(2);
  });
});

describe("a refused request", () => {
  test("gets 403 if it comes from a client contact, before its body is read", async () => {
    respondWith({ "/rpc/require_internal_viewer": refusedRole() });
    const answer = await call(route, "/doc-upload-session", { body: { nonsense: true } });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["OPDEN", "kind_needs_lead", 403],
    ["OPNFD", "project_not_found", 404],
    ["OPSTA", "project_archived", 409],
    ["OPBIG", "file_too_large", 413],
  ])("gets the status of the refusal %s %s", async (code, hint, status) => {
    makes(refusal(400, code, "No", hint));
    const answer = await call(route, "/doc-upload-session", { body });
    expect([answer.status, answer.code]).toEqual([status, hint]);
    expect(requests).toHaveLength(2);
  });

  test("gets 404 if access ends between the two calls", async () => {
    makes(upload, { [`/storage/v1/object/upload/sign/documents/${path}`]: storageRefusal("403") });
    const answer = await call(route, "/doc-upload-session", { body });
    expect([answer.status, answer.code]).toEqual([404, "document_not_found"]);
  });

  test("gets 404 for another version of a document out of scope", async () => {
    makes(notTheirs());
    const answer = await call(route, "/doc-upload-session", { body: { ...body, document_id: id } });
    expect([answer.status, answer.code]).toEqual([404, "document_not_found"]);
  });
});

test("answers 500 without Storage's answer", async () => {
  makes(upload, { [`/storage/v1/object/upload/sign/documents/${path}`]: storageRefusal("500") });
  const answer = await call(route, "/doc-upload-session", { body });
  expect([answer.status, answer.code]).toEqual([500, "internal_error"]);
  expect(answer.text).not.toContain("refused");
});
