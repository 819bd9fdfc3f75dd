/** Without an identity provider nothing is served, whichever variable is missing, empty, malformed or half there. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contracts, demoContracts } from "../../supabase/functions/_domain/contracts.ts";
import api from "../../supabase/functions/api/index.ts";
import { asked, call, configure } from "./in-process.ts";

/** Variables that the identity provider needs, and what is no good in each. */
const broken: Record<string, (string | null)[]> = {
  SUPABASE_URL: [
    null,
    "",
    " ",
    "backend.example",
    "ftp://backend.example",
    "javascript:alert(1)",
    "null",
    "https://",
  ],
  SUPABASE_PUBLISHABLE_KEYS: [
    null,
    "",
    "{",
    "[]",
    "null",
    "sb_publishable_test",
    "{}",
    '{"other":"key"}',
    '{"default":""}',
    '{"default":1}',
    '{"default":"sb_publi',
  ],
  SUPABASE_JWKS: [
    null,
    "",
    "{",
    "null",
    "{}",
    '{"keys":[]}',
    "[]",
    '{"keys":[{}]}',
    '{"keys":[{"kty":"EC","crv":"P-256","x":"AAAA"}]}',
    '{"keys":[{"kty":"RSA","e":"AQAB"}]}',
    '{"keys":[{"kty":"EC","crv":"P-2',
    '{"keys":"x"}',
    "https://backend.example/jwks",
  ],
};
const cases = Object.entries(broken).flatMap(([variable, values]) =>
  values.map((value) => ({ variable, value })),
);
const modes = ["production", "demo", null, "PRODUCTION"];

/** Routes of the published contract that no code answers yet. */
const notBuilt = [
  "outcome",
  "estimate-cases",
  "updates/draft",
  "deliverable-drafts",
  "client-portal",
  "availability",
  "calendar",
  "inbound-emails",
].filter((path) => !contracts.some((contract) => (contract.path ?? contract.slug) === path));

const endpoints = [
  ...contracts,
  ...demoContracts,
  ...notBuilt.map((path) => ({ slug: path, path, get: true, post: true })),
]
  // The description of the API names no data and needs no provider to be true, but it fails closed too.
  .flatMap(({ slug, path = slug, get, post }) => [
    ...(get ? [{ name: `GET ${path}`, path, body: undefined }] : []),
    ...(post
      ? [
          {
            name: `POST ${path}`,
            path,
            body: { mode: "apply", file_name: "a.csv", content_base64: "YQ==" },
          },
        ]
      : []),
  ]);

// These open the demo where it is served, and nothing here.
const demoToken = "a-demo-token-of-the-operator";
const webhookSecret = "a-secret-of-the-meeting-recorder";
const headers = { "x-demo-token": demoToken, "x-webhook-secret": webhookSecret };

beforeEach(() => {
  process.env["SERVICE_DEMO_TOKEN"] = demoToken;
  process.env["MEETING_WEBHOOK_SECRET"] = webhookSecret;
});
afterEach(() => {
  delete process.env["SERVICE_DEMO_TOKEN"];
  delete process.env["MEETING_WEBHOOK_SECRET"];
});

describe.each(endpoints)("$name", ({ path, body }) => {
  test.each(cases)("$variable = $value", async ({ variable, value }) => {
    for (const mode of modes) {
      configure({ [variable]: value, SERVICE_MODE: mode });
      for (const signedIn of [true, false]) {
        const answer = await call(api, `/api/${path}`, {
          signedIn,
          headers,
          ...(body && { body }),
        });
        expect(answer.json).toEqual({
          statusCode: 503,
          code: "identity_provider_not_configured",
          message: "The service has no identity provider configured",
        });
        expect(answer.status).toBe(503);
        expect(asked).toEqual([]);
      }
    }
  });

  test.each([
    ["missing", null],
    ["empty", ""],
    ["blank", " "],
  ])("all of them %s, in production", async (_, value) => {
    for (const mode of ["production", "PRODUCTION"]) {
      configure({
        SUPABASE_URL: value,
        SUPABASE_PUBLISHABLE_KEYS: value,
        SUPABASE_SECRET_KEYS: value,
        SUPABASE_JWKS: value,
        SERVICE_MODE: mode,
      });
      const answer = await call(api, `/api/${path}`, { headers, ...(body && { body }) });
      expect([answer.status, answer.code]).toEqual([503, "identity_provider_not_configured"]);
      expect(Object.keys(answer.json as object)).toEqual(["statusCode", "code", "message"]);
    }
  });
});

test("the operator learns the variable, and never its value", async () => {
  const lines: unknown[] = [];
  configure({ SUPABASE_JWKS: '{"keys":"a secret"}', SUPABASE_URL: null });
  const spy = console.error as unknown as { mock: { calls: unknown[][] } };
  await call(api, "/api/whoami");
  lines.push(...spy.mock.calls.flat());
  expect(lines.join(" ")).toMatch(/SUPABASE_URL is missing, SUPABASE_JWKS is malformed/);
  expect(lines.join(" ")).not.toContain("a secret");
});

test("keys that only background functions need are not needed here", async () => {
  configure({ SUPABASE_SECRET_KEYS: null });
  const answer = await call(api, "/api/config");
  expect(answer.status).toBe(200);
});
