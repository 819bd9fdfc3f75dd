import { createClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, inject, test } from "vitest";
import type { Db } from "../../supabase/functions/_db/client.ts";
import { serveFile } from "../../supabase/functions/_db/files.ts";
import { aText, beginUpload, put, storedDocument } from "../service/document-uploading.ts";
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

test("Storage signs nothing, for any duration, and shows nothing to any person who sees the document", async () => {
  for (const role of ["member", "lead", "admin"] as const) {
    const { ask } = own.people[role];
    for (const expiresIn of [1, 60, 315_360_000]) {
      const answer = await ask(`/storage/v1/object/sign/documents/${file.path}`, {
        body: { expiresIn },
      });
      expect([role, answer.status]).toEqual([role, 400]);
      expect(answer.text).not.toContain("token");
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
      const download = await ask(`/storage/v1/object/${path}/${file.path}`);
      expect([role, path, download.status === 200, download.text.includes("supplier")]).toEqual([
        role,
        path,
        false,
        false,
      ]);
    }
    const listing = await ask("/storage/v1/object/list/documents", {
      body: { prefix: file.path.split("/").slice(0, 3).join("/") },
    });
    expect(listing.json).toEqual([]);
  }
});

describe("a link that was created before", () => {
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

  test("still opens for others when one of them loses access", async () => {
    const [members, leads] = [await linkOf("member"), await linkOf("lead")];
    await owner`delete from public.project_members where organization_id = ${own.id}`;
    expect([await codeAt(members), await codeAt(leads)]).toEqual(["link_not_valid", "opens"]);
  });
});

test("a guessed, truncated or altered ticket opens nothing", async () => {
  const { url: address } = await linkOf("lead");
  const ticket = new URL(address).searchParams.get("ticket") ?? "";
  for (const forgedTicket of [
    "0".repeat(64),
    ticket.slice(0, -1),
    `${ticket}0`,
    ticket.toUpperCase(),
  ]) {
    const answer = await fetch(`${url}/functions/v1/doc-file?ticket=${forgedTicket}`);
    expect([forgedTicket, answer.status]).toEqual([forgedTicket, 404]);
  }
  const other = await fetch(`${address}&document_id=${file.document_id}`);
  expect(other.status).toBe(400);
});

test("related requests still work: a person's link, as an attachment, and an upload by a signed address", async () => {
  const answer = await fetch((await linkOf("member")).url);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(aText);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  const session = await beginUpload(own.people.member, own.alphaId);
  const client = createClient(url, publishable_key, { auth: { persistSession: false } });
  const upload = await client.storage
    .from(session.bucket)
    .uploadToSignedUrl(session.path, session.token, new Blob([aText], { type: "text/plain" }));
  expect(upload.error).toBeNull();
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

test("at most four files are in memory at once, and every request is served in the end", async () => {
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
  const responses = Array.from({ length: 9 }, () =>
    serveFile(db, ticket, new AbortController().signal),
  );
  for (let n = 0; n < responses.length; n++) {
    await expect.poll(() => downloads.length).toBe(Math.min(4, responses.length - n));
    downloads.shift()?.();
  }
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(most).toBe(4);
});
