import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NOW, type Office, openOffice } from "./office.ts";
import { email } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

const attachment = {
  id: "33000000-0000-4000-8000-000000000001",
  filename: "stock.csv",
  contentType: "text/csv",
  content: "article,stock\n",
};

describe("Gmail", () => {
  const ask = (path: string) => office.ask("gmail", `/gmail/v1/users/me${path}`);
  const receive = (fields = {}) =>
    office.truth.gmailMessages.create({
      ...email(),
      threadId: "t1",
      labelIds: ["INBOX"],
      ...fields,
    });

  test("history lists new, deleted and labeled messages, in pages", async () => {
    const { historyId } = (await ask("/profile")).body;
    const { id } = receive();
    office.truth.gmailMessages.edit(id, { labelIds: ["INBOX", "TRASH"] });
    office.truth.gmailMessages.delete(id);
    const firstPage = (await ask(`/history?startHistoryId=${historyId}&maxResults=2`)).body;
    const { history } = (
      await ask(`/history?startHistoryId=${historyId}&pageToken=${firstPage.nextPageToken}`)
    ).body;
    expect([...firstPage.history, ...history]).toEqual([
      expect.objectContaining({ messagesAdded: [expect.anything()] }),
      expect.objectContaining({ labelsAdded: [expect.objectContaining({ labelIds: ["TRASH"] })] }),
      expect.objectContaining({ messagesDeleted: [expect.anything()] }),
    ]);
    expect((await ask(`/messages/${id}`)).status).toBe(404);
  });

  test("a message with an old date is in the history of the day it arrived", async () => {
    receive();
    const { historyId } = (await ask("/profile")).body;
    const { id } = receive({ receivedAt: NOW - 30 * 86_400_000 });
    const { body } = await ask(`/history?startHistoryId=${historyId}&historyTypes=messageAdded`);
    expect(body.history).toEqual([expect.objectContaining({ messages: [{ id, threadId: "t1" }] })]);
  });

  test("an expired history is 404, and a newer one is available", async () => {
    const { historyId } = (await ask("/profile")).body;
    receive();
    office.faults.expireCursors("gmail");
    const { status, body } = await ask(`/history?startHistoryId=${historyId}`);
    expect([status, body.error.errors[0].reason]).toEqual([404, "notFound"]);
    receive();
    const newId = (await ask("/profile")).body.historyId;
    expect((await ask(`/history?startHistoryId=${newId}`)).status).toBe(200);
  });

  test("messages are listed by their date, in pages, without spam", async () => {
    const old = receive({ receivedAt: NOW - 1000 });
    const newer = receive({ receivedAt: NOW });
    receive({ labelIds: ["SPAM"] });
    const firstPage = (await ask("/messages?maxResults=1")).body;
    const secondPage = (await ask(`/messages?maxResults=1&pageToken=${firstPage.nextPageToken}`))
      .body;
    expect([firstPage.messages[0].id, secondPage.messages[0].id]).toEqual([newer.id, old.id]);
    expect(secondPage.nextPageToken).toBeUndefined();
    const after = (await ask(`/messages?q=after:${NOW / 1000}`)).body.messages;
    expect(after).toEqual([{ id: newer.id, threadId: "t1" }]);
  });

  test("a message is returned as fields and in its raw format", async () => {
    const { id } = receive({ attachments: [attachment] });
    const { payload } = (await ask(`/messages/${id}`)).body;
    const text = Buffer.from(payload.parts[0].body.data, "base64url").toString();
    expect(text).toBe("When is it due?");
    const raw = Buffer.from(
      (await ask(`/messages/${id}?format=raw`)).body.raw,
      "base64url",
    ).toString();
    expect(raw).toContain("Subject: The report\r\n");
    const { body } = await ask(`/messages/${id}/attachments/${attachment.id}`);
    expect(Buffer.from(body.data, "base64url").toString()).toBe(attachment.content);
  });

  test("a watch sends pushes with the new history id", async () => {
    office.subscriptions.add({
      vendor: "gmail",
      url: "http://127.0.0.1:9",
      resource: null,
      expiresAt: null,
    });
    receive();
    expect(office.subscriptions.pending).toEqual([]);
    await office.ask("gmail", "/gmail/v1/users/me/watch", {
      json: { topicName: "projects/p/topics/t" },
    });
    const { sequence } = receive();
    const { message } = JSON.parse(office.subscriptions.pending[0]?.body ?? "{}");
    expect(JSON.parse(Buffer.from(message.data, "base64").toString())).toEqual({
      emailAddress: "office@demo.test",
      historyId: sequence,
    });
  });
});

describe("Resend", () => {
  const ask = (path: string, init = {}) => office.ask("resend", path, init);

  test("emails are in the order of their arrival: after continues with older ones, before with newer ones", async () => {
    const [a, b, c] = [0, 1, 2].map(
      (second) => office.truth.receivedEmails.create(email({ receivedAt: NOW - second * 1000 })).id,
    );
    const ids = async (query: string) => {
      const { body } = await ask(`/emails/receiving?${query}`);
      return [body.data.map(({ id }: { id: string }) => id), body.has_more];
    };
    expect(await ids("limit=2")).toEqual([[c, b], true]);
    expect(await ids(`limit=2&after=${b}`)).toEqual([[a], false]);
    expect(await ids(`limit=1&before=${a}`)).toEqual([[b], true]);
  });

  test("a push has only metadata, in Svix's format, and the rest is fetched", async () => {
    const { body: webhook } = await ask("/webhooks", {
      json: { endpoint: "http://127.0.0.1:9/hook", events: ["email.received"] },
    });
    expect(webhook.signing_secret).toMatch(/^whsec_/);
    const { id } = office.truth.receivedEmails.create(email({ attachments: [attachment] }));
    const [push] = office.subscriptions.pending;
    expect(Object.keys(push?.headers ?? {})).toEqual([
      "svix-id",
      "svix-timestamp",
      "svix-signature",
    ]);
    const { data } = JSON.parse(push?.body ?? "{}");
    expect(data).toMatchObject({ email_id: id, subject: "The report" });
    expect(data).not.toHaveProperty("text");
    expect((await ask(`/emails/receiving/${id}`)).body).toMatchObject({
      text: "When is it due?",
      headers: { "message-id": "<1@velmora.test>" },
    });
    const { download_url } = (await ask(`/emails/receiving/${id}/attachments/${attachment.id}`))
      .body;
    expect(await (await fetch(download_url)).text()).toBe(attachment.content);
  });

  test("a rate limit has the seconds to wait", async () => {
    office.faults.add({ kind: "rate_limited", retryAfterSeconds: 3 });
    const { status, headers } = await ask("/emails/receiving");
    expect([status, headers.get("retry-after")]).toEqual([429, "3"]);
  });

  test.each([
    ["an id in another format", "/emails/receiving?after=1", "query after"],
    [
      "both cursors at once",
      `/emails/receiving?after=${attachment.id}&before=${attachment.id}`,
      "exclude each other",
    ],
    ["a page that is too large", "/emails/receiving?limit=101", "limit must be from 1 to 100"],
  ])("%s is refused and recorded", async (_, path, problem) => {
    expect((await ask(path)).body).toMatchObject({ statusCode: 422, name: "validation_error" });
    expect(office.violations[0]?.problem).toContain(problem);
  });
});
