/** The gateway's own process serves leaders, and processes at a lower priority serve everyone else. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FunctionsProcess } from "../../scripts/stack/functions/functions-process.ts";
import { createGateway } from "../../scripts/stack/gateway/gateway.ts";
import type { Serve } from "../../scripts/stack/gateway/gateway-port.ts";
import { startDataApiLater } from "../../scripts/stack/lite/data-api-process.ts";
import type { Lite } from "../../scripts/stack/lite/lite.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { gatewayParts } from "./gateway-parts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const ADDRESS = "http://127.0.0.1:1";
const CONNECTION = { incoming: { socket: { remoteAddress: "127.0.0.1" }, headers: {} } };
let folder: string;
let log: LogFile;
let gateway: Serve;
let parts: Awaited<ReturnType<typeof gatewayParts>>;
let hosts: string[] = [];

const dataApi = (name: string) => ({
  fetch: async (request: Request) => {
    hosts.push(name);
    await request.arrayBuffer();
    return Response.json({ access_token: undefined });
  },
});
const functions = (name: string): FunctionsProcess => ({
  address: async () => {
    hosts.push(name);
    return undefined;
  },
  pid: () => 1,
  stop: async () => {},
});

beforeAll(async () => {
  folder = await temporaryFolder("served-where");
  log = openLogFile(path.join(folder, "gateway.log"));
  parts = await gatewayParts(folder, {});
  gateway = createGateway({
    ...parts,
    lite: dataApi("lite") as unknown as Lite,
    dataApiOfOthers: dataApi("lite of others") as never,
    functions: functions("functions"),
    functionsOfOthers: functions("functions of others"),
    background: functions("background"),
    files: functions("files"),
    userTiers: { of: async (user) => user as "leader", close: async () => {} },
    signUp: { make: async () => false, close: async () => {} } as never,
    passwords: { isOfAddress: async () => true } as never,
    factors: { of: async () => [], assuranceOf: async () => ({ aal: "aal1", amr: [] }) } as never,
    consoleDir: folder,
    url: ADDRESS,
    origins: [],
    log,
  });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});
beforeEach(() => {
  hosts = [];
});

async function ask(user: string, address: string, init: RequestInit = {}): Promise<string[]> {
  const key = user === "service" ? parts.keys.secret : parts.keys.publishable;
  const headers = new Headers({ host: "127.0.0.1:1", apikey: key });
  if (!["service", "nobody"].includes(user)) {
    const token = await new SignJWT({ role: "authenticated" })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime("1 minute")
      .sign(new TextEncoder().encode(parts.keys.liteSecret));
    headers.set("authorization", `Bearer ${await parts.tokens.outward(token)}`);
  }
  hosts = [];
  const answer = await gateway(new Request(ADDRESS + address, { ...init, headers }), CONNECTION);
  await answer.arrayBuffer();
  return hosts;
}

test.each([
  ["leader", "lite", "functions"],
  ["service", "lite", "functions"],
  ["member", "lite of others", "functions of others"],
  ["outsider", "lite of others", "functions of others"],
  ["nobody", "lite of others", "functions of others"],
])("a request of %s is served by %s and %s", async (user, dataApi, functions) => {
  expect(await ask(user, "/rest/v1/projects")).toEqual([dataApi]);
  expect(await ask(user, "/storage/v1/object/documents/a.txt")).toEqual([dataApi]);
  expect(await ask(user, "/api/whoami")).toEqual([functions]);
});

test("a second process serves large bodies and files of every caller", async () => {
  const large = { method: "POST", body: new Uint8Array(300_000) };
  for (const user of ["leader", "service"]) {
    expect(await ask(user, "/rest/v1/rpc/import_portfolio", large)).toEqual(["lite of others"]);
    expect(await ask(user, "/storage/v1/object/documents/a.txt", large)).toEqual([
      "lite of others",
    ]);
  }
  expect(await ask("leader", "/api/portfolio-import", large)).toEqual(["files"]);
});

test("a second process hashes passwords", async () => {
  const body = JSON.stringify({ email: "lead@demo.test", password: "right" });
  const path = "/auth/v1/token?grant_type=password";
  expect(await ask("nobody", path, { method: "POST", body })).toEqual(["lite of others"]);
  const renewal = JSON.stringify({ refresh_token: "x" });
  expect(
    await ask("nobody", "/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      body: renewal,
    }),
  ).toEqual(["lite"]);
});

test("the first Data API serves until the second one runs, and no process of the second is left when it stops", async () => {
  const nowhere = "postgresql://nobody:nothing@127.0.0.1:1/nothing";
  const options = {
    databaseUrl: nowhere,
    liteUrl: nowhere,
    liteSecret: "x",
    publishableKey: "x",
    secretKey: "x",
    siteUrl: ADDRESS,
    objectsFolder: folder,
    log,
  };
  const second = startDataApiLater(options, dataApi("lite"));
  expect(second.pid()).toBeUndefined();
  for (let n = 0; n < 2; n++) {
    const answer = await second.fetch(new Request(`${ADDRESS}/rest/v1/projects`), "member");
    expect(answer.status).toBe(200);
  }
  expect(hosts).toEqual(["lite", "lite"]);
  expect(process.kill(Number(second.pid()), 0)).toBe(true);
  await second.stop();
  expect(() => process.kill(Number(second.pid()), 0)).toThrow();
});
