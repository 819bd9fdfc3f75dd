/** The real process of the functions without an identity provider: the operator's token opens the demo, and nothing in production. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FunctionsProcess, startFunctions } from "../../scripts/stack/functions-process.ts";
import { reachOfRoutes } from "../../scripts/stack/functions-reach.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { DENO_CACHE } from "../../scripts/test-cluster/cache.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const SERVICE_DEMO_TOKEN = "a-demo-token-of-the-operator";
let folder: string;
let log: LogFile;
const running: FunctionsProcess[] = [];

beforeAll(async () => {
  folder = await temporaryFolder("demo-mode");
  log = openLogFile(path.join(folder, "functions.log"));
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks `chat` and `inbox` with the token; answers the status and the body of each. */
async function answersWith(env: Record<string, string>) {
  const functions = await startFunctions({
    functions: path.join(PROJECT, "supabase/functions"),
    env,
    reach: reachOfRoutes(env),
    cache: DENO_CACHE,
    log,
  });
  running.push(functions);
  const at = await functions.address();
  const ask = async (route: string, body?: object) => {
    const answer = await fetch(`${at?.origin}/api/${route}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        ...at?.headers,
        "content-type": "application/json",
        "x-demo-token": SERVICE_DEMO_TOKEN,
      },
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  return [await ask("chat", { question: "Why do tickets vanish?" }), await ask("inbox")];
}

test("outside production its token opens question and inbox", async () => {
  const [chat, inbox] = await answersWith({ SERVICE_DEMO_TOKEN });
  expect(chat).toMatchObject({ status: 200, json: { model: null } });
  expect(chat?.json["answer"]).toContain("older than five years");
  expect(inbox?.status).toBe(200);
  expect(inbox?.json["cards"]).not.toEqual([]);
});

test("in production nothing does", async () => {
  const env = { SERVICE_DEMO_TOKEN, SERVICE_MODE: "production" };
  for (const { status, json } of await answersWith(env)) {
    expect([status, json["code"]]).toEqual([503, "identity_provider_not_configured"]);
  }
});
