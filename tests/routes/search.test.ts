import { describe, expect, test } from "vitest";
import search from "../../supabase/functions/search/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "0000000a-0000-4000-8000-000000100001";
const passage = {
  chunk_id: id,
  source_id: id,
  source_kind: "document",
  document_id: id,
  project_id: id,
  title: "Brief",
  snippet: "🌱 the budget",
  highlights: [[6, 12]],
  location: { page: 3 },
  occurred_at: null,
  rank: 1,
};

function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : answer));
}

const post = (body: unknown) => call(search, "/search", { method: "POST", body });

describe("a valid request", () => {
  test("returns ten passages, with positions in UTF-16 units", async () => {
    respondWith({ results: [{ ...passage, score: 3.1 }], mode: "lexical", partial: false });
    const answer = await post({ query: " budget " });
    expect([answer.status, answer.json]).toEqual([
      200,
      { results: [{ ...passage, highlights: [[7, 13]] }], mode: "lexical", partial: false },
    ]);
    expect(requests[1]?.url).toMatch(/\/rpc\/search_passages$/);
    expect(await requests[1]?.json()).toEqual({ query: "budget", result_limit: 10 });
  });

  test("returns passages that fit the filters", async () => {
    respondWith({ results: [], mode: "lexical", partial: false });
    const filter = {
      project_id: id,
      source_kinds: ["meeting", "email"],
      source_id: id,
      occurred_from: "2026-01-01",
      occurred_to: "2026-01-31",
    };
    const answer = await post({ query: "q", limit: 50, ...filter });
    expect(answer.status).toBe(200);
    expect(await requests[1]?.json()).toEqual({ query: "q", result_limit: 50, ...filter });
  });
});

describe("a request with a model", () => {
  const liveModel = { name: "small", version: "1", label: "small@1", state: "live" };
  const vector = Array.from({ length: 384 }, (_, index) => (index === 0 ? 1 : 0));

  async function bodyOfSearch(embeddings: unknown): Promise<unknown> {
    Object.assign(process.env, {
      EMBEDDING_MODEL: "small",
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: "https://model.example/v1",
    });
    answerWith((path) => {
      if (path === "/rpc/require_internal_viewer") return null;
      if (path === "/rpc/get_embedding_model") return liveModel;
      if (path === "/v1/embeddings") return embeddings;
      return { results: [], mode: "lexical", partial: false };
    });
    expect((await post({ query: "budget" })).status).toBe(200);
    expect(requests.map(({ url }) => new URL(url).pathname)).toContain("/v1/embeddings");
    return requests.at(-1)?.json();
  }

  test("sends the question's vector with its words", async () => {
    const answer = { object: "list", model: "small", data: [{ index: 0, embedding: vector }] };
    expect(await bodyOfSearch(answer)).toMatchObject({
      query: "budget",
      query_embedding: vector,
      embedding_model: "small@1",
    });
  });

  test("sends only the words when the model fails", async () => {
    const failure = Response.json({ error: { message: "Overloaded" } }, { status: 500 });
    expect(await bodyOfSearch(failure)).toEqual({ query: "budget", result_limit: 10 });
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { query: "" },
    { query: "   " },
    { query: "x".repeat(501) },
    { query: ["x"] },
    { query: "x", limit: 0 },
    { query: "x", limit: 51 },
    { query: "x", project_id: "1" },
    { query: "x", source_kinds: [] },
    { query: "x", source_kinds: ["constructor"] },
    { query: "x", occurred_from: "2026-13-01" },
    { query: "x", occurred_from: "0000-01-01" },
    { query: "x", as: id },
    { query: "x", query_embedding: [1] },
  ])("%j", async (body) => {
    respondWith({ results: [], mode: "lexical", partial: false });
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });
});

describe("a refused request", () => {
  test("gets 403 if it comes from a client contact, before its question is read", async () => {
    answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
    const answer = await post({ nonsense: true });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
    expect(requests).toHaveLength(1);
  });

  test("gets 404 for a project that is not the caller's", async () => {
    respondWith(refusal(400, "OPNFD", "There is no such project", "project_not_found"));
    const answer = await post({ query: "x", project_id: id });
    expect([answer.status, answer.code]).toEqual([404, "project_not_found"]);
  });

  test("gets 405 for a question by GET", async () => {
    respondWith({ results: [], mode: "lexical", partial: false });
    expect((await call(search, "/search?query=x")).status).toBe(405);
  });
});
