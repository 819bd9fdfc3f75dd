/** A background function cannot affect the process that answers people, whatever it does to its own. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type FunctionsProcess,
  startFunctions,
  startFunctionsLater,
} from "../../scripts/stack/functions/functions-process.ts";
import { functionRoutes } from "../../scripts/stack/gateway/functions-proxy.ts";
import { GatewayError } from "../../scripts/stack/gateway/gateway-errors.ts";
import { type GatewayPort, openPort } from "../../scripts/stack/gateway/gateway-port.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { DENO_CACHE } from "../../scripts/test-cluster/cache.ts";
import { gatewayParts } from "./gateway-parts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const moduleOf = (body: string) => `export default { fetch() { ${body} } };`;
const FUNCTIONS = {
  whoami: moduleOf("return Response.json({ pid: Deno.pid });"),
  // Connects to every given address in every possible way; returns the results.
  reach: `export default { async fetch(request) {
    const url = new URL(request.url).searchParams.get("to");
    const { hostname, port } = new URL(url);
    const ways = {
      fetch: () => fetch(url).then((answer) => answer.text()),
      socket: async () => { (await Deno.connect({ hostname, port: Number(port) })).close(); return "open"; },
      "web socket": () => new Promise((open, fail) => {
        const socket = new WebSocket(url.replace("http", "ws"));
        socket.onopen = () => open("open");
        socket.onerror = () => fail(new Error("closed"));
      }),
      program: () => import(url + "?" + crypto.randomUUID()),
      worker: () => new Promise((open, fail) => {
        const code = "fetch(" + JSON.stringify(url) + ").then(() => postMessage(''), (e) => postMessage(e.name))";
        const worker = new Worker("data:text/javascript," + encodeURIComponent(code), { type: "module" });
        worker.onmessage = ({ data }) => { worker.terminate(); data ? fail({ name: data }) : open("open"); };
      }),
    };
    const ends = Object.entries(ways).map(([name, go]) =>
      Promise.resolve().then(go).then((end) => [name, String(end)], (error) => [name, error.name]));
    return Response.json(Object.fromEntries(await Promise.all(ends)));
  } };`,
  api: moduleOf("return Response.json({ pid: Deno.pid });"),
  // A table that keeps its reader busy.
  "portfolio-import": `export default { fetch({ method }) {
    if (method === "POST") for (;;);
    return Response.json({ pid: Deno.pid });
  } };`,
  "well-act": moduleOf("return Response.json({ pid: Deno.pid });"),
  "exit-act": moduleOf("Deno.exit(3);"),
  "loop-act": moduleOf("for (;;);"),
  // Allocates JavaScript objects, like the result of a parser.
  "heap-act": moduleOf("const items = []; for (;;) items.push({ text: String(items.length) });"),
  "throw-act": moduleOf("throw new Error('thrown on purpose');"),
  // The function fails after the response.
  "later-act": moduleOf(
    "setTimeout(() => { throw new Error('late on purpose'); }, 50); return new Response('soon');",
  ),
};

let folder: string;
let log: LogFile;
let port: GatewayPort;
let routes: FunctionsProcess;
let background: FunctionsProcess;
let files: FunctionsProcess;
/** The addresses that functions may connect to, and those that they may not. */
const [listener, canary] = [createServer(), createServer()];
const visits: string[] = [];
const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  listener.on("request", ({ url }, answer) => {
    const location = `http://${addressOf(canary)}/`;
    answer.writeHead(url === "/away" ? 302 : 200, { location }).end("known");
  });
  canary.on("connection", () => visits.push("connection"));
  for (const server of [listener, canary]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
  folder = await temporaryFolder("background");
  await mkdir(path.join(folder, "functions"), { recursive: true });
  await writeFile(path.join(folder, "functions/deno.json"), "{}");
  for (const [name, code] of Object.entries(FUNCTIONS)) {
    await mkdir(path.join(folder, "functions", name));
    await writeFile(path.join(folder, "functions", name, "index.ts"), code);
  }
  log = openLogFile(path.join(folder, "functions.log"));
  const common = {
    functions: path.join(folder, "functions"),
    env: {},
    reach: [addressOf(listener)],
    cache: DENO_CACHE,
    log,
  };
  routes = await startFunctions(common);
  background = startFunctionsLater({
    ...common,
    name: "background functions",
    heapMb: 64,
    silenceMs: 1000,
    pauseMs: 10,
  });
  files = startFunctionsLater({ ...common, name: "functions that read files", silenceMs: 1000 });
  port = await openPort(0, "127.0.0.1", log);
  const app = new Hono().route(
    "/",
    functionRoutes(await gatewayParts(folder, { functions: routes, background, files })),
  );
  app.onError((error) =>
    Response.json({}, { status: error instanceof GatewayError ? error.status : 500 }),
  );
  port.serve((request, env) => app.fetch(request, env as never));
});

afterAll(async () => {
  listener.close();
  canary.close();
  await port.close();
  await Promise.all([routes.stop(), background.stop(), files.stop()]);
  await log.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const ask = async (name: string, { method = "GET", base = "/functions/v1" } = {}) => {
  const answer = await fetch(`${port.url}${base}/${name}`, { method });
  const text = await answer.text();
  return { status: answer.status, pid: /"pid":(\d+)/.exec(text)?.[1] };
};
const lives = (pid: number | string | undefined) => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

test("the process starts at the first request, beside the process of the routes", async () => {
  expect((await ask("whoami")).status).toBe(200);
  expect(background.pid()).toBeUndefined();
  const { status, pid } = await ask("well-act");
  expect(status).toBe(200);
  expect(pid).toBe(String(background.pid()));
  expect(pid).not.toBe((await ask("whoami")).pid);
});

describe.each([
  ["exit-act", /ended \(3\)/],
  ["loop-act", /ended \(SIGKILL\)/],
  ["heap-act", /ended \(SIG/],
  ["later-act", /late on purpose/],
])("%s", (name, logLine) => {
  test("stops no route, and restarts after it was ended", async () => {
    const oldPid = (await ask("well-act")).pid;
    const route = (await ask("whoami")).pid;
    let isEnded = false;
    const call = ask(name).finally(() => {
      isEnded = true;
    });
    do {
      expect(await ask("whoami")).toEqual({ status: 200, pid: route });
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (!isEnded || lives(oldPid));
    expect((await call).status).toBe(name === "later-act" ? 200 : 503);
    await expect.poll(() => ask("well-act"), { timeout: 15_000 }).toMatchObject({ status: 200 });
    expect((await ask("well-act")).pid).not.toBe(oldPid);
    expect(await readFile(log.path, "utf8")).toMatch(logLine);
  });
});

describe("an uploaded table", () => {
  test("is processed in a separate process, on every path", async () => {
    const route = (await ask("whoami")).pid;
    const [upload, list] = await Promise.all([
      ask("portfolio-import", { method: "POST", base: "/api" }),
      ask("portfolio-import", { base: "/api" }),
    ]);
    expect(upload).toEqual({ status: 200, pid: String(files.pid()) });
    expect(list).toEqual({ status: 200, pid: route });
    expect(files.pid()).not.toBe(background.pid());
  });

  test("that keeps its reader busy delays no one else, and ends", async () => {
    const route = (await ask("whoami")).pid;
    let isEnded = false;
    const upload = ask("portfolio-import", { method: "POST" }).finally(() => {
      isEnded = true;
    });
    do {
      expect(await ask("whoami")).toEqual({ status: 200, pid: route });
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (!isEnded);
    expect((await upload).status).toBe(503);
  });
});

test("an error of a function is a response, and the process continues", async () => {
  const { pid } = await ask("well-act");
  expect((await ask("throw-act")).status).toBe(500);
  expect((await ask("well-act")).pid).toBe(pid);
});

test("stopping leaves no process, even one in a loop", async () => {
  const { pid } = await ask("well-act");
  const answer = ask("loop-act").catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 200));
  await background.stop();
  await answer;
  expect(lives(pid)).toBe(false);
  expect((await ask("well-act")).status).toBe(503);
});

test("a function connects to the hosts that the operator names, and to no others", async () => {
  const ways = async (to: string) => {
    const answer = await fetch(`${port.url}/functions/v1/reach?to=${encodeURIComponent(to)}`);
    return (await answer.json()) as Record<string, string>;
  };
  expect(await ways(`http://${addressOf(listener)}/`)).toMatchObject({
    fetch: "known",
    socket: "open",
  });
  const nowhere = expect.not.stringMatching(/known|open/);
  const refusals = { fetch: "NotCapable", socket: "NotCapable" };
  const expectedAccess = { ...refusals, "web socket": nowhere, program: nowhere, worker: nowhere };
  const { port: secret } = canary.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433"]) {
    expect([host, await ways(`http://${host}:${secret}/`)]).toEqual([host, expectedAccess]);
  }
  // Not even a redirect from a permitted host leads to another one.
  expect((await ways(`http://${addressOf(listener)}/away`))["fetch"]).toBe("NotCapable");
  expect(visits).toEqual([]);
});

test("stopping before the first request starts nothing", async () => {
  const idleFunctions = startFunctionsLater({
    functions: path.join(folder, "functions"),
    env: {},
    reach: [],
    cache: DENO_CACHE,
    log,
  });
  await idleFunctions.stop();
  expect(idleFunctions.pid()).toBeUndefined();
  expect(await idleFunctions.address()).toBeUndefined();
});
