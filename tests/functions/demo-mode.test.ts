/** The bundled demo dataset: behind the operator's token, without a database, and never in production. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
import { demoDataset } from "../../supabase/functions/_domain/demo/dataset.ts";
import { Spine } from "../../supabase/functions/_domain/portfolio/spine-contract.ts";
import api from "../../supabase/functions/api/index.ts";
import { answerWith, asked, call, configure } from "./in-process.ts";

const token = "a-demo-token-of-the-operator";
const nothing = { SUPABASE_URL: null, SUPABASE_PUBLISHABLE_KEYS: null, SUPABASE_JWKS: null };
const variables = [
  "SERVICE_DEMO_TOKEN",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "SERVICE_CHAT_CTX_MAX_CHARS",
];

beforeEach(() => {
  configure(nothing);
  process.env["SERVICE_DEMO_TOKEN"] = token;
});
afterEach(() => {
  for (const name of variables) delete process.env[name];
});

const routes = [
  { path: "/api/chat", body: { question: "Why do tickets vanish on old phones?" } },
  { path: "/api/spine" },
];
const ask = (path: string, given: string | null, body?: unknown) =>
  call(api, path, {
    signedIn: false,
    headers: given === null ? {} : { "x-demo-token": given },
    ...(body !== undefined && { body }),
  });
const refused = { status: 503, code: "identity_provider_not_configured" };

interface Answer {
  answer: string;
  citations: { n: number; kind: string; quote: string; title: string; project_id: string }[];
  model: string | null;
  dropped_citations: number;
  context: { projects: number; passages: number; chars: number };
}

describe("with the token", () => {
  test("a question is answered with evidence of the dataset, which stands where it is said to", async () => {
    const { status, json } = await ask("/api/chat", token, routes[0]?.body);
    const { answer, citations, model, context } = json as Answer;
    expect([status, model]).toEqual([200, null]);
    expect(answer).toMatch(/No model is configured[\s\S]+older than five years[\s\S]+\[1\]/);
    const { passages } = demoDataset(new Date());
    expect(citations[0]).toMatchObject({ n: 1, kind: "chunk", title: "Ticket app, weekly call" });
    for (const { quote } of citations) {
      expect(passages.some(({ content }) => content.includes(quote))).toBe(true);
    }
    expect(context.projects).toBe(3);
    expect(asked).toEqual([]);
  });

  test("what the dataset does not say is not guessed", async () => {
    const { json } = await ask("/api/chat", token, { question: "Qwertz asdf?" });
    expect((json as Answer).answer).toBe("I don't see that in what you can access.");
  });

  test("a configured model has the same context, its citations are checked, and it alone is asked", async () => {
    process.env["OPENAI_API_KEY"] = "sk-demo";
    process.env["OPENAI_BASE_URL"] = "https://model.example/v1";
    answerWith(async (_, request) => {
      const { messages } = (await request.clone().json()) as { messages: { content: string }[] };
      const n = /\[(\d+)\] Task "Offline tickets/.exec(messages[1]?.content ?? "")?.[1];
      const said = `It is blocked [${n}]. "Nobody ever said so at all" [1]. So it is [900].`;
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      return new Response(`${chunk({ content: said }, null)}${chunk({}, "stop")}data: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    });
    const { status, json } = await ask("/api/chat", token, routes[0]?.body);
    const { citations, dropped_citations, answer } = json as Answer;
    expect(status).toBe(200);
    expect(citations).toHaveLength(1);
    expect(citations[0]).toMatchObject({ kind: "row", title: "Offline tickets on old phones" });
    expect(citations[0]?.project_id).toBe(demoDataset(new Date()).spine.projects[0]?.id);
    expect([dropped_citations, answer.includes("900")]).toEqual([2, false]);
    expect(asked.map(({ url }) => url)).toEqual(["https://model.example/v1/chat/completions"]);
  });

  test("the spine is the dataset's, whole; `as` changes nothing", async () => {
    const plain = await ask("/api/spine", token);
    expect(plain.status).toBe(200);
    expect(Spine.parse(plain.json).projects.map(({ code }) => code)).toEqual([
      "FERRY-01",
      "FERRY-02",
      "SHOP-07",
    ]);
    const { id } = Spine.parse(plain.json).viewer;
    expect((await ask(`/api/spine?as=${id}`, token)).json).toEqual(plain.json);
    expect(asked).toEqual([]);
  });

  test("input is refused as ever, and after the token", async () => {
    for (const [given, status] of [
      [token, 400],
      ["x".repeat(30), 401],
    ] as const) {
      expect((await ask("/api/chat", given, { question: " " })).status).toBe(status);
      expect((await ask("/api/spine?limit=1", given)).status).toBe(status);
    }
  });

  test("a browser may send it", async () => {
    const preflight = await call(api, "/api/chat", { method: "OPTIONS", signedIn: false });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-demo-token");
  });

  test.each(["demo", ""])("mode %j", async (mode) => {
    configure({ ...nothing, SERVICE_MODE: mode });
    expect((await ask("/api/spine", token)).status).toBe(200);
  });
});

describe.each(routes)("$path is closed", ({ path, body }) => {
  test.each([
    token.slice(0, -1),
    `${token}x`,
    `${token.slice(0, -1)}X`,
    token.toUpperCase(),
    `Bearer ${token}`,
    "",
    "undefined",
  ])(
    "401 for %j, compared by the platform's check that takes the same time for any two",
    async (given) => {
      const verify = vi.spyOn(crypto.subtle, "verify");
      const answer = await ask(path, given, body);
      expect([answer.status, answer.code]).toEqual([401, "invalid_token"]);
      expect(verify).toHaveBeenCalledOnce();
      expect(asked).toEqual([]);
    },
  );

  test("401 without one, and a signed-in user's is none", async () => {
    const answer = await ask(path, null, body);
    expect([answer.status, answer.code]).toEqual([401, "not_signed_in"]);
    expect((await call(api, path, { ...(body && { body }) })).status).toBe(401);
  });

  test.each([null, "", " ", "x".repeat(23)])(
    "503 where the operator's token is %j",
    async (configuredToken) => {
      if (configuredToken === null) delete process.env["SERVICE_DEMO_TOKEN"];
      else process.env["SERVICE_DEMO_TOKEN"] = configuredToken;
      for (const given of [token, configuredToken ?? "", null]) {
        expect(await ask(path, given, body)).toMatchObject(refused);
      }
    },
  );

  test.each(["production", "PRODUCTION", "Demo", "anything"])("503 in mode %s", async (mode) => {
    configure({ ...nothing, SERVICE_MODE: mode });
    expect(await ask(path, token, body)).toMatchObject(refused);
    expect(asked).toEqual([]);
  });

  test("401 where an identity provider is configured: the token opens nothing", async () => {
    configure({ SERVICE_MODE: "demo" });
    expect(await ask(path, token, body)).toMatchObject({ status: 401, code: "not_signed_in" });
  });
});

test("every other route stays closed, whoever has the token", async () => {
  for (const { slug, path = slug, get } of contracts) {
    if (slug === "chat" || slug === "spine") continue;
    expect(await ask(`/api/${path}`, token, get ? undefined : {})).toMatchObject(refused);
  }
});
