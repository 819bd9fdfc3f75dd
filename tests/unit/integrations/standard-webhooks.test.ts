import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  verifyStandardWebhook,
  webhookSecrets,
} from "../../../supabase/functions/_integrations/standard-webhooks.ts";

const secretOf = (key: Buffer) => `whsec_${key.toString("base64")}`;
const key = randomBytes(24);
const secret = secretOf(key);
const body = '{"recording_id": 1,  "title":"Kick-off – ümlaut"}';

interface Signing {
  id?: string;
  key?: Buffer;
  ageSeconds?: number;
  prefix?: "webhook" | "svix";
}

function signedHeaders(
  text: string,
  { id = "msg_1", key: by = key, ageSeconds = 0, prefix = "webhook" }: Signing = {},
) {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac("sha256", by).update(`${id}.${timestamp}.${text}`).digest("base64");
  return new Headers({
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(timestamp),
    [`${prefix}-signature`]: `v1a,other v1,${signature}`,
  });
}

const verify = (headers: Headers, text = body, secrets = [secret]) =>
  verifyStandardWebhook(Buffer.from(text), headers, secrets);

describe("a delivery is accepted", () => {
  test.each(["webhook", "svix"] as const)("with the header names of %s", (prefix) => {
    expect(verify(signedHeaders(body, { prefix }))).toEqual({ id: "msg_1", body });
  });

  test("when any of several secrets signed it, even beside a malformed one", () => {
    const next = randomBytes(24);
    const secrets = ["whsec_%%%", secretOf(next), secret];
    expect(verify(signedHeaders(body), body, secrets)).not.toBeNull();
    expect(verify(signedHeaders(body, { key: next }), body, secrets)).not.toBeNull();
  });

  test("within five minutes of its signature, early or late", () => {
    for (const ageSeconds of [290, -290]) {
      expect(verify(signedHeaders(body, { ageSeconds }))).not.toBeNull();
    }
  });
});

describe("a delivery is rejected", () => {
  const without = (name: string) => {
    const headers = signedHeaders(body);
    headers.delete(name);
    return headers;
  };

  test.each([
    ["without an id", without("webhook-id")],
    ["without a timestamp", without("webhook-timestamp")],
    ["without a signature", without("webhook-signature")],
    ["with another secret", signedHeaders(body, { key: randomBytes(24) })],
    ["more than five minutes late", signedHeaders(body, { ageSeconds: 310 })],
    ["more than five minutes early", signedHeaders(body, { ageSeconds: -310 })],
    ["with the signature of another body", signedHeaders(`${body} `)],
  ])("%s", (_, headers) => {
    expect(verify(headers)).toBeNull();
  });

  test("with an id other than the signed one", () => {
    const headers = signedHeaders(body);
    headers.set("webhook-id", "msg_2");
    expect(verify(headers)).toBeNull();
  });

  test("with header names of both kinds mixed", () => {
    const headers = without("webhook-id");
    headers.set("svix-id", "msg_1");
    expect(verify(headers)).toBeNull();
  });

  test("with the same JSON in other bytes", () => {
    expect(verify(signedHeaders(body), JSON.stringify(JSON.parse(body)))).toBeNull();
  });

  test("with bytes that are not UTF-8", () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    const headers = signedHeaders(bytes.toString("utf8"));
    expect(verifyStandardWebhook(bytes, headers, [secret])).toBeNull();
  });

  test("without any secret", () => {
    expect(verify(signedHeaders(body), body, [])).toBeNull();
  });
});

test("a list of secrets is separated by spaces or commas, and a secret may carry its version", () => {
  expect(webhookSecrets(" whsec_a,whsec_b  v1,whsec_c\n")).toEqual([
    "whsec_a",
    "whsec_b",
    "whsec_c",
  ]);
});
