/** The file of a client request reaches the client and the leads, unchanged, and no link outlives their access. */
import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { aText, beginUpload, put, storedFile } from "../service/document-uploading.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const { url, secret_key } = inject("stack");
let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const codeAt = async (link: { url: string }) => {
  const answer = await fetch(link.url);
  return answer.ok ? "opens" : ((await answer.json()) as { code: string }).code;
};

describe("a file that a client attaches to a request", () => {
  const portal = (role: "client" | "lead" | "member", body: object) =>
    own.people[role].ask("/api/client-portal", { body });

  async function begin(announced: Uint8Array = aText) {
    const answer = await portal("client", {
      action: "begin_upload",
      project_id: own.alphaId,
      file_name: "brief.txt",
      content_type: "text/plain",
      size_bytes: announced.byteLength,
      sha256: createHash("sha256").update(announced).digest("hex"),
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json as { file_id: string; bucket: string; path: string; signed_url: string };
  }
  const send = (...file_ids: string[]) =>
    portal("client", {
      action: "request",
      project_id: own.alphaId,
      kind: "question",
      text: "Look",
      file_ids,
    });
  const open = async (role: "client" | "lead" | "member", file_id: string) => {
    const { status, json } = await portal(role, { action: "open_request_file", file_id });
    return status === 200 ? codeAt(json as { url: string }) : (json as { code: string }).code;
  };

  test("reaches only the client and the leads, once it is sent, and unchanged", async () => {
    const { file_id, path, signed_url } = await begin();
    expect((await send(file_id)).json).toMatchObject({ code: "not_uploaded" });
    expect((await put(signed_url, aText)).status).toBe(200);
    expect(await open("client", file_id)).toBe("request_file_not_found");
    const answers = await Promise.all([send(file_id), send(file_id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [{ count } = { count: 0 }] = await owner`
      select count(*)::int as count from private.client_requests where organization_id = ${own.id}`;
    expect(count).toBe(1);
    expect([await open("client", file_id), await open("lead", file_id)]).toEqual([
      "opens",
      "opens",
    ]);
    expect(await open("member", file_id)).toBe("role_not_allowed");
    for (const role of ["client", "lead"] as const) {
      const { ask } = own.people[role];
      const download = await ask(`/storage/v1/object/authenticated/documents/${path}`);
      expect([role, download.text.includes("supplier")]).toEqual([role, false]);
    }
    expect((await own.people.lead.ask(`/api/doc?document_id=${file_id}`)).status).toBe(404);
    expect((await put(signed_url, aText)).ok).toBe(false);
    const { ok } = await fetch(`${url}/storage/v1/object/documents/${path}`, {
      method: "PUT",
      headers: {
        apikey: secret_key,
        authorization: `Bearer ${secret_key}`,
        "content-type": "text/plain",
      },
      body: "Other words.",
    });
    expect([ok, await open("lead", file_id)]).toEqual([true, "file_changed"]);
  });

  test("is not served with bytes other than the announced ones", async () => {
    const { file_id, signed_url } = await begin(aText.toReversed());
    expect((await put(signed_url, aText)).status).toBe(200);
    expect((await send(file_id)).status).toBe(200);
    expect(await open("lead", file_id)).toBe("file_changed");
  });

  test("is deleted when no request was sent with it", async () => {
    const { file_id, path, signed_url } = await begin();
    expect((await put(signed_url, aText)).status).toBe(200);
    await owner`update private.jobs set run_at = now() where unique_key = ${file_id}`;
    await expect
      .poll(
        async () => {
          await fetch(`${url}/functions/v1/document-act`, {
            method: "POST",
            headers: { apikey: secret_key },
          });
          return (await storedFile(path)).objects;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
    expect((await send(file_id)).json).toMatchObject({ code: "request_file_not_found" });
  });

  /** The file of a deliverable that was released for the client. */
  async function release(): Promise<{ deliverable_id: string; content_hash: string }> {
    const { lead } = own.people;
    const { document_id, signed_url } = await beginUpload(lead, own.alphaId);
    expect((await put(signed_url, aText)).status).toBe(200);
    expect((await lead.ask("/api/ingest-doc", { body: { document_id } })).status).toBe(202);
    const isRead = async () => {
      const [row] = await owner`
        select indexed_version is not null as is_read from public.documents where id = ${document_id}`;
      return row?.["is_read"];
    };
    await expect.poll(isRead, { timeout: 30_000 }).toBe(true);
    const proposal = await lead.ask("/rest/v1/rpc/propose_approval", {
      body: {
        kind: "deliverable_release",
        project_id: own.alphaId,
        payload: { title: "Brief", source_id: document_id },
      },
    });
    const { id } = proposal.json as { id: string };
    const body = { action: "approve_and_execute", id, version: 1 };
    expect((await lead.ask("/api/approvals", { body })).status).toBe(200);
    let release: { deliverable_id: string; content_hash: string } | undefined;
    const isReleased = async () => {
      [release] = await owner<{ deliverable_id: string; content_hash: string }[]>`
        select releases.id as deliverable_id, published.content_hash
        from public.deliverable_releases as releases
        join private.portal_publications as published on published.approval_id = releases.approval_id
        where releases.approval_id = ${id}`;
      return release !== undefined;
    };
    await expect.poll(isReleased, { timeout: 30_000 }).toBe(true);
    // A contact can use a deliverable once its first reading is recorded.
    expect((await own.people.client.ask("/api/client-portal")).status).toBe(200);
    return release as { deliverable_id: string; content_hash: string };
  }

  const countRows = async () => {
    const [row] = await owner`
      select
        (select count(*)::int from private.client_requests where organization_id = ${own.id}) as requests,
        (select count(*)::int from private.request_files where organization_id = ${own.id}) as files,
        (select count(*)::int from private.request_files
         where organization_id = ${own.id} and request_id is not null) as sent,
        (select count(*)::int from private.deliverable_decisions where organization_id = ${own.id}) as decisions,
        (select count(*)::int from public.approvals where organization_id = ${own.id}) as cards,
        (select count(*)::int from storage.objects where name like ${`${own.id}/%`}) as objects`;
    return row;
  };

  test.each([
    [
      "the contact was offboarded",
      async () => {
        const [person] =
          await owner`select version from public.people where id = ${own.people.client.id}`;
        const body = {
          action: "change",
          person_id: own.people.client.id,
          version: person?.["version"],
          change: { to: "offboarded" },
        };
        expect((await own.people.admin.ask("/api/people", { body })).status).toBe(200);
      },
      "no_membership",
      "no_membership",
    ],
    [
      "the project moved to another client",
      async () => {
        const [client, account] = [randomUUID(), randomUUID()];
        const organization_id = own.id;
        await owner`insert into public.clients ${owner({ organization_id, id: client, name: "Garden" })}`;
        await owner`insert into public.accounts ${owner({ organization_id, id: account, client_id: client, name: "Garden" })}`;
        await owner`update public.projects set account_id = ${account} where id = ${own.alphaId}`;
      },
      "deliverable_not_found",
      "project_not_found",
    ],
  ] as const)(
    "opens, accepts and sends nothing that was begun before %s",
    async (_, happens, unseen, closed) => {
      const [sentFile, waitingFile, missingFile] = [await begin(), await begin(), await begin()];
      for (const { signed_url } of [sentFile, waitingFile]) {
        expect((await put(signed_url, aText)).status).toBe(200);
      }
      expect((await send(sentFile.file_id)).status).toBe(200);
      const { deliverable_id, content_hash } = await release();
      const links = [
        await portal("client", { action: "open_request_file", file_id: sentFile.file_id }),
        await portal("client", { action: "open_file", deliverable_id }),
      ].map(({ json }) => json as { url: string });
      for (const link of links) expect(await codeAt(link)).toBe("opens");

      await happens();
      const before = await countRows();
      for (const link of links) expect(await codeAt(link)).toBe("link_not_valid");
      expect((await put(missingFile.signed_url, aText)).ok).toBe(false);
      expect(await storedFile(missingFile.path)).toEqual({ text: "", objects: 0 });
      for (const [body, code] of [
        [{ action: "open_file", deliverable_id }, unseen],
        [
          { action: "decide_deliverable", deliverable_id, content_hash, decision: "approved" },
          unseen,
        ],
      ] as const) {
        expect([body.action, (await portal("client", body)).json]).toMatchObject([
          body.action,
          { code },
        ]);
      }
      expect((await send(waitingFile.file_id)).status).toBeOneOf([403, 404]);
      expect((await send()).json).toMatchObject({ code: closed });
      const { length: size_bytes } = aText;
      const upload = {
        file_name: "a.txt",
        content_type: "text/plain",
        size_bytes,
        sha256: "a".repeat(64),
      };
      const again = await portal("client", {
        action: "begin_upload",
        project_id: own.alphaId,
        ...upload,
      });
      expect(again.json).toMatchObject({ code: closed });
      expect(await countRows()).toEqual(before);
      expect(before).toMatchObject({ requests: 1, files: 3, sent: 1, decisions: 0 });
      // The lead can still open the file that was sent.
      expect(await open("lead", sentFile.file_id)).toBe("opens");
    },
  );
});
