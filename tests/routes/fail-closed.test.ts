/** Without an identity provider nothing is served: whichever variable is missing or malformed. */
import { describe, expect, test } from "vitest";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
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
    '{"keys":"x"}',
    "https://backend.example/jwks",
  ],
};
const cases = Object.entries(broken).flatMap(([variable, values]) =>
  values.map((value) => ({ variable, value })),
);
const modes = ["production", "demo", null, "PRODUCTION"];

const endpoints = contracts
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

describe.each(endpoints)("$name", ({ path, body }) => {
  test.each(cases)("$variable = $value", async ({ variable, value }) => {
    for (const mode of modes) {
      configure({ [variable]: value, SERVICE_MODE: mode });
      for (const signedIn of [true, false]) {
        const answer = await call(api, `/api/${path}`, { signedIn, ...(body && { body }) });
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

  test("all of them missing", async () => {
    configure({
      SUPABASE_URL: null,
      SUPABASE_PUBLISHABLE_KEYS: null,
      SUPABASE_SECRET_KEYS: null,
      SUPABASE_JWKS: null,
    });
    const answer = await call(api, `/api/${path}`, { ...(body && { body }) });
    expect([answer.status, answer.code]).toEqual([503, "identity_provider_not_configured"]);
  });
});

test("the operator is told which variable, and never its value", async () => {
  const told: unknown[] = [];
  configure({ SUPABASE_JWKS: '{"keys":"a secret"}', SUPABASE_URL: null });
  const spy = console.error as unknown as { mock: { calls: unknown[][] } };
  await call(api, "/api/whoami");
  told.push(...spy.mock.calls.flat());
  expect(told.join(" ")).toMatch(/SUPABASE_URL is missing, SUPABASE_JWKS is malformed/);
  expect(told.join(" ")).not.toContain("a secret");
});

test("keys that only background functions need are not needed here", async () => {
  configure({ SUPABASE_SECRET_KEYS: null });
  const answer = await call(api, "/api/config");
  expect(answer.status).toBe(200);
});
