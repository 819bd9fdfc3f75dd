/** Calendar files of emails, from the message to the document that the poll makes of each: invitations and hostile files. */
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { beforeAll, expect, inject, test } from "vitest";
import { composeMessage } from "../../supabase/functions/_integrations/mail/compose-message.ts";
import { owner } from "../support/database.ts";
import { ask } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { hostileFiles } from "../unit/documents/files/hostile-files.ts";
import { makeMailbox, receiveMessage } from "./mailbox.ts";

const { url, secret_key } = inject("stack");
const db = createClient(url, secret_key, { auth: { persistSession: false } });
let own: OwnOrganization;

beforeAll(async () => {
  own = await makeOrganization();
  await makeMailbox(own);
});

const HEADERS = [
  "Authentication-Results: mx.google.com; dmarc=pass header.from=partner.example",
  "From: Eve <eve@partner.example>",
  "To: office@example.test",
];

const bytesOf = (...lines: string[]) => new TextEncoder().encode(lines.join("\r\n"));

function headersOf(subject: string) {
  return [...HEADERS, `Subject: ${subject}`].map((line) => {
    const [name = "", value = ""] = line.split(/: (.*)/);
    return { name, value };
  });
}

/** As Gmail sends it: as an alternative to the text, and again as an attachment with another media type. */
function invitation(): Uint8Array<ArrayBuffer> {
  const calendar = Buffer.from(
    [
      "BEGIN:VCALENDAR",
      "METHOD:REQUEST",
      "BEGIN:VEVENT",
      "UID:1",
      "SUMMARY:Tasting of the quince menu",
      "DTSTART;TZID=Europe/Berlin:20261127T090000",
      "DTEND;TZID=Europe/Berlin:20261127T093000",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  ).toString("base64");
  return bytesOf(
    ...HEADERS,
    "Subject: Invitation",
    'Content-Type: multipart/mixed; boundary="m"',
    "",
    "--m",
    'Content-Type: multipart/alternative; boundary="a"',
    "",
    "--a",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "You are invited.",
    "--a",
    'Content-Type: text/calendar; charset="UTF-8"; method=REQUEST',
    "Content-Transfer-Encoding: base64",
    "",
    calendar,
    "--a--",
    "--m",
    'Content-Type: application/ics; name="invite.ics"',
    'Content-Disposition: attachment; filename="invite.ics"',
    "Content-Transfer-Encoding: base64",
    "",
    calendar,
    "--m--",
    "",
  );
}

async function receiveAssigned(message: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = await receiveMessage(db, own, message);
  const { json } = await own.people.lead.ask("/functions/v1/inbound-emails", {
    body: { id, project_id: own.alphaId },
  });
  expect(json).toMatchObject({ email: { state: "assigned" } });
  return id;
}

async function poll(): Promise<void> {
  const { status } = await ask("/functions/v1/meeting-sync", {
    method: "POST",
    headers: { apikey: secret_key },
  });
  expect(status).toBe(200);
}

interface CalendarDocument {
  email_id: string;
  file_name: string;
  status: string;
  failure_code: string | null;
  failure_reason: string | null;
}

/** The documents of the emails, once each is processed. */
async function documentsOf(ids: string[]): Promise<CalendarDocument[]> {
  for (;;) {
    const documents = await owner<CalendarDocument[]>`
      select attachments.email_id, versions.file_name, versions.status, versions.failure_code, versions.failure_reason
      from private.email_attachments as attachments
      join public.document_versions as versions on versions.document_id = attachments.document_id
      where attachments.email_id = any (${ids}) order by attachments.email_id, attachments.position`;
    if (documents.every(({ status }) => ["indexed", "failed"].includes(status))) {
      return [...documents];
    }
    await sleep(50);
  }
}

const searchText = async (person: "member" | "client", query: string) => {
  const { json } = await own.people[person].ask("/functions/v1/search", { body: { query } });
  return JSON.stringify(json ?? "");
};

test("an invitation becomes one document of its project, which its readers find", async () => {
  const id = await receiveAssigned(invitation());
  expect(await searchText("member", "quince")).not.toContain("Tasting");
  await poll();
  expect(await documentsOf([id])).toMatchObject([{ file_name: "invite.ics", status: "indexed" }]);
  expect(await searchText("member", "quince")).toContain("Friday 27 November 2026, 09:00");
  expect(await searchText("client", "quince")).not.toContain("Tasting");
});

test("a hostile calendar becomes a document with the reason why it is not read, and its email is indexed", async () => {
  const files = hostileFiles.filter(({ fileName }) => fileName.endsWith(".ics"));
  expect(files.length).toBeGreaterThan(5);
  const outcomes = new Map<string, string>();
  for (const { fileName, contentType, expected, make } of files) {
    const attachments = [
      { file_name: fileName, media_type: contentType, bytes: new Uint8Array(await make()) },
    ];
    const headers = headersOf(fileName);
    const message = composeMessage({ headers, text: "See the file.", html: null, attachments });
    const id = await receiveAssigned(message);
    outcomes.set(id, `${fileName} ${"code" in expected ? expected.code : "indexed"}`);
  }
  await poll();
  const documents = await documentsOf([...outcomes.keys()]);
  expect(
    documents
      .map(({ file_name, status, failure_code }) => `${file_name} ${failure_code ?? status}`)
      .sort(),
  ).toEqual([...outcomes.values()].sort());
  for (const { status, failure_reason } of documents) {
    expect(failure_reason === null).toBe(status === "indexed");
  }
  const emails = await owner`
    select count(*)::int as count from public.inbound_emails
    where id = any (${[...outcomes.keys()]}) and indexed_at is not null`;
  expect(emails).toMatchObject([{ count: outcomes.size }]);
});
