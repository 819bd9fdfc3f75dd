import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type FunctionsProcess,
  startFunctions,
} from "../../scripts/stack/functions/functions-process.ts";
import { createGateway } from "../../scripts/stack/gateway/gateway.ts";
import { type GatewayPort, openPort } from "../../scripts/stack/gateway/gateway-port.ts";
import { loadKeys } from "../../scripts/stack/keys.ts";
import type { Lite } from "../../scripts/stack/lite/lite.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { DENO_CACHE } from "../../scripts/test-cluster/cache.ts";
import { gatewayParts } from "./gateway-parts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// Real functions in a real Deno behind the gateway; a stub of Lite records its requests.
const ECHO = `export default { async fetch(request) {
    return Response.json({
      method: request.method,
      path: new URL(request.url).pathname + new URL(request.url).search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      env: Object.keys(Deno.env.toObject()),
    }, { status: 201, headers: { "x-own": "kept" } });
  } };`;
const FUNCTIONS = {
  echo: ECHO,
  api: ECHO,
  broken: "throw new Error('broken on purpose');",
  throwing: "export default { fetch() { throw new Error('thrown on purpose'); } };",
  dying: "export default { fetch() { Deno.exit(3); } };",
  writing: `export default { fetch() {
    try { Deno.writeTextFileSync("/tmp/should-not-exist", "x"); return new Response("wrote"); }
    catch (error) { return new Response(error.name); }
  } };`,
  stream: `let left = 0;
  export default { fetch(request) {
    if (request.method === "GET") return Response.json({ left });
    let timer;
    const body = new ReadableStream({
      start(controller) {
        const send = () => controller.enqueue(
          new TextEncoder().encode("data: " + performance.timeOrigin + performance.now() + "\\n\\n"));
        send();
        timer = setInterval(send, 50);
      },
      cancel() { left++; clearInterval(timer); },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  } };`,
};

let folder: string;
let port: GatewayPort;
let functions: FunctionsProcess;
let log: LogFile;
let liteRequests: Request[] = [];

beforeAll(async () => {
  folder = await temporaryFolder("gateway");
  await mkdir(path.join(folder, "functions"), { recursive: true });
  await writeFile(path.join(folder, "functions/deno.json"), "{}");
  for (const [name, code] of Object.entries(FUNCTIONS)) {
    await mkdir(path.join(folder, "functions", name));
    await writeFile(path.join(folder, "functions", name, "index.ts"), code);
  }
  await mkdir(path.join(folder, "dist/assets"), { recursive: true });
  await writeFile(
    path.join(folder, "dist/index.html"),
    "<!doctype html><script>let a = 1;</script><script type=module src=/assets/app-1.js></script>",
  );
  await writeFile(path.join(folder, "dist/assets/app-1.js"), "export default 1;\n".repeat(500));
  log = openLogFile(path.join(folder, "gateway.log"));
  functions = await startFunctions({
    functions: path.join(folder, "functions"),
    env: { SERVICE_MODE: "demo" },
    reach: [],
    cache: DENO_CACHE,
    log,
  });
  const lite = {
    fetch: async (request: Request) => {
      liteRequests.push(request);
      return Response.json([]);
    },
  } as unknown as Lite;
  port = await openPort(0, "127.0.0.1", log);
  port.serve(
    createGateway({
      ...(await gatewayParts(folder, { functions, background: functions })),
      lite,
      signUp: { make: async () => false, close: async () => {} },
      passwords: {
        isOfAddress: async () => true,
        isOfUser: async () => true,
        isFresh: async () => true,
        endOtherSessions: async () => {},
        close: async () => {},
      },
      factors: { of: async () => [], assuranceOf: async () => ({ aal: "aal1", amr: [] }) } as never,
      consoleDir: path.join(folder, "dist"),
      url: port.url,
      origins: [],
      log,
    }),
  );
});

afterAll(async () => {
  await port.close();
  await functions.stop();
  await log.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe("a function", () => {
  test("gets the request unchanged, under its own name", async () => {
    const answer = await fetch(`${port.url}/functions/v1/echo/a%2Fb/c%20d?x=1&x=2`, {
      method: "POST",
      headers: { authorization: "Bearer token", "content-type": "text/plain" },
      body: "hello",
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("x-own")).toBe("kept");
    expect(await answer.json()).toMatchObject({
      method: "POST",
      path: "/echo/a%2Fb/c%20d?x=1&x=2",
      body: "hello",
      headers: { authorization: "Bearer token", "content-type": "text/plain" },
    });
  });

  test("the API gets the same request under both of its addresses", async () => {
    const echoOf = async (address: string) => {
      const answer = await fetch(port.url + address, {
        method: "POST",
        headers: { authorization: "Bearer token", "x-request-id": "same-request" },
        body: "hello",
      });
      // The environment comes in any order.
      const { env: _, ...received } = (await answer.json()) as { path: string; env: string[] };
      return received;
    };
    const received = await echoOf("/functions/v1/api/tasks/a%2Fb?x=1");
    expect(received.path).toBe("/api/tasks/a%2Fb?x=1");
    expect(received).toEqual(await echoOf("/api/tasks/a%2Fb?x=1"));
  });

  test("sees neither the gateway's secret nor any environment but its own", async () => {
    const answer = await fetch(`${port.url}/functions/v1/echo`, {
      headers: { "x-forwarded-for": "1.2.3.4", "x-stack-secret": "guess" },
    });
    const { headers, env } = (await answer.json()) as {
      headers: Record<string, string>;
      env: string[];
    };
    expect(headers).not.toHaveProperty("x-stack-secret");
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    const variables = [
      "PATH",
      "HOME",
      "DENO_DIR",
      "DENO_NO_UPDATE_CHECK",
      "NO_COLOR",
      "SERVICE_MODE",
    ];
    expect(env.filter((name) => !variables.includes(name))).toEqual([]);
  });

  test("can't be reached past the gateway", async () => {
    const address = await functions.address();
    const answer = await fetch(`${address?.origin}/echo`);
    expect(answer.status).toBe(403);
  });

  test("can't write files", async () => {
    const answer = await fetch(`${port.url}/functions/v1/writing`);
    expect(await answer.text()).toBe("NotCapable");
  });

  test("an unknown function is a 404, and no path leads out of the folder", async () => {
    for (const name of ["none", "..%2fdist", "_http", ".env", ""]) {
      expect((await fetch(`${port.url}/functions/v1/${name}`)).status, name).toBe(404);
    }
  });

  test("a failed function answers 500 without the reason, which is in the log", async () => {
    for (const name of ["broken", "throwing"]) {
      const answer = await fetch(`${port.url}/functions/v1/${name}`);
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain("on purpose");
    }
    await expect
      .poll(async () => readFile(path.join(folder, "gateway.log"), "utf8"))
      .toContain("thrown on purpose");
  });

  test("is available again after its process has died", async () => {
    const oldPid = functions.pid();
    const answer = await fetch(`${port.url}/functions/v1/dying`);
    expect(answer.status).toBe(503);
    await expect.poll(async () => (await fetch(`${port.url}/functions/v1/echo`)).status).toBe(201);
    expect(functions.pid()).not.toBe(oldPid);
  });

  test("gets no body above the limit", async () => {
    const chunk = new Uint8Array(1_048_576);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        if (sent++ < 40) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const answer = await fetch(`${port.url}/functions/v1/echo`, {
      method: "POST",
      body: endless,
      duplex: "half",
    });
    expect(answer.status).toBe(413);
  });
});

describe("a stream", () => {
  test("arrives while it is produced, and ends for the function when the client leaves", async () => {
    const remainingCount = async () => {
      const answer = await fetch(`${port.url}/functions/v1/stream`);
      return ((await answer.json()) as { left: number }).left;
    };
    const before = await remainingCount();
    const controller = new AbortController();
    const answer = await fetch(`${port.url}/functions/v1/stream`, {
      method: "POST",
      signal: controller.signal,
    });
    const reader = answer.body?.getReader();
    // The stream never ends by itself, so reading all of it would take forever.
    for (let i = 0; i < 4; i++) expect((await reader?.read())?.done).toBe(false);
    controller.abort();
    await expect.poll(remainingCount).toBe(before + 1);
  });
});

describe("request ids", () => {
  test("are passed on and returned if valid, and generated otherwise", async () => {
    const answer = await fetch(`${port.url}/functions/v1/echo`, {
      headers: { "x-request-id": "order-66:retry.1" },
    });
    expect(answer.headers.get("x-request-id")).toBe("order-66:retry.1");
    const { headers } = (await answer.json()) as { headers: Record<string, string> };
    expect(headers["x-request-id"]).toBe("order-66:retry.1");
    for (const id of ["short", "x".repeat(200), "with space inside", "<script>alert"]) {
      const answer = await fetch(`${port.url}/rest/v1/x`, { headers: { "x-request-id": id } });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe("the console", () => {
  test("serves its page at every path that is not a file", async () => {
    for (const pathname of ["/", "/portfolio", "/projects/1?tab=tasks", "/index.html"]) {
      const answer = await fetch(port.url + pathname);
      expect(answer.status, pathname).toBe(200);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
    }
  });

  test("allows its own inline scripts by hash and no others", async () => {
    const policy = (await fetch(port.url)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  test("has hashed assets cached forever and compressed, and a missing one is a 404", async () => {
    for (const encoding of ["br", "gzip"]) {
      const answer = await rawGet("/assets/app-1.js", { "accept-encoding": encoding });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(answer.headers["cache-control"]).toContain("immutable");
      expect(answer.size).toBeLessThan(200);
    }
    const plainAnswer = await rawGet("/assets/app-1.js", {});
    expect(plainAnswer.headers["content-encoding"]).toBeUndefined();
    const again = await rawGet("/assets/app-1.js", {
      "if-none-match": plainAnswer.headers.etag ?? "",
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${port.url}/assets/app-0.js`)).status).toBe(404);
  });

  test("serves nothing outside its folder", async () => {
    for (const pathname of [
      "/..%2fkeys.json",
      "/%2e%2e/keys.json",
      "/assets/..%2f..%2fkeys.json",
    ]) {
      const { body } = await rawGet(pathname, {});
      expect(body, pathname).not.toContain("sb_secret");
    }
  });
});

describe("requests for Lite", () => {
  test("with a large body and no key get a response, not a broken connection", async () => {
    const answer = await fetch(`${port.url}/storage/v1/object/b/c`, {
      method: "POST",
      body: new Uint8Array(20 * 1_048_576),
    });
    expect(answer.status).toBe(401);
  });

  test("carry the caller's key only in the apikey header", async () => {
    liteRequests = [];
    const keys = await loadKeys(path.join(folder, "keys.json"));
    await fetch(`${port.url}/rest/v1/projects?apikey=${keys.publishable}`, {
      headers: { authorization: `Bearer ${keys.publishable}` },
    });
    expect(liteRequests).toHaveLength(1);
    expect(liteRequests[0]?.headers.get("authorization")).toBeNull();
    expect(liteRequests[0]?.headers.get("apikey")).toBe(keys.publishable);
    expect(liteRequests[0]?.url).not.toContain("apikey");
  });

  test("don't reach its internal routes", async () => {
    liteRequests = [];
    const keys = await loadKeys(path.join(folder, "keys.json"));
    const headers = { apikey: keys.secret };
    for (const pathname of ["/_system/config", "/_system/introspect", "/auth/v1/callback"]) {
      await fetch(port.url + pathname, { headers });
    }
    await fetch(`${port.url}/auth/v1/admin/users`, { headers });
    await fetch(`${port.url}/auth/v1/magiclink`, { method: "POST", headers, body: "{}" });
    expect(liteRequests).toEqual([]);
  });
});

test("closing ends pending requests, and waits for no response", async () => {
  const ownPort = await openPort(0, "127.0.0.1", log);
  const arrival = Promise.withResolvers<void>();
  ownPort.serve(() => {
    arrival.resolve();
    return new Promise<Response>(() => {});
  });
  const request = fetch(ownPort.url).catch((error: Error) => error.message);
  await arrival.promise;
  await ownPort.close(100);
  expect(await request).toBe("fetch failed");
});

test("a taken port is reported in one sentence", async () => {
  const usedPort = Number(new URL(port.url).port);
  await expect(openPort(usedPort, "127.0.0.1", log)).rejects.toThrow(
    `Port ${usedPort} is taken by another program: choose another one with --port.`,
  );
});

// fetch decodes bodies itself; this returns the bytes that were sent.
function rawGet(
  pathname: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; size: number; body: string }> {
  const { hostname, port: number } = new URL(port.url);
  return new Promise((resolve, reject) => {
    const request = http.get({ hostname, port: number, path: pathname, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const status = answer.statusCode ?? 0;
        resolve({ status, headers: answer.headers, size: bytes.length, body: bytes.toString() });
      });
    });
    request.on("error", reject);
  });
}
