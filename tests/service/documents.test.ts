/** Documents from their upload to their download: created, uploaded, queued, opened, changed. */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { aText, beginUpload, put, storedDocument, storedFile } from "./document-uploading.ts";

let own: OwnOrganization;
const { url, publishable_key } = inject("stack");
const seconds = (until: string) => (Date.parse(until) - Date.now()) / 1000;

beforeAll(async () => {
  own = await makeOrganization();
});

const ingest = (role: keyof OwnOrganization["people"], document_id: string) =>
  own.people[role].ask("/api/ingest-doc", { body: { document_id } });
const open = (role: keyof OwnOrganization["people"], document_id: string, more = "") =>
  own.people[role].ask(`/api/doc?document_id=${document_id}${more}`);

describe("a member's file", () => {
  test("is uploaded straight to Storage, queued, and comes back unchanged, as a download", async () => {
    const page = new TextEncoder().encode("<script>alert(1)</script>Grüße");
    const session = await beginUpload(own.people.member, own.alphaId, {
      file_name: "Größen „final“.html",
      content_type: "text/html",
      size_bytes: page.byteLength,
      kind: "brief",
    });
    const { document_id, version, bucket, path, signed_url, expires_at } = session;
    expect([version, bucket]).toEqual([1, "documents"]);
    expect(path.split("/").slice(0, 3)).toEqual([own.id, document_id, "1"]);
    expect(signed_url.startsWith(`${url}/storage/v1/object/upload/sign/documents/`)).toBe(true);
    expect(seconds(expires_at)).toBeGreaterThan(60);
    expect(seconds(expires_at)).toBeLessThanOrEqual(7200);

    const early = [await ingest("member", document_id), await open("member", document_id)];
    expect(early.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [409, "not_uploaded"],
      [409, "not_uploaded"],
    ]);
    expect((await put(signed_url, page, "text/html")).status).toBe(200);
    // An upload is complete only after ingest-doc: until then its file opens for no one.
    expect(codeOf(await open("member", document_id))).toBe("not_uploaded");

    const ingestion = await ingest("member", document_id);
    expect([ingestion.status, ingestion.json]).toEqual([
      202,
      {
        document_id,
        version: 1,
        status: "queued",
        job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);

    const opening = await open("member", document_id);
    const file = opening.json as { url: string; expires_at: string };
    expect([opening.status, opening.json]).toEqual([
      200,
      { document_id, version: 1, url: expect.any(String), expires_at: expect.any(String) },
    ]);
    expect(file.url).toMatch(new RegExp(`^${url}/functions/v1/doc-file\\?ticket=[0-9a-f]{64}$`));
    expect(seconds(file.expires_at)).toBeLessThanOrEqual(60);
    const answer = await fetch(file.url);
    expect([answer.status, await answer.text()]).toEqual([200, new TextDecoder().decode(page)]);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent("Größen „final“.html")}`,
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("comes back unchanged if supabase-js sends it as a File, and a lead opens it", async () => {
    const { document_id, bucket, path, token } = await beginUpload(own.people.member, own.alphaId);
    const anonymous = createClient(url, publishable_key, { auth: { persistSession: false } });
    const { error } = await anonymous.storage
      .from(bucket)
      .uploadToSignedUrl(path, token, new File([aText], "brief.txt", { type: "text/plain" }));
    expect(error).toBeNull();
    expect((await ingest("member", document_id)).status).toBe(202);
    const { url: address } = (await open("lead", document_id)).json as { url: string };
    expect(new Uint8Array(await (await fetch(address)).arrayBuffer())).toEqual(aText);
  });

  test("with a size other than announced is not processed", async () => {
    const session = await beginUpload(own.people.member, own.alphaId, { size_bytes: 3 });
    expect((await put(session.signed_url, aText)).status).toBe(200);
    const refusal = await ingest("member", session.document_id);
    expect([refusal.status, codeOf(refusal)]).toEqual([409, "size_differs"]);
    expect((refusal.json as { details: object }).details).toEqual({
      announced_bytes: 3,
      stored_bytes: aText.byteLength,
    });
  });

  test("with a type that the bucket does not accept never arrives", async () => {
    const session = await beginUpload(own.people.member, own.alphaId);
    expect((await put(session.signed_url, aText, "image/svg+xml")).ok).toBe(false);
    expect(await storedFile(session.path)).toEqual({ text: "", objects: 0 });
  });

  test("with a type that cannot be processed is refused before a row exists", async () => {
    const answer = await own.people.member.ask("/api/doc-upload-session", {
      body: {
        project_id: own.alphaId,
        file_name: "picture.png",
        content_type: "image/png",
        size_bytes: 10,
      },
    });
    expect([answer.status, codeOf(answer)]).toEqual([415, "unsupported_file_type"]);
    const rows = await owner`
      select 1 from public.document_versions
      where organization_id = ${own.id} and file_name = 'picture.png'`;
    expect(rows).toHaveLength(0);
  });
});

test("a new version has its own file, and the old one stays", async () => {
  const first = await storedDocument(own.people.member, own.alphaId);
  const { document_id } = first;
  const second = new TextEncoder().encode("The supplier was called.\n");
  const next = await storedDocument(
    own.people.lead,
    own.alphaId,
    { document_id, file_name: "brief-2.txt", size_bytes: second.byteLength },
    second,
  );
  expect([next.document_id, next.version]).toEqual([document_id, 2]);
  const textOf = async (more = "") => {
    const { url: address } = (await open("member", document_id, more)).json as { url: string };
    return (await fetch(address)).text();
  };
  expect(await textOf()).toBe("The supplier was called.\n");
  expect(await textOf("&version=2")).toBe("The supplier was called.\n");
  expect(await textOf("&version=1")).toBe("The supplier waits for a call.\n");
  expect(codeOf(await open("member", document_id, "&version=3"))).toBe("version_not_found");
});

test("a document is renamed, becomes a contract, is archived and restored; each change applies at once", async () => {
  const { document_id } = await storedDocument(own.people.member, own.alphaId);
  const change = (role: keyof OwnOrganization["people"], body: object) =>
    own.people[role].ask("/api/documents", { body: { document_id, ...body } });

  const update = await change("member", { action: "update", changes: { title: "Supplier" } });
  expect([update.status, update.json]).toEqual([
    200,
    {
      document: {
        document_id,
        title: "Supplier",
        kind: "other",
        is_restricted: false,
        project_id: own.alphaId,
        archived_at: null,
      },
    },
  ]);
  const refusal = await change("member", { action: "update", changes: { kind: "contract" } });
  expect([refusal.status, codeOf(refusal)]).toEqual([403, "kind_needs_lead"]);
  expect((await open("member", document_id)).status).toBe(200);

  const contract = await change("lead", { action: "update", changes: { kind: "contract" } });
  expect(contract.json).toMatchObject({ document: { kind: "contract", is_restricted: true } });
  expect(codeOf(await open("member", document_id))).toBe("document_not_found");
  expect((await open("lead", document_id)).status).toBe(200);
  await change("lead", { action: "update", changes: { kind: "report" } });
  expect((await open("member", document_id)).status).toBe(200);

  const archiving = await change("member", { action: "archive" });
  expect(archiving.json).toMatchObject({ document: { archived_at: expect.any(String) } });
  for (const role of ["member", "lead"] as const) {
    expect(codeOf(await open(role, document_id))).toBe("document_archived");
    expect(codeOf(await ingest(role, document_id))).toBe("document_archived");
  }
  expect((await change("member", { action: "restore" })).json).toMatchObject({
    document: { archived_at: null },
  });
  expect((await open("member", document_id)).status).toBe(200);
});

test("the inventory lists the citable documents and those that could not be read", async () => {
  const good = await storedDocument(own.people.lead, own.betaId, { file_name: "good.txt" });
  const bad = await storedDocument(own.people.lead, own.betaId, { file_name: "bad.txt" });
  await owner`
    update public.document_versions set status = 'queued', failure_code = null, failure_reason = null
    where document_id = ${good.document_id}`;
  await owner`
    update public.document_versions set status = 'indexing', step = 'publish'
    where document_id = ${good.document_id}`;
  await owner`
    update public.document_versions set step = null, status = 'indexed', failure_code = null, failure_reason = null,
      indexed_at = now(), flags = '{hidden_text_removed}', facts = '{"words": 6}'
    where document_id = ${good.document_id}`;
  await owner`update public.documents set indexed_version = 1 where id = ${good.document_id}`;
  await owner`update public.sources set published_version = 1 where id = ${good.document_id}`;
  const answer = await own.people.lead.ask(`/api/document-inventory?project_id=${own.betaId}`);
  expect([answer.status, answer.json]).toMatchObject([
    200,
    {
      documents: [
        {
          document_id: good.document_id,
          source_id: good.document_id,
          title: "good.txt",
          project: { id: own.betaId, name: "beta" },
          flags: ["hidden_text_removed"],
          facts: { words: 6 },
          uploaded_by: { id: own.people.lead.id },
        },
      ],
      problems: [{ document_id: bad.document_id, status: "failed", code: "no_text" }],
      counts: { documents: 1, problems: 1, in_progress: 0 },
      next_cursor: null,
    },
  ]);
});

test("exactly twelve of fifty calls at once are admitted, and other people are not delayed", async () => {
  const { people, alphaId } = await makeOrganization();
  const { document_id } = await storedDocument(people.member, alphaId);
  const begin = (person: typeof people.member) =>
    person.ask("/api/ingest-doc", { body: { document_id } });
  const [answers, other] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, () => begin(people.member))),
    begin(people.lead),
  ]);
  const refusals = answers.filter(({ status }) => status !== 202);
  expect(refusals).toHaveLength(38);
  for (const answer of refusals) {
    expect([answer.status, codeOf(answer)]).toEqual([429, "rate_limited"]);
    const after = Number(answer.headers.get("retry-after"));
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(60);
  }
  expect(other.status).toBe(202);
  // The same limit applies without the route.
  const rpc = await people.member.ask("/rest/v1/rpc/begin_indexing", { body: { document_id } });
  expect(codeOf(rpc)).toBe("OPLIM");
});

test("a flood of refused calls is limited like any other, and another person gets through", async () => {
  const { people, alphaId } = await makeOrganization();
  const { document_id } = await storedDocument(people.lead, alphaId);
  const call = (person: typeof people.member, id: string) =>
    person.ask("/api/ingest-doc", { body: { document_id: id } });
  const flood = Array.from({ length: 30 }, () => call(people.member, randomUUID()));
  const [answers, neighbor] = await Promise.all([
    Promise.all(flood),
    call(people.lead, document_id),
  ]);
  const codes = answers.map((answer) => `${answer.status} ${codeOf(answer)}`).sort();
  expect(codes).toEqual([
    ...Array(12).fill("404 document_not_found"),
    ...Array(18).fill("429 rate_limited"),
  ]);
  expect(neighbor.status).toBe(202);
  const rpc = await people.member.ask("/rest/v1/rpc/begin_indexing", { body: { document_id } });
  expect(codeOf(rpc)).toBe("OPLIM");
});
