/** A signed URL of a document serves one purpose for one person, and expires with its time and with their access. */
import { beforeAll, describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { ask, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";
import {
  aText,
  beginUpload,
  put,
  type Session,
  storedDocument,
  storedFile,
} from "./document-uploading.ts";

let own: OwnOrganization;
/** A contract of ALPHA, to which the member belongs, and a document of BETA. */
let contract: Session;
let hidden: Session;
const { url } = inject("stack");

beforeAll(async () => {
  own = await makeOrganization();
  contract = await storedDocument(own.people.lead, own.alphaId, { kind: "contract" });
  hidden = await storedDocument(own.people.lead, own.betaId);
});

describe("signed URLs", () => {
  const object = `${url}/storage/v1/object`;
  const download = async (who: OwnPerson, document_id: string) => {
    const answer = await who.ask(`/api/doc?document_id=${document_id}`);
    return new URL((answer.json as { url: string }).url);
  };

  test("serve their purpose only: no upload, no other path, no session", async () => {
    const down = await download(own.people.lead, contract.document_id);
    const token = down.searchParams.get("ticket") ?? "";
    const upload = await beginUpload(own.people.member, own.alphaId);
    const attempts: [string, RequestInit | undefined][] = [
      [
        `${object}/upload/sign/documents/${contract.path}?token=${token}`,
        { method: "PUT", body: "x" },
      ],
      [
        `${object}/upload/sign/documents/${upload.path}?token=${token}`,
        { method: "PUT", body: "x" },
      ],
      [`${object}/sign/documents/${contract.path}?token=${upload.token}`, undefined],
      [`${object}/sign/documents/${upload.path}?token=${upload.token}`, undefined],
      [
        `${object}/upload/sign/documents/${contract.path}?token=${upload.token}`,
        { method: "PUT", body: "x" },
      ],
      [
        `${object}/upload/sign/documents/${upload.path}x?token=${upload.token}`,
        { method: "PUT", body: "x" },
      ],
      [`${object}/sign/documents/${hidden.path}?token=${token}`, undefined],
      [`${object}/sign/documents/${contract.path}?token=${token.slice(0, -6)}AAAAAA`, undefined],
      [`${object}/sign/documents/${contract.path}`, undefined],
      [`${url}/functions/v1/doc-file`, undefined],
    ];
    for (const [url, init] of attempts) {
      const answer = await fetch(url, init);
      expect([url, answer.status]).toEqual([url, expect.toBeOneOf([400, 401, 403])]);
      expect(await answer.text()).not.toContain("supplier");
    }
    for (const bearer of [token, upload.token]) {
      const headers = {
        apikey: inject("stack").publishable_key,
        authorization: `Bearer ${bearer}`,
      };
      for (const path of [
        `/api/doc?document_id=${contract.document_id}`,
        "/rest/v1/documents",
        `/storage/v1/object/authenticated/documents/${contract.path}`,
      ]) {
        expect([path, (await ask(path, { headers })).status]).toEqual([path, 401]);
      }
    }
    expect((await storedFile(contract.path)).text).toBe(new TextDecoder().decode(aText));
    expect(await storedFile(upload.path)).toEqual({ text: "", objects: 0 });
    // The links work for their purpose.
    expect((await fetch(down)).status).toBe(200);
    expect((await put(upload.signed_url, aText)).status).toBe(200);
  });

  test("upload once: the stored file stays, even after the upload was completed", async () => {
    const session = await beginUpload(own.people.member, own.alphaId);
    expect((await put(session.signed_url, aText)).status).toBe(200);
    const other = new TextEncoder().encode("x".repeat(aText.byteLength));
    const again = async () => {
      const answers = [
        await put(session.signed_url, other),
        await fetch(session.signed_url, {
          method: "PUT",
          headers: { "content-type": "text/plain", "x-upsert": "true" },
          body: other,
        }),
        await own.people.member.ask(`/storage/v1/object/documents/${session.path}`, {
          body: other,
          headers: { "content-type": "text/plain", "x-upsert": "true" },
        }),
      ];
      for (const answer of answers) expect([400, 403, 409]).toContain(answer.status);
      expect(await storedFile(session.path)).toEqual({
        text: new TextDecoder().decode(aText),
        objects: 1,
      });
    };
    await again();
    const job = await own.people.member.ask("/api/ingest-doc", {
      body: { document_id: session.document_id },
    });
    expect(job.status).toBe(202);
    await again();
  });

  test("cannot be requested with permission to overwrite a file later", async () => {
    const session = await beginUpload(own.people.member, own.alphaId);
    const answer = await own.people.member.ask(
      `/storage/v1/object/upload/sign/documents/${session.path}`,
      { body: {}, headers: { "x-upsert": "true" } },
    );
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("token");
  });

  test("expire", async () => {
    const down = await download(own.people.lead, contract.document_id);
    expect((await fetch(down)).status).toBe(200);
    await owner`
      update private.download_tickets set expires_at = clock_timestamp()
      where person_id = ${own.people.lead.id}`;
    const late = await fetch(down);
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([
      404,
      "link_not_valid",
    ]);
  });

  test("are not created for a person whose membership has ended, and an old one opens nothing", async () => {
    const { people, alphaId, id } = await makeOrganization();
    const { document_id, path } = await storedDocument(people.lead, alphaId);
    const pending = await beginUpload(people.member, alphaId);
    const old = await download(people.member, document_id);
    expect((await fetch(old)).status).toBe(200);

    await owner`delete from public.project_members where organization_id = ${id}`;
    const answer = await people.member.ask(`/api/doc?document_id=${document_id}`);
    expect([answer.status, codeOf(answer)]).toEqual([404, "document_not_found"]);
    expect((await fetch(old)).status).toBe(404);
    for (const [address, options] of [
      [`/storage/v1/object/sign/documents/${path}`, { body: { expiresIn: 60 } }],
      [`/storage/v1/object/upload/sign/documents/${pending.path}`, { body: {} }],
      [`/storage/v1/object/authenticated/documents/${path}`, undefined],
    ] as const) {
      const refusal = await people.member.ask(address, options);
      expect([address, refusal.status]).toEqual([address, 400]);
    }
    // The lead keeps their rights.
    expect((await fetch(await download(people.lead, document_id))).status).toBe(200);
  });
});
