/** A link to a file ends with the access of the person it was made for, and nobody makes one that lasts. */
import { createHash, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, inject, test } from "vitest";
import type { Db } from "../../supabase/functions/_db/client.ts";
import { serveFile } from "../../supabase/functions/_db/files.ts";
import {
  aText,
  beginUpload,
  put,
  storedDocument,
  storedFile,
} from "../service/document-uploading.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { signIn } from "../support/personas.ts";

const { url, publishable_key, secret_key } = inject("stack");
let own: OwnOrganization;
let file: Awaited<ReturnType<typeof storedDocument>>;
beforeEach(async () => {
  own = await makeOrganization();
  file = await storedDocument(own.people.lead, own.alphaId);
});

async function linkOf(role: "member" | "lead"): Promise<{ url: string; expires_at: string }> {
  const answer = await own.people[role].ask(`/api/doc?document_id=${file.document_id}`);
  expect(answer.status).toBe(200);
  return answer.json as { url: string; expires_at: string };
}
const codeAt = async (link: { url: string }) => {
  const answer = await fetch(link.url);
  return answer.ok ? "opens" : ((await answer.json()) as { code: string }).code;
};

test("Storage signs nothing, for however long, and shows nothing, whoever sees the document", async () => {
  for (const role of ["member", "lead", "admin"] as const) {
    const { ask } = own.people[role];
    for (const expiresIn of [1, 60, 315_360_000]) {
      const signed = await ask(`/storage/v1/object/sign/documents/${file.path}`, {
        body: { expiresIn },
      });
      expect([role, signed.status]).toEqual([role, 400]);
      expect(signed.text).not.toContain("token");
    }
    const many = await ask("/storage/v1/object/sign/documents", {
      body: { expiresIn: 315_360_000, paths: [file.path] },
    });
    expect(many.text).not.toContain("token");
    for (const path of [
      "authenticated/documents",
      "documents",
      "public/documents",
      "info/documents",
    ]) {
      const read = await ask(`/storage/v1/object/${path}/${file.path}`);
      expect([role, path, read.status === 200, read.text.includes("supplier")]).toEqual([
        role,
        path,
        false,
        false,
      ]);
    }
    const listed = await ask("/storage/v1/object/list/documents", {
      body: { prefix: file.path.split("/").slice(0, 3).join("/") },
    });
    expect(listed.json).toEqual([]);
  }
});

describe("a link that was made before", () => {
  test.each([
    [
      "the document was restricted",
      () =>
        own.people.lead.ask("/api/documents", {
          body: { action: "update", document_id: file.document_id, changes: { kind: "contract" } },
        }),
    ],
    [
      "the document was archived",
      () =>
        own.people.lead.ask("/api/documents", {
          body: { action: "archive", document_id: file.document_id },
        }),
    ],
    [
      "the member left the project",
      async () => {
        await owner`delete from public.project_members where organization_id = ${own.id}`;
      },
    ],
    [
      "the member was offboarded",
      async () => {
        const [person] =
          await owner`select version from public.people where id = ${own.people.member.id}`;
        const answer = await own.people.admin.ask("/api/people", {
          body: {
            action: "change",
            person_id: own.people.member.id,
            version: person?.["version"],
            change: { to: "offboarded" },
          },
        });
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      },
    ],
    ["the session ended", () => own.people.member.ask("/auth/v1/logout", { method: "POST" })],
  ] as const)("opens nothing once %s", async (_, happens) => {
    const link = await linkOf("member");
    expect(await codeAt(link)).toBe("opens");
    await happens();
    expect(await codeAt(link)).toBe("link_not_valid");
  });

  test("opens nothing after its minute", async () => {
    const link = await linkOf("member");
    const seconds = (Date.parse(link.expires_at) - Date.now()) / 1000;
    expect(seconds).toBeLessThanOrEqual(60);
    await owner`update private.download_tickets set expires_at = clock_timestamp()
                where person_id = ${own.people.member.id}`;
    expect(await codeAt(link)).toBe("link_not_valid");
  });

  test("opens for others as before when one of them loses access", async () => {
    const [members, leads] = [await linkOf("member"), await linkOf("lead")];
    await owner`delete from public.project_members where organization_id = ${own.id}`;
    expect([await codeAt(members), await codeAt(leads)]).toEqual(["link_not_valid", "opens"]);
  });
});

test("a ticket that was guessed, cut or given another version opens nothing", async () => {
  const { url: address } = await linkOf("lead");
  const ticket = new URL(address).searchParams.get("ticket") ?? "";
  for (const forged of ["0".repeat(64), ticket.slice(0, -1), `${ticket}0`, ticket.toUpperCase()]) {
    const answer = await fetch(`${url}/functions/v1/doc-file?ticket=${forged}`);
    expect([forged, answer.status]).toEqual([forged, 404]);
  }
  const other = await fetch(`${address}&document_id=${file.document_id}`);
  expect(other.status).toBe(400);
});

test("the neighbours still work: a person's link, as an attachment, and an upload by a signed address", async () => {
  const answer = await fetch((await linkOf("member")).url);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(aText);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  const session = await beginUpload(own.people.member, own.alphaId);
  const client = createClient(url, publishable_key, { auth: { persistSession: false } });
  const sent = await client.storage
    .from(session.bucket)
    .uploadToSignedUrl(session.path, session.token, new Blob([aText], { type: "text/plain" }));
  expect(sent.error).toBeNull();
  const again = await put(session.signed_url, aText);
  expect(again.ok).toBe(false);
  // A new session of the same person opens what the ended one did not.
  await own.people.member.ask("/auth/v1/logout", { method: "POST" });
  const token = await signIn(own.people.member.email);
  const fresh = await fetch(`${url}/api/doc?document_id=${file.document_id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(fresh.status).toBe(200);
});

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

  test("reaches the client and the leads alone, once it is sent, and as it was sent", async () => {
    const { file_id, path, signed_url } = await begin();
    expect((await send(file_id)).json).toMatchObject({ code: "not_uploaded" });
    expect((await put(signed_url, aText)).status).toBe(200);
    expect(await open("client", file_id)).toBe("request_file_not_found");
    const sent = await Promise.all([send(file_id), send(file_id)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
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
      const read = await ask(`/storage/v1/object/authenticated/documents/${path}`);
      expect([role, read.text.includes("supplier")]).toEqual([role, false]);
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

  test("is not served with other bytes than the announced ones", async () => {
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
    const proposed = await lead.ask("/rest/v1/rpc/propose_approval", {
      body: {
        kind: "deliverable_release",
        project_id: own.alphaId,
        payload: { title: "Brief", source_id: document_id },
      },
    });
    const { id } = proposed.json as { id: string };
    const body = { action: "approve_and_execute", id, version: 1 };
    expect((await lead.ask("/api/approvals", { body })).status).toBe(200);
    let released: { deliverable_id: string; content_hash: string } | undefined;
    const isReleased = async () => {
      [released] = await owner<{ deliverable_id: string; content_hash: string }[]>`
        select releases.id as deliverable_id, published.content_hash
        from public.deliverable_releases as releases
        join private.portal_publications as published on published.approval_id = releases.approval_id
        where releases.approval_id = ${id}`;
      return released !== undefined;
    };
    await expect.poll(isReleased, { timeout: 30_000 }).toBe(true);
    return released as { deliverable_id: string; content_hash: string };
  }

  const written = async () => {
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
    "opens, takes and sends nothing by what was begun before %s",
    async (_, happens, unseen, closed) => {
      const [sent, waiting, awaited] = [await begin(), await begin(), await begin()];
      for (const { signed_url } of [sent, waiting]) {
        expect((await put(signed_url, aText)).status).toBe(200);
      }
      expect((await send(sent.file_id)).status).toBe(200);
      const { deliverable_id, content_hash } = await release();
      const links = [
        await portal("client", { action: "open_request_file", file_id: sent.file_id }),
        await portal("client", { action: "open_file", deliverable_id }),
      ].map(({ json }) => json as { url: string });
      for (const link of links) expect(await codeAt(link)).toBe("opens");

      await happens();
      const before = await written();
      for (const link of links) expect(await codeAt(link)).toBe("link_not_valid");
      expect((await put(awaited.signed_url, aText)).ok).toBe(false);
      expect(await storedFile(awaited.path)).toEqual({ text: "", objects: 0 });
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
      expect((await send(waiting.file_id)).status).toBeOneOf([403, 404]);
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
      expect(await written()).toEqual(before);
      expect(before).toMatchObject({ requests: 1, files: 3, sent: 1, decisions: 0 });
      // The lead still opens the file that was sent.
      expect(await open("lead", sent.file_id)).toBe("opens");
    },
  );
});

test("however many ask at once, four files are in memory, and everybody is served in the end", async () => {
  const downloads: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const db: Db = createClient(url, secret_key, {
    auth: { persistSession: false },
    global: {
      fetch: async (input, init) => {
        if (!String(input).includes("/storage/v1/object/")) return fetch(input, init);
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => downloads.push(resolve));
        running--;
        return fetch(input, init);
      },
    },
  });
  const ticket = new URL((await linkOf("lead")).url).searchParams.get("ticket") ?? "";
  const served = Array.from({ length: 9 }, () =>
    serveFile(db, ticket, new AbortController().signal),
  );
  for (let n = 0; n < served.length; n++) {
    await expect.poll(() => downloads.length).toBe(Math.min(4, served.length - n));
    downloads.shift()?.();
  }
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(most).toBe(4);
});
