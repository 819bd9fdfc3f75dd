/** Only the question goes to the public web, and nothing that the service stores. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import research from "../../supabase/functions/research/index.ts";
import { webAnswer } from "../support/mock-openai.ts";
import { answerWith, call, configured, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const CANARY = "canary-7f3a";
const base = "https://research.example/v1";
const environment = {
  OPENAI_RESEARCH_KEY: "sk-research",
  OPENAI_RESEARCH_BASE_URL: base,
  RESEARCH_MODEL: "gpt-research",
  OPENAI_API_KEY: `sk-chat-${CANARY}`,
  OPENAI_BASE_URL: `https://${CANARY}.example/v1`,
  OPENAI_ORG_ID: CANARY,
  OPENAI_PROJECT_ID: CANARY,
  CHAT_MODEL: CANARY,
};
const before = { ...process.env };
beforeEach(() => {
  Object.assign(process.env, environment);
});
afterEach(() => {
  for (const name of Object.keys(environment)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

/** The Data API returns everything to every caller; the web answers. */
function respondWith(web: unknown = webAnswer("It rains.", []), limit: unknown = null): void {
  answerWith((path, request) => {
    if (request.url === `${base}/responses`) return web;
    if (path === "/rpc/begin_research") return limit;
    if (path === "/rpc/require_lead") return null;
    return { projects: [{ name: CANARY }], content: CANARY, prompt: CANARY };
  });
}
const outgoing = () => requests.filter(({ url }) => url.startsWith(base));

test("answers with numbered citations of web pages", async () => {
  const text = "It rains ([a.example](https://a.example/x)). Bad.";
  respondWith(
    webAnswer(text, [
      { url: "https://a.example/x", title: "Weather", start_index: 9, end_index: 43 },
      { url: "javascript:alert(1)", title: "Bad", start_index: 45, end_index: 49 },
    ]),
  );
  const answer = await call(research, "/research", { body: { question: "Will it rain?" } });
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      answer: "It rains [1]. Bad.",
      citations: [{ n: 1, url: "https://a.example/x", title: "Weather" }],
      model: "gpt-research",
    },
  ]);
});

test("sends requests that differ only in the question", async () => {
  const questions = ["Will it rain?", 'Say "hello" — 🌱\nand more'];
  const bodies: string[] = [];
  for (const question of questions) {
    respondWith();
    requests.length = 0;
    await call(research, "/research", {
      body: { question },
      headers: {
        "x-request-id": CANARY,
        "x-client-info": CANARY,
        cookie: CANARY,
        referer: `https://${CANARY}.example/`,
      },
    });
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/rest/v1/rpc/require_lead",
      "/rest/v1/rpc/begin_research",
      "/v1/responses",
    ]);
    const [request] = outgoing();
    const body = (await request?.text()) as string;
    bodies.push(body.replace(JSON.stringify(question), "QUESTION"));
    expect(Object.keys(JSON.parse(body)).sort()).toEqual([
      "input",
      "instructions",
      "model",
      "store",
      "tool_choice",
      "tools",
    ]);
    const headers = JSON.stringify([...(request?.headers ?? [])]);
    expect(request?.headers.get("authorization")).toBe("Bearer sk-research");
    for (const secret of [CANARY, "sk-chat", ...Object.values(configured)]) {
      expect(`${body} ${headers} ${request?.url}`).not.toContain(secret);
    }
    // The request has only the client library's own headers, and none about the person.
    expect(
      [...(request?.headers.keys() ?? [])].filter((name) => !/^x-stainless-/.test(name)).sort(),
    ).toEqual(["accept", "authorization", "content-type", "user-agent"]);
  }
  expect(bodies[0]).toBe(bodies[1]);
  expect(bodies[0]).toContain('"input":QUESTION');
});

describe("sends no request", () => {
  test.each(["member", "client"])(
    "for a %s, who gets 403 before their question is read",
    async () => {
      answerWith(() => refusal(400, "OPDEN", "Leads only", "role_not_allowed"));
      const answer = await call(research, "/research", { body: { nonsense: 1 } });
      expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
      expect(outgoing()).toEqual([]);
    },
  );

  test("past the limit, and answers 429", async () => {
    respondWith(undefined, refusal(400, "OPLIM", "Too many calls", "rate_limited"));
    const answer = await call(research, "/research", { body: { question: "Will it rain?" } });
    expect([answer.status, answer.code]).toEqual([429, "rate_limited"]);
    expect(outgoing()).toEqual([]);
  });

  test("without a separate key, and answers 503 without counting the call", async () => {
    respondWith();
    for (const change of [
      { OPENAI_RESEARCH_KEY: "" },
      { OPENAI_RESEARCH_BASE_URL: "ftp://a.example" },
    ]) {
      requests.length = 0;
      Object.assign(process.env, environment, change);
      const answer = await call(research, "/research", { body: { question: "Will it rain?" } });
      expect([answer.status, answer.code]).toEqual([503, "research_not_configured"]);
      expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
        "/rest/v1/rpc/require_lead",
      ]);
    }
  });

  test.each([
    {},
    { question: " " },
    { question: "x".repeat(2_001) },
    { question: "x", as: CANARY },
    { question: "x", project_id: CANARY },
  ])("for %j, and answers 400", async (body) => {
    respondWith();
    const answer = await call(research, "/research", { body });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(outgoing()).toEqual([]);
  });
});

test.each([
  [Response.json({}, { status: 500 }), "model_unavailable"],
  [Response.json({ error: { message: "sk-research" } }, { status: 401 }), "model_refused"],
  [new Error("gone"), "model_unavailable"],
  [webAnswer("Half", [], "incomplete"), "model_unavailable"],
])("answers 503 without the text of a failed search (%#)", async (web, code) => {
  respondWith(web);
  const answer = await call(research, "/research", { body: { question: "Will it rain?" } });
  expect([answer.status, answer.code]).toEqual([503, code]);
  expect(answer.text).not.toMatch(/sk-research|research\.example/);
});
