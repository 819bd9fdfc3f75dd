/** The bundled demo dataset: behind the operator's token, without a database, and never in production. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { timingSafeEqual } from "deno-std/crypto/timing_safe_equal.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inbox } from "../../supabase/functions/_domain/approvals/contract.ts";
import { payloadFields } from "../../supabase/functions/_domain/approvals/kinds.ts";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
import { demoDataset } from "../../supabase/functions/_domain/demo/dataset.ts";
import { Outcome } from "../../supabase/functions/_domain/estimates/contract.ts";
import { Spine } from "../../supabase/functions/_domain/portfolio/spine-contract.ts";
import api from "../../supabase/functions/api/index.ts";
import { answerWith, call, configure, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

vi.mock("deno-std/crypto/timing_safe_equal.js", { spy: true });

const token = "a-demo-token-of-the-operator";
const migrations = path.resolve(import.meta.dirname, "../../supabase/migrations");
const noProvider = { SUPABASE_URL: null, SUPABASE_PUBLISHABLE_KEYS: null, SUPABASE_JWKS: null };
const variables = [
  "SERVICE_DEMO_TOKEN",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "SERVICE_CHAT_CTX_MAX_CHARS",
];

beforeEach(() => {
  configure(noProvider);
  process.env["SERVICE_DEMO_TOKEN"] = token;
});
afterEach(() => {
  for (const name of variables) delete process.env[name];
});

const routes = [
  { path: "/api/chat", body: { question: "Why do tickets vanish on old phones?" } },
  { path: "/api/spine" },
  { path: "/api/inbox" },
  { path: "/api/outcome?query=Landing%20page" },
];
const ask = (path: string, sentToken: string | null, body?: unknown) =>
  call(api, path, {
    signedIn: false,
    headers: sentToken === null ? {} : { "x-demo-token": sentToken },
    ...(body !== undefined && { body }),
  });
const refusal = { status: 503, code: "identity_provider_not_configured" };

interface Answer {
  answer: string;
  citations: { n: number; kind: string; quote: string; title: string; project_id: string }[];
  model: string | null;
  dropped_citations: number;
  context: { projects: number; passages: number; chars: number };
}

describe("with the token", () => {
  test("answers a question with evidence from the dataset", async () => {
    const { status, json } = await ask("/api/chat", token, routes[0]?.body);
    const { answer, citations, model, context } = json as Answer;
    expect([status, model]).toEqual([200, null]);
    expect(answer).toMatch(/No AI model is configured[\s\S]+older than five years[\s\S]+\[1\]/);
    const { passages } = demoDataset(new Date());
    expect(citations[0]).toMatchObject({ n: 1, kind: "chunk", title: "Ticket app, weekly call" });
    for (const { quote } of citations) {
      expect(passages.some(({ content }) => content.includes(quote))).toBe(true);
    }
    expect(context.projects).toBe(3);
    expect(requests).toEqual([]);
  });

  test("does not guess the answer to a question outside the dataset", async () => {
    const { json } = await ask("/api/chat", token, { question: "Qwertz asdf?" });
    expect((json as Answer).answer).toBe("I can't find that in anything you have access to.");
  });

  test("gives a configured model the same context, checks its citations and calls no other model", async () => {
    process.env["OPENAI_API_KEY"] = "sk-demo";
    process.env["OPENAI_BASE_URL"] = "https://model.example/v1";
    answerWith(async (_, request) => {
      const { messages } = (await request.clone().json()) as { messages: { content: string }[] };
      const n = /\[(\d+)\] Task "Offline tickets/.exec(messages[1]?.content ?? "")?.[1];
      const content = `It is blocked [${n}]. "Nobody ever said so at all" [1]. So it is [900].`;
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      return new Response(`${chunk({ content }, null)}${chunk({}, "stop")}data: [DONE]\n\n`, {
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
    expect(requests.map(({ url }) => url)).toEqual(["https://model.example/v1/chat/completions"]);
  });

  test("returns the spine of the whole dataset, whatever `as` is", async () => {
    const answer = await ask("/api/spine", token);
    expect(answer.status).toBe(200);
    expect(Spine.parse(answer.json).projects.map(({ code }) => code)).toEqual([
      "FERRY-01",
      "FERRY-02",
      "SHOP-07",
    ]);
    const { id } = Spine.parse(answer.json).viewer;
    expect((await ask(`/api/spine?as=${id}`, token)).json).toEqual(answer.json);
    expect(requests).toEqual([]);
  });

  test("shows cards of the dataset with verified citations, and refuses decisions", async () => {
    const { status, json } = await ask("/api/inbox", token);
    expect(status).toBe(200);
    const { cards, counts, next_cursor } = inbox.get.response.parse(json);
    const { spine, passages } = demoDataset(new Date());
    expect(cards.length).toBeGreaterThan(2);
    expect([counts.pending, next_cursor]).toEqual([cards.length, null]);
    const ids = new Set(spine.projects.map(({ id }) => id));
    const kinds = readdirSync(migrations)
      .filter((name) => name.includes("_data"))
      .map((name) => readFileSync(path.join(migrations, name), "utf8"))
      .join("\n");
    for (const { approval, diff, evidence = [], allowed_actions } of cards) {
      expect(ids).toContain(approval.project?.id);
      expect(allowed_actions).toEqual([]);
      const { kind, kind_title, group, stakes } = approval;
      expect(kinds).toContain(`('${kind}', '${group}', '${kind_title}', '${stakes}', true, false`);
      const fields = payloadFields[kind];
      expect(diff.map(({ field }) => field).sort()).toEqual(Object.keys(approval.payload).sort());
      expect(fields.map(({ name }) => name)).toEqual(
        expect.arrayContaining(Object.keys(approval.payload)),
      );
      for (const { name } of fields.filter(({ required }) => required)) {
        expect(approval.payload).toHaveProperty(name);
      }
      expect(evidence).toHaveLength(1);
      const passage = passages.find(({ passageId }) => passageId === evidence[0]?.chunk_id);
      expect(passage?.content).toContain(evidence[0]?.quote);
      expect(passage?.projectId).toBe(approval.project?.id);
    }
    const times = cards.map(({ approval }) => approval.created_at);
    expect(times).toEqual(times.toSorted());
    expect(requests).toEqual([]);
  });

  test("estimates from the dataset's finished work, and gives no number for few cases", async () => {
    const { status, json } = await ask("/api/outcome?query=Landing%20page", token);
    const answer = Outcome.parse(json);
    expect([status, answer.no_data, answer.comparables.length]).toEqual([200, false, 12]);
    const [low, high] = answer.range_hours ?? [0, 0];
    expect(answer.typical_hours).toBeGreaterThan(low);
    expect(answer.typical_hours).toBeLessThan(high);
    const { id } = demoDataset(new Date()).spine.accounts[1]?.client ?? { id: "" };
    const answerOfFew = Outcome.parse(
      (await ask(`/api/outcome?query=Landing%20page&client_id=${id}`, token)).json,
    );
    expect([answerOfFew.no_data, answerOfFew.typical_hours, answerOfFew.range_hours]).toEqual([
      true,
      null,
      null,
    ]);
    expect(requests).toEqual([]);
  });

  test("pages and filters the inbox, and opens single cards with their history", async () => {
    const readInbox = async (query: string) => {
      const { json } = await ask(`/api/inbox${query}`, token);
      return inbox.get.response.parse(json);
    };
    const { cards: allCards, counts } = await readInbox("");
    const pagedIds: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await readInbox(`?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(page.counts).toEqual(counts);
      pagedIds.push(...page.cards.map(({ approval }) => approval.id));
      cursor = page.next_cursor;
    }
    expect(pagedIds).toEqual(allCards.map(({ approval }) => approval.id));
    for (const { approval } of allCards) {
      for (const query of [`?kind=${approval.kind}`, `?project_id=${approval.project?.id}`]) {
        const { cards } = await readInbox(query);
        expect(cards).toContainEqual(allCards.find(({ approval: { id } }) => id === approval.id));
        expect(cards.length).toBeLessThan(allCards.length);
      }
      const { cards, next_cursor } = await readInbox(`?approval_id=${approval.id}`);
      expect([cards.length, next_cursor]).toEqual([1, null]);
      expect(cards[0]?.approval).toEqual(approval);
      expect(cards[0]?.versions?.[0]?.payload).toEqual(approval.payload);
      expect(cards[0]?.events).toHaveLength(1);
    }
    const unknownId = "0000000a-0000-4000-8000-000000100001";
    expect(await ask(`/api/inbox?approval_id=${unknownId}`, token)).toMatchObject({
      status: 404,
      code: "approval_not_found",
    });
    expect(await ask("/api/inbox?cursor=x", token)).toMatchObject({
      status: 400,
      code: "invalid_cursor",
    });
    const decision = { action: "approve", id: allCards[0]?.approval.id };
    expect(await ask("/api/approvals", token, decision)).toMatchObject(refusal);
  });

  test("checks the token, and then refuses invalid input as on any route", async () => {
    for (const [sentToken, status] of [
      [token, 400],
      ["x".repeat(30), 401],
    ] as const) {
      expect((await ask("/api/chat", sentToken, { question: " " })).status).toBe(status);
      expect((await ask("/api/spine?limit=1", sentToken)).status).toBe(status);
      for (const query of ["kind=constructor", "limit=0", "approval_id=x", "status=pending"]) {
        expect((await ask(`/api/inbox?${query}`, sentToken)).status).toBe(status);
      }
    }
  });

  test("lets a browser send the token's header", async () => {
    const preflight = await call(api, "/api/chat", { method: "OPTIONS", signedIn: false });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-demo-token");
  });

  test.each(["demo", ""])("answers in mode %j", async (mode) => {
    configure({ ...noProvider, SERVICE_MODE: mode });
    expect((await ask("/api/spine", token)).status).toBe(200);
  });
});

describe.each(routes)("$path", ({ path, body }) => {
  test.each([
    token.slice(0, -1),
    `${token}x`,
    `${token.slice(0, -1)}X`,
    token.toUpperCase(),
    `Bearer ${token}`,
    "",
    "undefined",
  ])("answers 401 to %j after a comparison in constant time", async (sentToken) => {
    vi.mocked(timingSafeEqual).mockClear();
    const answer = await ask(path, sentToken, body);
    expect([answer.status, answer.code]).toEqual([401, "invalid_token"]);
    expect(timingSafeEqual).toHaveBeenCalledOnce();
    expect(requests).toEqual([]);
  });

  test("answers 401 without a token, and to a signed-in user's token", async () => {
    const answer = await ask(path, null, body);
    expect([answer.status, answer.code]).toEqual([401, "not_signed_in"]);
    expect((await call(api, path, { ...(body && { body }) })).status).toBe(401);
  });

  test.each([null, "", " ", "x".repeat(23)])(
    "answers 503 where the operator's token is %j",
    async (configuredToken) => {
      if (configuredToken === null) delete process.env["SERVICE_DEMO_TOKEN"];
      else process.env["SERVICE_DEMO_TOKEN"] = configuredToken;
      for (const sentToken of [token, configuredToken ?? "", null]) {
        expect(await ask(path, sentToken, body)).toMatchObject(refusal);
      }
    },
  );

  test.each(["production", "PRODUCTION", "Demo", "anything"])(
    "answers 503 in mode %s",
    async (mode) => {
      configure({ ...noProvider, SERVICE_MODE: mode });
      expect(await ask(path, token, body)).toMatchObject(refusal);
      expect(requests).toEqual([]);
    },
  );

  test.each(Object.keys(noProvider))(
    "answers 503 if only %s names an identity provider",
    async (name) => {
      configure({ ...noProvider, [name]: "https://backend.example" });
      expect(await ask(path, token, body)).toMatchObject(refusal);
    },
  );

  test("answers 401 to the token where an identity provider is configured", async () => {
    configure({ SERVICE_MODE: "demo" });
    expect(await ask(path, token, body)).toMatchObject({ status: 401, code: "not_signed_in" });
  });
});

test("keeps every other route closed to callers with the token", async () => {
  for (const { slug, path = slug, get } of contracts) {
    if (routes.some((route) => route.path.split("?")[0] === `/api/${path}`)) continue;
    expect(await ask(`/api/${path}`, token, get ? undefined : {})).toMatchObject(refusal);
  }
});
