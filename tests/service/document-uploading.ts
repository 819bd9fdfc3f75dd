/** Uploads documents over HTTP, as the console does. */
import { expect, inject } from "vitest";
import { docUploadSession } from "../../supabase/functions/_domain/documents/contract.ts";
import { owner } from "../support/database.ts";
import type { Ask } from "../support/http.ts";
import type { OwnPerson } from "../support/own-organization.ts";

export interface Session {
  document_id: string;
  version: number;
  bucket: string;
  path: string;
  token: string;
  signed_url: string;
  expires_at: string;
}

export const aText = new TextEncoder().encode("The supplier waits for a call.\n");

/** An upload session for a text file of a project; `more` overrides its fields. */
export async function beginUpload(
  person: OwnPerson,
  project_id: string,
  more: object = {},
): Promise<Session> {
  const answer = await person.ask("/api/doc-upload-session", {
    body: {
      project_id,
      file_name: "brief.txt",
      content_type: "text/plain",
      size_bytes: aText.byteLength,
      ...more,
    },
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return docUploadSession.post.response.parse(answer.json);
}

/** Sends a file to a signed address, without any key. */
export function put(url: string, bytes: Uint8Array, type = "text/plain"): Promise<Response> {
  return fetch(url, {
    method: "PUT",
    headers: { "content-type": type },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
}

/** A document with an uploaded file and no running job. */
export async function storedDocument(
  person: OwnPerson,
  project_id: string,
  more: object = {},
  bytes: Uint8Array = aText,
): Promise<Session> {
  const session = await beginUpload(person, project_id, more);
  expect((await put(session.signed_url, bytes)).status).toBe(200);
  await owner`
    update public.document_versions set status = 'queued'
    where document_id = ${session.document_id} and version = ${session.version}`;
  await owner`
    update public.document_versions
    set status = 'failed', failure_code = 'no_text', failure_reason = 'There is no text in it.'
    where document_id = ${session.document_id} and version = ${session.version}`;
  return session;
}

/** The file's text in Storage and the number of its objects, read without policies. */
export async function storedFile(path: string): Promise<{ text: string; objects: number }> {
  const { url, secret_key } = inject("stack");
  const answer = await fetch(`${url}/storage/v1/object/documents/${path}`, {
    headers: { apikey: secret_key, authorization: `Bearer ${secret_key}` },
  });
  const [row] = await owner`
    select count(*)::int as objects from storage.objects where bucket_id = 'documents' and name = ${path}`;
  return { text: answer.ok ? await answer.text() : "", objects: row?.["objects"] };
}

/** A hash of everything in the library of an organization. */
export async function libraryOf(organizationId: string): Promise<string> {
  const [row] = await owner`
    select md5(concat(
      (select string_agg(t::text, ',' order by id) from public.sources t where organization_id = ${organizationId}),
      (select string_agg(t::text, ',' order by id) from public.documents t where organization_id = ${organizationId}),
      (select string_agg(t::text, ',' order by path) from public.document_versions t
       where organization_id = ${organizationId}),
      (select string_agg(name || metadata::text, ',' order by name) from storage.objects
       where bucket_id = 'documents' and name like ${`${organizationId}/%`}),
      (select string_agg(t::text, ',' order by id) from private.jobs t
       where organization_id = ${organizationId} and kind = 'document_index'))) as content`;
  return row?.["content"];
}

/** Every request to a route or a function that names a document. */
export function requestsFor(
  document_id: string,
  project_id: string,
): [path: string, request: Ask | undefined][] {
  const changes = { title: "Forged" };
  const upload = {
    project_id,
    document_id,
    file_name: "forged.txt",
    content_type: "text/plain",
    size_bytes: 6,
  };
  return [
    [`/api/doc?document_id=${document_id}`, undefined],
    ["/api/ingest-doc", { body: { document_id } }],
    ["/api/documents", { body: { action: "update", document_id, changes } }],
    ["/api/documents", { body: { action: "archive", document_id } }],
    ["/api/documents", { body: { action: "restore", document_id } }],
    ["/rest/v1/rpc/open_document", { body: { document_id } }],
    ["/rest/v1/rpc/begin_indexing", { body: { document_id } }],
    ["/rest/v1/rpc/update_document", { body: { document_id, changes } }],
    ["/rest/v1/rpc/archive_document", { body: { document_id } }],
    ["/rest/v1/rpc/restore_document", { body: { document_id } }],
    ["/rest/v1/rpc/create_document_upload", { body: upload }],
  ];
}
