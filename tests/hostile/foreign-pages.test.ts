/**
 * A page of another origin in a browser that can reach the stack. The page knows the published password and the
 * publishable key, yet it can neither read nor change anything.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { owner } from "../support/database.ts";
import { ask } from "../support/http.ts";
import { people, tokenOf } from "../support/personas.ts";

const stack = inject("stack");
const REBOUND = "rebound.example";
const { port } = new URL(stack.url);
const email = people.lead.email;
const signIn = `${stack.url}/auth/v1/token?grant_type=password`;
const credentials = JSON.stringify({ email, password: "countersign-demo" });
const withKey = (path: string) =>
  `${stack.url}${path}${path.includes("?") ? "&" : "?"}apikey=${stack.publishable_key}`;

let browser: Browser;
let server: http.Server;
/** The same page of another site, and of another port of the same site. */
let pages: { name: string; address: string }[];

beforeAll(async () => {
  server = http.createServer((_, answer) => {
    answer
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Elsewhere</title><a href="${stack.url}/">Open the console</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = (server.address() as AddressInfo).port;
  pages = [
    { name: "another site", address: `http://elsewhere.example:${own}/` },
    { name: "another port of the same site", address: `http://127.0.0.1:${own}/` },
  ];
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...browserFlags,
      `--host-resolver-rules=MAP elsewhere.example 127.0.0.1,MAP ${REBOUND} 127.0.0.1`,
      // A browser's permission prompt protects no one here, so the stack must not rely on it.
      "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

async function onPage<T>(address: string, run: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    return await run(page);
  } finally {
    await page.close();
  }
}

/** Everything that a request of the page could have changed. */
async function traces(): Promise<object> {
  const [row] = await owner`
    select (select count(*) from auth.sessions) as sessions,
      (select count(*) from auth.refresh_tokens) as tokens,
      (select last_sign_in_at from auth.users where email = ${email}) as signed_in,
      (select recovery_sent_at from auth.users where email = ${email}) as code_sent,
      (select count(*) from public.audit_events) as events,
      (select count(*) from public.clients) as clients`;
  return row as object;
}

interface Attempt {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  mode?: RequestMode;
}

/** The part of the answer that the page can read. */
const fetchIn = (page: Page, { url, ...init }: Attempt): Promise<string> =>
  page.evaluate(
    async ([address, options]) => {
      try {
        const answer = await fetch(address, { ...options, credentials: "include" });
        return `${answer.type} ${answer.status} ${await answer.text()}`.trim();
      } catch {
        return "blocked";
      }
    },
    [url, init] as const,
  );

describe("a page of another origin", () => {
  test("reads nothing and causes nothing with any kind of fetch", async () => {
    const authorization = `Bearer ${await tokenOf("lead")}`;
    const json = { "content-type": "application/json" };
    const text = { "content-type": "text/plain" };
    const key = { apikey: stack.publishable_key };
    const change = JSON.stringify({ type: "client_create", name: "Made elsewhere" });
    const attempts: Attempt[] = [
      { url: `${stack.url}/api/config` },
      { url: `${stack.url}/api/openapi.json` },
      { url: `${stack.url}/` },
      { url: withKey("/auth/v1/settings") },
      { url: withKey("/rest/v1/projects") },
      { url: withKey("/rest/v1/projects"), headers: { ...key, authorization } },
      { url: signIn, method: "POST", headers: { ...key, ...json }, body: credentials },
      {
        url: withKey("/auth/v1/token?grant_type=password"),
        method: "POST",
        headers: text,
        body: credentials,
      },
      {
        url: withKey("/auth/v1/token?grant_type=password"),
        method: "POST",
        headers: text,
        body: credentials,
        mode: "no-cors",
      },
      {
        url: withKey("/auth/v1/otp"),
        method: "POST",
        headers: text,
        body: JSON.stringify({ email }),
        mode: "no-cors",
      },
      { url: withKey("/auth/v1/settings"), mode: "no-cors" },
      {
        url: `${stack.url}/api/portfolio-actions`,
        method: "POST",
        headers: { ...json, authorization },
        body: change,
      },
      {
        url: `${stack.url}/functions/v1/portfolio-actions`,
        method: "POST",
        headers: { ...json, authorization },
        body: change,
      },
    ];
    const before = await traces();
    for (const { name, address } of pages) {
      await onPage(address, async (page) => {
        for (const attempt of attempts) {
          const answer = await fetchIn(page, attempt);
          const expected = attempt.mode === "no-cors" ? /^(opaque 0|blocked)$/ : /^blocked$/;
          expect(answer, `${attempt.method ?? "GET"} ${attempt.url} from ${name}`).toMatch(
            expected,
          );
        }
      });
    }
    expect(await traces()).toEqual(before);
  });

  test("causes nothing with forms, beacons, sockets and streams", async () => {
    const before = await traces();
    for (const { address } of pages) {
      await onPage(address, async (page) => {
        const outcome = await page.evaluate(
          async ([signInAddress, otpAddress, base, sent, mail]) => {
            navigator.sendBeacon(signInAddress, sent);
            const socket = new Promise((resolve) => {
              const socket = new WebSocket(`${base.replace("http", "ws")}/api/whoami`);
              socket.onopen = () => resolve("open");
              socket.onerror = () => resolve("refused");
            });
            const stream = new Promise((resolve) => {
              const source = new EventSource(`${base}/api/chat-stream`);
              source.onopen = () => resolve("open");
              source.onerror = () => {
                source.close();
                resolve("refused");
              };
            });
            for (const [action, name, value] of [
              [signInAddress, sent.slice(0, -1), ',"x":"="}'],
              [otpAddress, `{"email":"${mail}","x":"`, '"}'],
            ] as const) {
              const frame = document.createElement("iframe");
              frame.name = `frame-${Math.random()}`;
              const form = document.createElement("form");
              Object.assign(form, {
                action,
                method: "POST",
                enctype: "text/plain",
                target: frame.name,
              });
              form.append(Object.assign(document.createElement("input"), { name, value }));
              document.body.append(frame, form);
              const load = new Promise((resolve) =>
                frame.addEventListener("load", resolve, { once: true }),
              );
              form.submit();
              await load;
            }
            return Promise.all([socket, stream]);
          },
          [
            withKey("/auth/v1/token?grant_type=password"),
            withKey("/auth/v1/otp"),
            stack.url,
            credentials,
            email,
          ] as const,
        );
        expect(outcome).toEqual(["refused", "refused"]);
      });
    }
    expect(await traces()).toEqual(before);
  });

  test("loads no module of the service", async () => {
    const asset = /\/assets\/[\w.-]+\.js/.exec((await ask("/")).text)?.[0];
    expect(asset).toBeDefined();
    const answers = {
      script: [asset, "/api/openapi.json", "/api/config"],
      img: [
        "/favicon.svg",
        "/storage/v1/object/public/documents/a.png",
        "/storage/v1/object/documents/a.png",
      ],
      link: ["/api/config"],
    };
    for (const { name, address } of pages) {
      await onPage(address, async (page) => {
        const statuses: [string, number][] = [];
        page.on("response", (answer) => {
          if (answer.url().startsWith(stack.url)) statuses.push([answer.url(), answer.status()]);
        });
        const outcomes = await page.evaluate(
          ([base, resources]) =>
            Promise.all(
              Object.entries(resources).flatMap(([tag, paths]) =>
                paths.map(
                  (path) =>
                    new Promise((resolve) => {
                      const element = document.createElement(tag);
                      element.addEventListener("load", () => resolve(`${tag} ${path} loaded`));
                      element.addEventListener("error", () => resolve("refused"));
                      if (tag === "link")
                        Object.assign(element, { rel: "stylesheet", href: base + path });
                      else Object.assign(element, { src: base + path });
                      document.body.append(element);
                    }),
                ),
              ),
            ),
          [stack.url, answers as Record<string, string[]>] as const,
        );
        expect(outcomes, name).toEqual(outcomes.map(() => "refused"));
        expect(statuses.filter(([, status]) => status !== 403)).toEqual([]);
      });
    }
  });

  test("cannot put the console into a frame or read a window that it opens", async () => {
    for (const { address } of pages) {
      await onPage(address, async (page) => {
        const answer = await page.evaluate(async (base) => {
          const frame = document.createElement("iframe");
          frame.src = base;
          document.body.append(frame);
          await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
          return frame.contentDocument?.body.textContent ?? null;
        }, stack.url);
        expect(answer).toBeNull();
        const console = page.frames().find((frame) => frame.url().startsWith(`${stack.url}/`));
        expect((await console?.locator("#root").count()) ?? 0).toBe(0);
      });
    }
  });
});

test("a request that a browser sends for another page is refused before anything is done", async () => {
  const statusOf = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get(stack.url + path, { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
        .on("error", reject);
    });
  const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  for (const site of ["cross-site", "same-site"]) {
    const foreign = { "sec-fetch-site": site };
    expect(await statusOf("/api/config", { ...foreign, "sec-fetch-mode": "no-cors" })).toBe(403);
    expect(await statusOf("/api/config", { ...foreign, ...link })).toBe(403);
    expect(await statusOf("/", { ...foreign, ...link, "sec-fetch-dest": "iframe" })).toBe(403);
    expect(await statusOf("/", { ...foreign, ...link })).toBe(200);
  }
  expect(await statusOf("/api/config", { "sec-fetch-site": "same-origin" })).toBe(200);
});

test("a foreign name that points here gets only a refusal", async () => {
  for (const path of ["/", "/api/config", "/auth/v1/.well-known/jwks.json"]) {
    const text = await onPage(`http://${REBOUND}:${port}${path}`, (page) =>
      page.evaluate(() => document.body.textContent),
    );
    expect(JSON.parse(text ?? "")).toMatchObject({ statusCode: 403, code: "unknown_host" });
  }
  const before = await traces();
  await onPage(`http://${REBOUND}:${port}/`, async (page) => {
    const answer = await fetchIn(page, {
      url: `http://${REBOUND}:${port}/auth/v1/token?grant_type=password`,
      method: "POST",
      headers: { apikey: stack.publishable_key, "content-type": "application/json" },
      body: credentials,
    });
    expect(answer).toMatch(/^basic 403 .*unknown_host/);
  });
  expect(await traces()).toEqual(before);
});

describe("the legitimate request is served", () => {
  test("a link from another page opens the console, in which its person signs in", async () => {
    for (const { address } of pages) {
      await onPage(address, async (page) => {
        await page.getByRole("link", { name: "Open the console" }).click();
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
        const cookies = await page.context().cookies(`${stack.url}/auth/v1/token`);
        expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
          [true, "Strict"],
        ]);
        expect(await page.evaluate(() => document.cookie)).toBe("");
      });
    }
  });

  test("the console works under localhost and under its address", async () => {
    for (const name of ["localhost", "127.0.0.1"]) {
      const text = await onPage(`http://${name}:${port}/`, (page) =>
        fetchIn(page, {
          url: `http://${name}:${port}/auth/v1/token?grant_type=password`,
          method: "POST",
          headers: { apikey: stack.publishable_key, "content-type": "application/json" },
          body: credentials,
        }),
      );
      expect(text).toMatch(/^basic 200 /);
    }
  });

  test("a program that is not a browser needs no origin, and cannot claim another one", async () => {
    expect((await ask("/api/config")).status).toBe(200);
    for (const origin of [
      "https://elsewhere.example",
      "null",
      `http://127.0.0.1:${Number(port) + 1}`,
    ]) {
      const answer = await ask("/api/config", { headers: { origin } });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});
