import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { call, deployInProcess, type Route, requests, tokenWith } from "./in-process.ts";

deployInProcess();

const FUNCTIONS = path.resolve(import.meta.dirname, "../../supabase/functions");
// A name that ends in -act, -sync or -webhook is not a route: it is behind a key or a signature instead of a
// person.
const folders = (await readdir(FUNCTIONS, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && !/^(_|api$)|-(act|sync|webhook)$/.test(entry.name))
  .map((entry) => entry.name);

async function routeOf(slug: string): Promise<Route> {
  return (await import(`${FUNCTIONS}/${slug}/index.ts`)).default;
}
const api = await routeOf("api");

test("every folder is a route with a contract, and the reverse", () => {
  expect(contracts.map(({ slug }) => slug).sort()).toEqual(folders.sort());
});

describe.each(contracts)("$slug", (contract) => {
  const { slug, path: name = slug, access } = contract;
  const request = contract.get ? { method: "GET" } : { method: "POST", body: {} };
  const addresses = [
    `/${slug}`,
    `/functions/v1/${slug}`,
    `/api/${name}`,
    `/functions/v1/api/${name}`,
  ];

  test("answers a preflight from any origin", async () => {
    const answer = await call(await routeOf(slug), `/${slug}`, {
      method: "OPTIONS",
      signedIn: false,
      headers: {
        origin: "https://console.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, content-type",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-headers")).toContain("authorization");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test.each(["PUT", "PATCH", "DELETE"])("answers 405 to %s", async (method) => {
    const answer = await call(await routeOf(slug), `/${slug}`, { method });
    expect([answer.status, answer.code]).toEqual([405, "method_not_allowed"]);
  });

  test("knows its own path under every prefix, and nothing below it", async () => {
    for (const address of addresses) {
      const route = address.includes("/api/") ? api : await routeOf(slug);
      const answer = await call(route, address, { ...request, signedIn: false });
      // A public route answers without a session, but these two need a ticket and a token.
      const expectedStatus = ["doc-file", "password"].includes(slug) ? 400 : 200;
      expect([address, answer.status]).toEqual([
        address,
        access === "public" ? expectedStatus : 401,
      ]);
      const below = await call(route, `${address}/below`, { method: "GET" });
      expect([address, below.status, below.code]).toEqual([address, 404, "route_not_found"]);
    }
  });

  test("returns a valid request id, and replaces any other", async () => {
    const route = await routeOf(slug);
    const idFor = async (input?: string) => {
      const headers: Record<string, string> = input ? { "x-request-id": input } : {};
      return (await call(route, `/${slug}`, { signedIn: false, headers })).headers.get(
        "x-request-id",
      );
    };
    expect(await idFor("abc-DEF_123")).toBe("abc-DEF_123");
    for (const input of [undefined, "short", "x".repeat(129), "<script>alert(1)</script>"]) {
      expect(await idFor(input)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("forbids caching and content sniffing", async () => {
    const { headers } = await call(await routeOf(slug), `/${slug}`, { signedIn: false });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("access-control-expose-headers")).toContain("x-request-id");
  });

  if (access === "public") return;

  describe("answers 401 to", () => {
    const now = Math.floor(Date.now() / 1000);
    const tokens: [string, () => Promise<string>][] = [
      ["rubbish", async () => "rubbish"],
      ["an expired token", () => tokenWith({ exp: now - 60 })],
      ["a token issued for the future", () => tokenWith({ nbf: now + 600 })],
      ["a token signed by another party", () => tokenWith({}, { stranger: true })],
      ["a token without a signature", async () => (await tokenWith()).replace(/[^.]*$/, "")],
      [
        "a token with changed claims",
        async () => (await tokenWith()).replace(/\.[^.]*\./, ".eyJzdWIiOiIxIn0."),
      ],
      ["an anonymous token", () => tokenWith({ role: "anon" })],
      ["a service token", () => tokenWith({ role: "service_role" })],
      ["the secret key", async () => "sb_secret_test"],
      ["the publishable key", async () => "sb_publishable_test"],
    ];

    test.each(tokens)("%s, without a call to the database", async (_what, make) => {
      const answer = await call(await routeOf(slug), `/${slug}`, {
        ...request,
        signedIn: false,
        headers: { authorization: `Bearer ${await make()}` },
      });
      expect([answer.status, answer.code]).toEqual([401, "invalid_token"]);
      expect(requests).toEqual([]);
    });

    test.each(["", "Basic YTpi", "Bearer", "bearer  "])(
      "an Authorization of %j",
      async (authorization) => {
        const answer = await call(await routeOf(slug), `/${slug}`, {
          ...request,
          signedIn: false,
          headers: { authorization },
        });
        expect(answer.status).toBe(401);
        expect(requests).toEqual([]);
      },
    );

    test("a request without a token", async () => {
      const answer = await call(await routeOf(slug), `/${slug}`, {
        ...request,
        signedIn: false,
        headers: { apikey: "sb_secret_test" },
      });
      expect([answer.status, answer.code]).toEqual([401, "not_signed_in"]);
      expect(ErrorAnswer.parse(answer.json).message).toBe("Sign in first");
    });
  });
});

describe("the function that mounts every route", () => {
  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/functions/v1/api/nothing",
    "/api/constructor",
    "/api/__proto__",
  ])("answers 404 in our shape to %s", async (address) => {
    const answer = await call(api, address);
    expect([answer.status, ErrorAnswer.parse(answer.json).code]).toEqual([404, "route_not_found"]);
  });
});
