/** The functions of a self-hosted project reach Supabase at an internal address, and browsers at a public one. */
import { beforeEach, expect, test } from "vitest";
import clientPortal from "../../supabase/functions/client-portal/index.ts";
import config from "../../supabase/functions/config/index.ts";
import doc from "../../supabase/functions/doc/index.ts";
import docUploadSession from "../../supabase/functions/doc-upload-session/index.ts";
import { id, path, respondWith } from "./documents-in-process.ts";
import { call, configure, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

beforeEach(() => configure({ PUBLIC_SUPABASE_URL: "https://public.example/" }));

const session = { document_id: id, version: 1, bucket: "documents", path };

test("gives the console the public address", async () => {
  expect((await call(config, "/config")).json).toMatchObject({
    supabase_url: "https://public.example",
  });
});

test("signs uploads and downloads for the public address, and calls Storage internally", async () => {
  respondWith({ "/rpc/create_document_upload": session });
  const body = {
    project_id: id,
    file_name: "a.pdf",
    content_type: "application/pdf",
    size_bytes: 9,
  };
  const upload = (await call(docUploadSession, "/doc-upload-session", { body })).json;
  expect((upload as { signed_url: string }).signed_url).toMatch(
    /^https:\/\/public\.example\/storage\/v1\/object\/upload\/sign\//,
  );
  expect(requests.map((request) => new URL(request.url).origin)).toEqual(
    requests.map(() => "https://backend.example"),
  );

  const ticketFile = { document_id: id, version: 1, expires_at: "2026-03-01T12:01:00Z" };
  respondWith({ "/rpc/open_document": { ...ticketFile, ticket: "a-ticket" } });
  const file = (await call(doc, `/doc?document_id=${id}`)).json;
  expect((file as { url: string }).url).toBe(
    "https://public.example/functions/v1/doc-file?ticket=a-ticket",
  );
});

test.each([
  ["open_client_file", { action: "open_file", deliverable_id: id }],
  ["open_request_file", { action: "open_request_file", file_id: id }],
])("gives a file of the client portal the public address: %s", async (opens, body) => {
  const ticketFile = { document_id: id, version: 1, expires_at: "2026-03-01T12:01:00Z" };
  respondWith({
    [`/rpc/${opens}`]: { ...ticketFile, ticket: "a-ticket" },
    "/rpc/begin_portal_view": null,
  });
  expect((await call(clientPortal, "/client-portal", { body })).json).toMatchObject({
    url: "https://public.example/functions/v1/doc-file?ticket=a-ticket",
  });
});

test("refuses requests with a malformed public address", async () => {
  configure({ PUBLIC_SUPABASE_URL: "public.example" });
  expect((await call(config, "/config")).status).toBe(503);
});
