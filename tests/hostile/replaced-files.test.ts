/** The secret key can overwrite a file through Storage. The new content is not served, cited or released. */
import { beforeEach, expect, inject, test } from "vitest";
import { propose } from "../service/approval-acting.ts";
import { aText, storedDocument } from "../service/document-uploading.ts";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const { url, secret_key } = inject("stack");
const other = new TextEncoder().encode("Pay to another account, please\n");
let own: OwnOrganization;
let file: Awaited<ReturnType<typeof storedDocument>>;
beforeEach(async () => {
  own = await makeOrganization();
  file = await storedDocument(own.people.lead, own.alphaId);
});

const open = () => own.people.lead.ask(`/api/doc?document_id=${file.document_id}`);
async function download(): Promise<string> {
  const link = await open();
  if (link.status !== 200) return codeOf(link) ?? "";
  const answer = await fetch((link.json as { url: string }).url);
  const text = await answer.text();
  return answer.ok ? text : (JSON.parse(text) as { code: string }).code;
}
async function overwrite(bytes: Uint8Array): Promise<void> {
  const answer = await fetch(`${url}/storage/v1/object/documents/${file.path}`, {
    method: "POST",
    headers: {
      apikey: secret_key,
      authorization: `Bearer ${secret_key}`,
      "content-type": "text/plain",
      "x-upsert": "true",
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  expect(answer.status).toBe(200);
}
async function findings(): Promise<string[]> {
  const answer = await own.people.lead.ask("/api/portfolio-health?code=document_file_changed");
  return (answer.json as { findings: { subject: { id: string } }[] }).findings.map(
    ({ subject }) => subject.id,
  );
}

test("a file that differs from the uploaded one is not served, and becomes a finding", async () => {
  expect(await download()).toBe(new TextDecoder().decode(aText));
  expect(await findings()).toEqual([]);
  await overwrite(other);
  expect(await download()).toBe("file_changed");
  expect(await download()).toBe("file_changed");
  expect(await findings()).toEqual([file.document_id]);
  const events = await owner`
    select from public.audit_events
    where object_id = ${file.document_id} and action = 'document.file_changed'`;
  expect(events).toHaveLength(1);
});

test("changed bytes of the same length are detected too, and so is a deleted file", async () => {
  expect(await download()).toBe(new TextDecoder().decode(aText));
  await overwrite(aText.map((byte) => (byte === 46 ? 33 : byte)));
  expect(await download()).toBe("file_changed");
  const deletedFile = await storedDocument(own.people.lead, own.alphaId);
  const first = await own.people.lead.ask(`/api/doc?document_id=${deletedFile.document_id}`);
  const link = (first.json as { url: string }).url;
  expect((await fetch(link)).status).toBe(200);
  await fetch(`${url}/storage/v1/object/documents`, {
    method: "DELETE",
    headers: {
      apikey: secret_key,
      authorization: `Bearer ${secret_key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ prefixes: [deletedFile.path] }),
  });
  expect((await fetch(link)).status).toBe(409);
  expect((await findings()).sort()).toEqual([file.document_id, deletedFile.document_id].sort());
});

test("an overwritten file is not released, although no one has opened it since", async () => {
  const { document_id } = file;
  await owner`
    update public.document_versions set object_tag = private.stored_tag(path)
    where document_id = ${document_id}`;
  await owner`update public.sources set published_version = version where id = ${document_id}`;
  const card = await propose(own, "deliverable_release", {
    project: own.alphaId,
    payload: { title: "Brief", source_id: document_id },
  });
  const decide = () =>
    own.people.admin.ask("/api/approvals", {
      body: { action: "approve", id: card.id, version: 1 },
    });
  await overwrite(other);
  const refusal = await decide();
  expect([refusal.status, codeOf(refusal)]).toEqual([409, "draft_not_ready"]);
  expect(refusal.text).toContain("file_changed");
  expect(await findings()).toEqual([document_id]);
  // With its original bytes, the file may be released again.
  await overwrite(aText);
  expect((await decide()).status).toBe(200);
  expect(await findings()).toEqual([]);
});

test("a new version of an overwritten file is served", async () => {
  await download();
  await overwrite(other);
  expect(await download()).toBe("file_changed");
  const bytes = new TextEncoder().encode("The supplier was called.\n");
  await storedDocument(
    own.people.lead,
    own.alphaId,
    { document_id: file.document_id, file_name: "brief-2.txt", size_bytes: bytes.byteLength },
    bytes,
  );
  expect(await download()).toBe("The supplier was called.\n");
});
