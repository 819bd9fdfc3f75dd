/** npm start -- --demo: the real process of the functions, without a database. In production it answers nothing. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoMode, startDemoMode } from "../../scripts/stack/demo/demo-mode.ts";
import { startFunctions } from "../../scripts/stack/functions/functions-process.ts";
import { reachOfRoutes } from "../../scripts/stack/functions/network-access.ts";
import { openLogFile } from "../../scripts/stack/log-file.ts";
import { DENO_CACHE } from "../../scripts/test-cluster/cache.ts";
import { demoContracts } from "../../supabase/functions/_domain/contracts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const SERVICE_DEMO_TOKEN = "a-demo-token-of-the-operator";
let dataDir: string;
let demo: DemoMode;

beforeAll(async () => {
  dataDir = await temporaryFolder("demo-mode");
  demo = await startDemoMode({ port: 0, dataDir, env: {} });
});
afterAll(async () => {
  await demo?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

async function ask(route: string, body?: object, headers: object = { "x-demo-token": demo.token }) {
  const answer = await fetch(`${demo.url}/api/${route}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  const text = await answer.text();
  return { status: answer.status, text, json: () => JSON.parse(text) };
}

test("the demo token opens the board, the spine, the inbox and questions, and no other token does", async () => {
  expect(demo.token.length).toBeGreaterThanOrEqual(24);
  const board = await ask(`board?token=${demo.token}`, undefined, {});
  expect([board.status, board.text.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
  expect((await ask("spine")).json()).toMatchObject({ viewer: { name: "Edda Morvane" } });
  expect((await ask("inbox")).json().cards).not.toEqual([]);
  const chat = await ask("chat", { question: "Why do tickets vanish?" });
  expect(chat.json().answer).toContain("older than five years");
  for (const route of ["board", "spine", "inbox", "status"]) {
    expect((await ask(route, undefined, { "x-demo-token": "x".repeat(32) })).status).toBe(401);
  }
});

test("every other address names the one that opens the board", async () => {
  const answer = await fetch(demo.url);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    {
      statusCode: 404,
      code: "route_not_found",
      message: "Demo mode has no page here. Open the address that npm start -- --demo prints",
    },
  ]);
});

test("a recording that the webhook announces is in status and in answers", async () => {
  const body = { recording_id: "demo-ferry-weekly" };
  expect((await ask("meeting-webhook", body)).status).toBe(401);
  const announcement = await ask("meeting-webhook", body, {
    "x-webhook-secret": demo.webhookSecret,
  });
  expect(announcement.json().session).toMatchObject({ status: "indexed" });
  expect((await ask("status")).json().sessions).toEqual([announcement.json().session]);
  const chat = await ask("chat", { question: "Who calls the legal team on Monday?" });
  expect(chat.json().answer).toContain("I call its legal team on Monday");
});

test.each([
  [{ SERVICE_MODE: "production" }, "SERVICE_MODE is production"],
  [{ SUPABASE_URL: "https://backend.example" }, "Variables of an identity provider are set"],
])("demo mode does not start with %j", async (env, reason) => {
  await expect(startDemoMode({ port: 0, dataDir, env })).rejects.toThrow(reason);
});

test("in production the routes of demo mode return 503, for every request", async () => {
  const env = {
    SERVICE_DEMO_TOKEN,
    MEETING_WEBHOOK_SECRET: SERVICE_DEMO_TOKEN,
    SERVICE_MODE: "production",
  };
  const log = openLogFile(path.join(dataDir, "production.log"));
  const functions = await startFunctions({
    functions: path.join(PROJECT, "supabase/functions"),
    env,
    reach: reachOfRoutes(env),
    cache: DENO_CACHE,
    log,
  });
  try {
    const at = await functions.address();
    const headers = {
      ...at?.headers,
      "content-type": "application/json",
      "x-demo-token": SERVICE_DEMO_TOKEN,
      "x-webhook-secret": SERVICE_DEMO_TOKEN,
    };
    const slugs = demoContracts.map(({ slug, post }) => ({ slug, isPost: post !== undefined }));
    const legacy = [
      { slug: "chat", isPost: true },
      { slug: "spine", isPost: false },
      { slug: "inbox", isPost: false },
    ];
    for (const { slug, isPost } of [...slugs, ...legacy]) {
      const answer = await fetch(`${at?.origin}/api/${slug}`, {
        ...(isPost && { method: "POST", body: '{"question":"Why?"}' }),
        headers,
      });
      const { code } = (await answer.json()) as { code: string };
      expect([slug, answer.status, code]).toEqual([slug, 503, "identity_provider_not_configured"]);
    }
  } finally {
    await functions.stop();
    await log.close();
  }
});
