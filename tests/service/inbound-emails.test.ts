/** From a received message to search: stored as it arrived, triaged over the API, indexed by the poll, found by its readers. */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, inject, test } from "vitest";
import type { InboundEmail } from "../../supabase/functions/_domain/inbound-emails/contract.ts";
import { indexAssignedEmails } from "../../supabase/functions/_jobs/index-assigned-emails.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { makeMailbox, receiveMessage } from "./mailbox.ts";

const { url, secret_key } = inject("stack");
const db = createClient(url, secret_key, { auth: { persistSession: false } });
let own: OwnOrganization;

beforeAll(async () => {
  own = await makeOrganization();
  await makeMailbox(own);
});

function messageOf(subject: string, text: string): Uint8Array<ArrayBuffer> {
  const attachment = Buffer.from("article,stock\nTent,14\n").toString("base64");
  return new TextEncoder().encode(
    [
      "Authentication-Results: mx.google.com; dmarc=pass header.from=partner.example",
      "From: Eve <eve@partner.example>",
      "To: office@example.test",
      `Subject: ${subject}`,
      `Message-ID: <${randomUUID()}@partner.example>`,
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
      "--b",
      'Content-Type: text/csv; name="Contract stock.csv"',
      'Content-Disposition: attachment; filename="Contract stock.csv"',
      "Content-Transfer-Encoding: base64",
      "",
      attachment,
      "--b--",
      "",
    ].join("\r\n"),
  );
}

const receive = (subject: string, text: string) =>
  receiveMessage(db, own, messageOf(subject, text));

const route = "/functions/v1/inbound-emails";
const triage = async (body: object) => (await own.people.lead.ask(route, { body })).json;
const searchText = async (person: "lead" | "member" | "client", query: string) => {
  const { json } = await own.people[person].ask("/functions/v1/search", { body: { query } });
  return JSON.stringify(json ?? "");
};

describe("an assigned email", () => {
  test("is found after the next poll, by those who see its project", async () => {
    const text = "The zeppelin needs forty tents.\n\n> When do you need the tents?";
    const id = await receive("Tents", text);
    const { emails } = (await own.people.lead.ask(`${route}?scope=unassigned`)).json as {
      emails: InboundEmail[];
    };
    expect(emails).toMatchObject([
      { id, state: "unassigned", auth_verdict: { result: "pass", by: "mx.google.com" } },
    ]);
    expect(JSON.stringify(emails)).not.toContain("zeppelin");
    expect(await searchText("lead", "zeppelin")).not.toContain("forty tents");

    expect(await triage({ id, project_id: own.alphaId, remember_domain: true })).toMatchObject({
      email: { state: "assigned" },
      remembered: true,
    });
    await indexAssignedEmails(db);
    for (const person of ["lead", "member"] as const) {
      expect(await searchText(person, "zeppelin")).toContain("forty tents");
    }
    expect(await searchText("client", "zeppelin")).not.toContain("forty tents");
    const [note] = await owner`
      select title, body from public.project_notes where source_id = ${id}`;
    expect(note).toEqual({ title: "Tents", body: "The zeppelin needs forty tents." });

    const email = await own.people.member.ask("/rest/v1/rpc/get_email", {
      body: { source_id: id },
    });
    expect(email.json).toMatchObject({ text: expect.stringContaining("> When do you need") });
    // The contract among its attachments is for leads.
    const attachments = await owner`
      select documents.is_restricted, versions.status <> 'awaiting_upload' as is_read
      from private.email_attachments join public.documents on documents.id = document_id
      join public.document_versions as versions on versions.document_id = documents.id
      where email_id = ${id}`;
    expect([...attachments]).toEqual([{ is_restricted: true, is_read: true }]);
    expect(email.json).toMatchObject({ attachments: [] });
  });

  test("belongs to the project automatically if its domain is remembered, and leaves search when it is rejected", async () => {
    const id = await receive("More tents", "A dirigible is faster.");
    await indexAssignedEmails(db);
    expect(await searchText("member", "dirigible")).toContain("faster");
    expect(await triage({ id, action: "reject", reason: "Not ours" })).toMatchObject({
      email: {
        state: "rejected",
        assigned_because: "partner.example is remembered for this project",
      },
    });
    expect(await searchText("member", "dirigible")).not.toContain("faster");
    expect(await triage({ id, action: "restore" })).toMatchObject({ email: { state: "assigned" } });
    await indexAssignedEmails(db);
    expect(await searchText("member", "dirigible")).toContain("faster");
  });
});
