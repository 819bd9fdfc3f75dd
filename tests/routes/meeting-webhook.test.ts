import { createHmac, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import meetingWebhook from "../../supabase/functions/meeting-webhook/index.ts";
import { answerWith, configure, deployInProcess, requests, tokenWith } from "./in-process.ts";

deployInProcess();

const [currentKey, nextKey, foreignKey] = [randomBytes(24), randomBytes(24), randomBytes(24)];
const secretOf = (key: Buffer) => `whsec_${key.toString("base64")}`;
const event = JSON.stringify({ recording_id: 1, title: "Never stored" });

beforeEach(() => {
  process.env["MEETING_WEBHOOK_SECRET"] = `${secretOf(currentKey)} ${secretOf(nextKey)}`;
  answerWith(() => ({ is_new: true }));
});
afterEach(() => {
  delete process.env["MEETING_WEBHOOK_SECRET"];
});

function signature(text: string, { key = currentKey, prefix = "svix", ageSeconds = 0 } = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const digest = createHmac("sha256", key).update(`msg_1.${timestamp}.${text}`).digest("base64");
  return {
    [`${prefix}-id`]: "msg_1",
    [`${prefix}-timestamp`]: String(timestamp),
    [`${prefix}-signature`]: `v1,${digest}`,
  };
}

async function deliver(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const answer = await meetingWebhook.fetch(
    new Request("https://service.example/meeting-webhook", { method: "POST", headers, body }),
  );
  const json = (await answer.json()) as { code?: string; message?: string; state?: string };
  return { status: answer.status, ...json };
}

describe("a signed delivery", () => {
  test.each([
    ["with the names of Svix", signature(event)],
    ["with the names of Standard Webhooks", signature(event, { prefix: "webhook" })],
    ["with the other secret during a rotation", signature(event, { key: nextKey })],
  ])("%s brings the listing forward by its id, without its content", async (_, headers) => {
    expect(await deliver(event, headers)).toEqual({ status: 200, state: "accepted" });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.url).toMatch(/\/rpc\/receive_meeting_delivery$/);
    expect(await requests[0]?.json()).toEqual({ delivery_id: "msg_1" });
  });

  test("is recognized when it arrives again", async () => {
    answerWith(() => ({ is_new: false }));
    expect(await deliver(event, signature(event))).toEqual({ status: 200, state: "known" });
  });

  test("without a recording or with invalid JSON reads nothing", async () => {
    for (const body of ['{"title":"A"}', '{"recording_id":""}', "null", "no JSON"]) {
      expect(await deliver(body, signature(body))).toEqual({ status: 200, state: "ignored" });
    }
    expect(requests).toEqual([]);
  });

  test("gets 503 when the database fails, so that the vendor retries", async () => {
    answerWith(() => new Error("unreachable"));
    expect((await deliver(event, signature(event))).status).toBeGreaterThanOrEqual(500);
  });
});

describe("answers 401 about the signature, without a call to the database, to a delivery", () => {
  test.each([
    ["without a signature", event, {}],
    ["with a foreign secret", event, signature(event, { key: foreignKey })],
    ["for another body", `${event} `, signature(event)],
    ["older than five minutes", event, signature(event, { ageSeconds: 301 })],
    ["from the future", event, signature(event, { ageSeconds: -900 })],
    ["with half of the headers", event, { "svix-id": "msg_1" }],
    ["with a foreign token", event, { authorization: "Bearer sb_secret_test" }],
  ])("%s", async (_, body, headers) => {
    const answer = await deliver(body, headers);
    expect([answer.status, answer.code]).toEqual([401, "invalid_signature"]);
    expect(answer.message).toMatch(/invalid signature/i);
    expect(requests).toEqual([]);
  });

  test("with the same JSON, serialized again", async () => {
    const reformattedEvent = JSON.stringify(JSON.parse(event), null, 1);
    expect((await deliver(reformattedEvent, signature(event))).status).toBe(401);
  });

  test("where no secret is configured", async () => {
    delete process.env["MEETING_WEBHOOK_SECRET"];
    expect((await deliver(event, signature(event))).status).toBe(401);
  });
});

test("answers 403 to a person's token", async () => {
  const authorization = `Bearer ${await tokenWith()}`;
  expect((await deliver(event, { authorization })).status).toBe(403);
  expect(requests).toEqual([]);
});

test("answers 405 to GET, 413 to a large body and 503 without a secret key", async () => {
  const get = await meetingWebhook.fetch(new Request("https://service.example/meeting-webhook"));
  expect(get.status).toBe(405);
  expect((await deliver("a".repeat(1_000_001))).status).toBe(413);
  configure({ SUPABASE_SECRET_KEYS: null });
  expect((await deliver(event, signature(event))).status).toBe(503);
});
