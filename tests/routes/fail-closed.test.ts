/** Without an identity provider nothing is served, whichever variable is missing, empty, malformed or incomplete. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contracts, demoContracts } from "../../supabase/functions/_domain/contracts.ts";
import api from "../../supabase/functions/api/index.ts";
import { roundsOf } from "../support/depth.ts";
import { call, configure, deployInProcess, type Route, requests } from "./in-process.ts";
import { publishedRoutes, readRouteIndex } from "./published-routes.ts";

deployInProcess();

const contractFile = new URL("../../../shared/api-spec.md", import.meta.url);
const functions = new URL("../../supabase/functions/", import.meta.url);
const background = readdirSync(functions).filter((name) => /-(act|sync|webhook)$/.test(name));

/** The variables of the identity provider, with invalid values of each. */
const invalidValues: Record<string, (string | null)[]> = {
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
  PUBLIC_SUPABASE_URL: ["backend.example", "ftp://backend.example", "null", "https://"],
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
const maxValues = Math.max(...Object.values(invalidValues).map(({ length }) => length));
const valuesPerRoute = roundsOf({ default: 3, nightly: maxValues });
/**
 * Each route is tested with every variable invalid: by default with three invalid values, and with other ones on the
 * next route.
 */
const casesOn = (route: number) =>
  Object.entries(invalidValues).flatMap(([variable, values]) =>
    Array.from({ length: Math.min(valuesPerRoute, values.length) }, (_, index) => {
      const position = (route * valuesPerRoute + index) % values.length;
      return { variable, value: values[position] as string | null, position };
    }),
  );
const half: Record<string, Record<string, string | null>> = {
  "the key without the address": { SUPABASE_URL: null, SUPABASE_JWKS: null },
  "the address alone": { SUPABASE_PUBLISHABLE_KEYS: null, SUPABASE_JWKS: null },
  "the public address alone": {
    SUPABASE_URL: null,
    SUPABASE_PUBLISHABLE_KEYS: null,
    SUPABASE_JWKS: null,
    PUBLIC_SUPABASE_URL: "https://public.example",
  },
  "a blank key, and no named ones": {
    SUPABASE_PUBLISHABLE_KEYS: null,
    SUPABASE_PUBLISHABLE_KEY: " ",
  },
  "a key, and malformed named ones": {
    SUPABASE_PUBLISHABLE_KEYS: "{",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test",
  },
};
const modes = ["production", "demo", null, "PRODUCTION"];
/** Each variable is invalid in each mode; in `npm run nightly`, so is each value on every route. */
const modesOf = (route: number, value: number) =>
  Array.from(
    { length: roundsOf({ default: 1, nightly: modes.length }) },
    (_, index) => modes[(route + value + index) % modes.length] as string | null,
  );

// The description of the API contains no data and needs no provider, but it fails closed too.
const endpoints = [...contracts, ...demoContracts].flatMap(
  ({ slug, path = slug, access, get, post }) => [
    ...(get ? [{ name: `GET ${path}`, slug, path, access, body: undefined }] : []),
    ...(post
      ? [
          {
            name: `POST ${path}`,
            slug,
            path,
            access,
            body: { mode: "apply", file_name: "a.csv", content_base64: "YQ==" },
          },
        ]
      : []),
  ],
);

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

const refusal = {
  statusCode: 503,
  code: "identity_provider_not_configured",
  message: "The service has no identity provider. Ask the operator to configure one",
};

test.each(publishedRoutes)("covers the published route $method $path", (route) => {
  const names = endpoints.map(({ name, access }) => `${name} ${access}`);
  expect(names).toContain(`${route.method} ${route.path} ${route.access}`);
});

test.skipIf(!existsSync(contractFile))("lists the same published routes as the contract", () => {
  const index = readRouteIndex(readFileSync(contractFile, "utf8"));
  expect(index.length).toBeGreaterThan(30);
  expect(publishedRoutes).toEqual(index);
});

async function expectRefused(route: Route, address: string, body: object | undefined) {
  for (const signedIn of [true, false]) {
    const answer = await call(route, address, { signedIn, headers, ...(body && { body }) });
    expect(answer.json).toEqual(refusal);
    expect(answer.status).toBe(503);
    expect(requests).toEqual([]);
  }
}

describe("as a function of its own", () => {
  // Routes of demo mode are never deployed on their own.
  const deployedEndpoints = endpoints.filter(({ access }) => access !== "demo");
  test.each(deployedEndpoints)("$name", async ({ slug, path, body }) => {
    const { default: route } = await import(`../../supabase/functions/${slug}/index.ts`);
    for (const variable of ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_JWKS"]) {
      configure({ [variable]: null, SERVICE_MODE: "production" });
      await expectRefused(route, `/${path}`, body);
    }
  });
});

test.each(background)("the background function %s", async (slug) => {
  const { default: route } = await import(`../../supabase/functions/${slug}/index.ts`);
  for (const [variable, values] of Object.entries({
    ...invalidValues,
    SUPABASE_SECRET_KEYS: [null, "{"],
  })) {
    for (const value of values) {
      configure({ [variable]: value, SERVICE_MODE: "production" });
      await expectRefused(route, `/${slug}`, { recording_id: "1" });
    }
  }
});

describe.each(endpoints.map((endpoint, number) => ({ ...endpoint, number })))(
  "$name",
  ({ path, body, number }) => {
    test.each(casesOn(number))("$variable = $value", async ({ variable, value, position }) => {
      for (const mode of modesOf(number, position)) {
        configure({ [variable]: value, SERVICE_MODE: mode });
        await expectRefused(api, `/api/${path}`, body);
      }
    });

    test.each(
      Object.entries(half).map(([name, changes], position) => ({ name, changes, position })),
    )("$name", async ({ changes, position }) => {
      for (const mode of modesOf(number, position)) {
        configure({ ...changes, SERVICE_MODE: mode });
        await expectRefused(api, `/api/${path}`, body);
      }
    });

    test.each([
      ["missing", null],
      ["empty", ""],
      ["blank", " "],
    ])("refuses production with all of them %s", async (_, value) => {
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
  },
);

test("uses every invalid value on some route", () => {
  const usedValues = new Set(
    endpoints.flatMap((_, route) =>
      casesOn(route).map((item) => `${item.variable} ${item.position}`),
    ),
  );
  expect(usedValues.size).toBe(Object.values(invalidValues).flat().length);
});

test("logs the name of an invalid variable and never its value", async () => {
  const lines: unknown[] = [];
  configure({ SUPABASE_JWKS: '{"keys":"a secret"}', SUPABASE_URL: null });
  const spy = console.error as unknown as { mock: { calls: unknown[][] } };
  await call(api, "/api/whoami");
  lines.push(...spy.mock.calls.flat());
  expect(lines.join(" ")).toMatch(/SUPABASE_URL is missing, SUPABASE_JWKS is malformed/);
  expect(lines.join(" ")).not.toContain("a secret");
});

test("needs no keys that only background functions use", async () => {
  configure({ SUPABASE_SECRET_KEYS: null });
  const answer = await call(api, "/api/config");
  expect(answer.status).toBe(200);
});
