import { describe, expect, test } from "vitest";
import { checkOrigins, createWebPages } from "../../../scripts/stack/gateway/browser-origins.ts";

const OWN = "http://127.0.0.1:54321";
const CONFIGURED = "https://console.example.com";
const pages = createWebPages(OWN, [CONFIGURED]);

function ask(headers: Record<string, string>, { method = "GET", path = "/api/config" } = {}) {
  const request = new Request(OWN + path, { method });
  // The Request class drops headers that only a browser may set.
  const allHeaders = new Map(Object.entries({ host: "127.0.0.1:54321", ...headers }));
  const all = {
    get: (name: string) => allHeaders.get(name) ?? null,
    has: (name: string) => allHeaders.has(name),
  };
  Object.defineProperty(request, "headers", { value: all });
  return pages.serve(request, () =>
    Response.json({}, { headers: { "access-control-allow-origin": "*" } }),
  );
}

describe("the Host header", () => {
  test.each([
    "127.0.0.1:54321",
    "localhost:54321",
    "localhost:8080",
    "[::1]:54321",
    "192.168.1.7:54321",
    "console.example.com",
  ])("%s is accepted", async (host) => {
    expect((await ask({ host })).status).toBe(200);
  });

  test.each([
    "rebound.example:54321",
    "127.0.0.1.rebound.example",
    "localhost.rebound.example",
    "",
    "a b",
  ])("%j is refused", async (host) => {
    expect((await ask({ host })).status).toBe(403);
  });
});

describe("the Origin header", () => {
  test.each([OWN, CONFIGURED])("%s may call and read", async (origin) => {
    const answer = await ask({ origin });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")).toContain("retry-after");
    expect(answer.headers.get("vary")).toContain("Origin");
  });

  test.each([CONFIGURED])("%s learns in advance what it may send", async (origin) => {
    const answer = await ask(
      {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "apikey",
      },
      { method: "OPTIONS" },
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-headers")).toBe("apikey");
  });

  test.each([
    "https://elsewhere.example",
    "http://console.example.com",
    "http://127.0.0.1:1",
    "https://127.0.0.1:54321",
    "null",
  ])("%s may not", async (origin) => {
    const answer = await ask({ origin });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("accepts a page without a referrer if the browser vouches for it", async () => {
    expect((await ask({ origin: "null", "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await ask({ origin: "null", "sec-fetch-site": "cross-site" })).status).toBe(403);
  });
});

describe("without an Origin header", () => {
  const linkHeaders = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };

  test("the functions' permission for every origin is removed", async () => {
    expect((await ask({})).headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each(["/", "/portfolio", "/auth/v1/verify", "/storage/v1/object/sign/documents/a"])(
    "a link may lead to %s",
    async (path) => {
      expect((await ask(linkHeaders, { path })).status).toBe(200);
      expect((await ask({ ...linkHeaders, "sec-fetch-dest": "iframe" }, { path })).status).toBe(
        403,
      );
      expect((await ask({ ...linkHeaders, "sec-fetch-mode": "no-cors" }, { path })).status).toBe(
        403,
      );
    },
  );

  test.each([
    "/api/whoami",
    "/rest/v1/projects",
    "/auth/v1/token",
    "/functions/v1/chat",
    "/gateway/v1/load",
  ])("no link leads to %s", async (path) => {
    expect((await ask(linkHeaders, { path })).status).toBe(403);
  });
});

test("an origin is a scheme, a host and a port, and nothing else", () => {
  expect(checkOrigins(["https://a.example", "http://b.example:8080/"])).toEqual([
    "https://a.example",
    "http://b.example:8080",
  ]);
  for (const wrong of ["a.example", "*", "https://a.example/console", "ftp://a.example", "null"]) {
    expect(() => checkOrigins([wrong])).toThrow("is not an origin");
  }
});
