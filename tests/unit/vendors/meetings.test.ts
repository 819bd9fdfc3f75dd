import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Office, openOffice } from "./office.ts";
import { meeting } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

const list = (query = "") => office.ask("fathom", `/meetings?${query}`);
const idsOf = (items: { recording_id: number }[]) =>
  items.map(({ recording_id }) => String(recording_id));

test("pages have ten meetings, the newest first", async () => {
  const ids = Array.from({ length: 11 }, () => office.truth.meetings.create(meeting()).id);
  const firstPage = (await list()).body;
  const secondPage = (await list(`cursor=${firstPage.next_cursor}`)).body;
  expect([...idsOf(firstPage.items), ...idsOf(secondPage.items)]).toEqual(ids.reverse());
  expect(secondPage.next_cursor).toBeNull();
});

test("created_after leaves out the boundary itself", async () => {
  const { createdAt } = office.truth.meetings.create(meeting());
  const later = office.truth.meetings.create(meeting());
  const { items } = (await list(`created_after=${new Date(createdAt).toISOString()}`)).body;
  expect(idsOf(items)).toEqual([later.id]);
});

test("transcript, summary and action items are returned on request", async () => {
  const { id } = office.truth.meetings.create(meeting());
  const [plain] = (await list()).body.items;
  expect(plain).not.toHaveProperty("transcript");
  const [whole] = (
    await list("include_transcript=true&include_summary=true&include_action_items=true")
  ).body.items;
  expect(whole).toMatchObject({
    calendar_invitees_domains_type: "one_or_more_external",
    transcript: [{ text: "The report is due on Friday.", timestamp: "00:01:05" }],
    default_summary: { markdown_formatted: "The report is due on Friday." },
    action_items: [{ description: "Send the report", completed: false }],
  });
  const { transcript } = (await office.ask("fathom", `/recordings/${id}/transcript`)).body;
  expect(transcript).toEqual(whole.transcript);
});

test("a deleted meeting is not listed, and has no transcript", async () => {
  const { id } = office.truth.meetings.create(meeting());
  office.truth.meetings.delete(id);
  expect((await list()).body.items).toEqual([]);
  expect((await office.ask("fathom", `/recordings/${id}/transcript`)).status).toBe(404);
});

test("a rate limit states the seconds to wait in two headers", async () => {
  office.faults.add({ vendor: "fathom", kind: "rate_limited", retryAfterSeconds: 4 });
  const { status, headers } = await list();
  expect([status, headers.get("retry-after"), headers.get("ratelimit-reset")]).toEqual([
    429,
    "4",
    "4",
  ]);
});

test.each([
  ["an unknown parameter", "updated_after=2026-01-01", "query updated_after is unknown"],
  ["a wrong value", "include_transcript=yes", "query include_transcript"],
  ["an invalid cursor", "cursor=abc", "the cursor is invalid"],
])("%s is refused and recorded", async (_, query, problem) => {
  expect((await list(query)).status).toBe(400);
  expect(office.violations[0]?.problem).toContain(problem);
});

test("a push is the meeting itself, signed as Standard Webhooks requires", async () => {
  const { body: webhook } = await office.ask("fathom", "/webhooks", {
    json: {
      destination_url: "http://127.0.0.1:9/hook",
      triggered_for: ["my_recordings"],
      include_transcript: true,
    },
  });
  const { id } = office.truth.meetings.create(meeting());
  const [push] = office.subscriptions.pending;
  expect(JSON.parse(push?.body ?? "{}")).toMatchObject({
    recording_id: Number(id),
    title: "Weekly call",
  });
  const key = Buffer.from(webhook.secret.replace("whsec_", ""), "base64");
  const content = `${push?.headers["webhook-id"]}.${push?.headers["webhook-timestamp"]}.${push?.body}`;
  const signature = createHmac("sha256", key).update(content).digest("base64");
  expect(push?.headers["webhook-signature"]).toBe(`v1,${signature}`);
});

test("a webhook without events is refused", async () => {
  const json = { destination_url: "http://127.0.0.1:9/hook", triggered_for: ["my_recordings"] };
  expect((await office.ask("fathom", "/webhooks", { json })).status).toBe(400);
});
