import { expect, test } from "vitest";
import file from "../../supabase/functions/doc-file/index.ts";
import upload from "../../supabase/functions/doc-upload-session/index.ts";
import { id, path, respondWith } from "./documents-in-process.ts";
import { call, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

test("answers 503 to an upload when Storage cannot be reached", async () => {
  respondWith({
    "/rpc/create_document_upload": { document_id: id, version: 1, bucket: "documents", path },
    [`/storage/v1/object/upload/sign/documents/${path}`]: new Error("fetch failed"),
  });
  const body = {
    project_id: id,
    kind: "brief",
    title: "Brief",
    file_name: "brief.pdf",
    content_type: "application/pdf",
    size_bytes: 1,
  };
  const answer = await call(upload, "/doc-upload-session", { body });
  expect([answer.status, answer.code]).toEqual([503, "storage_unavailable"]);
});

test("answers 503 to a download when Storage cannot be reached, and does not treat the file as replaced", async () => {
  respondWith({
    "/rpc/redeem_ticket": {
      document_id: id,
      version: 2,
      bucket: "documents",
      path,
      file_name: "brief.pdf",
      content_type: "application/pdf",
      sha256: "0".repeat(64),
    },
    [`/storage/v1/object/documents/${path}`]: new Error("fetch failed"),
    "/rpc/check_file_hash": false,
  });
  const answer = await call(file, "/doc-file?ticket=ticket", { signedIn: false });
  expect([answer.status, answer.code]).toEqual([503, "storage_unavailable"]);
  expect(requests.map(({ url }) => new URL(url).pathname)).not.toContainEqual(
    expect.stringContaining("check_file_hash"),
  );
});
