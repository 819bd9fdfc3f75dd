import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseEnv } from "../../../supabase/functions/_env.ts";
import {
  embedderFor,
  embedderOf,
} from "../../../supabase/functions/_integrations/embeddings/embedder.ts";
import { gteSmall } from "../../../supabase/functions/_integrations/embeddings/gte-small.ts";
import { openAiCompatible } from "../../../supabase/functions/_integrations/embeddings/openai-compatible.ts";
import { type MockOpenAi, openAiAccount, startMockOpenAi } from "../../support/mock-openai.ts";
import { wordVector } from "../../support/word-vectors.ts";

const signal = new AbortController().signal;
const model = "text-embedding-3-small";

let vendor: MockOpenAi;
beforeEach(async () => {
  vendor = await startMockOpenAi();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  expect(vendor.violations).toEqual([]);
  await vendor.close();
});

const embedder = (options: { apiKey?: string; model?: string; timeoutMs?: number } = {}) =>
  openAiCompatible({ baseUrl: vendor.url, ...openAiAccount, model, version: "1", ...options });
/** Matches a vector up to the precision to which the API rounds. */
const near = (vector: number[]) => vector.map((part) => expect.closeTo(part, 6));

describe("an endpoint that speaks OpenAI's API", () => {
  test("returns 384 numbers for each text, as numbers", async () => {
    const vectors = await embedder().embed(["the budget", "a contract"], signal);
    expect(vectors).toEqual([near(wordVector("the budget")), near(wordVector("a contract"))]);
    expect(vendor.requests.map(({ body }) => body)).toEqual([
      { model, input: ["the budget", "a contract"], dimensions: 384, encoding_format: "float" },
    ]);
    expect(vendor.requests[0]?.headers.get("openai-organization")).toBeNull();
  });

  test("may answer in any order", async () => {
    vendor.answer = (texts) => ({
      object: "list",
      data: texts
        .map((text, index) => ({ object: "embedding", index, embedding: wordVector(text) }))
        .reverse(),
    });
    const vectors = await embedder().embed(["one", "two", "three"], signal);
    expect(vectors).toEqual(["one", "two", "three"].map((word) => near(wordVector(word))));
  });

  test("has its numbers rounded to the precision of the database, which refuses numbers nearer to zero", async () => {
    vendor.answer = () => listOf([1, 1e-50, ...wordVector("x").slice(2)]);
    const [vector] = await embedder().embed(["one", "two"], signal);
    expect(vector?.slice(0, 2)).toEqual([1, 0]);
  });

  const vector = wordVector("x");
  const entry = (index: unknown) => ({ index, embedding: vector });
  test.each([
    ["fewer vectors than texts", { data: [{ index: 0, embedding: vector }] }, "ambiguous"],
    ["another length", listOf(vector.slice(1)), "refused"],
    ["twice the length", listOf([...vector, ...vector]), "refused"],
    ["base64, which was not requested", listOf("AAAA"), "refused"],
    ["no direction", listOf(vector.map(() => 0)), "ambiguous"],
    ["a value that is not a number", listOf([null, ...vector.slice(1)]), "ambiguous"],
    ["a number that is too large", listOf([1e300, ...vector.slice(1)]), "ambiguous"],
    ["almost no direction", listOf(vector.map(() => 1e-50)), "ambiguous"],
    ["a text that was not requested", { data: [entry(0), entry(4_000_000_000)] }, "refused"],
    ["an invalid index", { data: [entry(0), entry("length")] }, "refused"],
    ["an invalid entry", { data: [entry(0), null] }, "refused"],
    ["no list", { data: {} }, "ambiguous"],
    ["nothing", {}, "ambiguous"],
  ])("that returns %s stores nothing", async (_, answer, failure) => {
    vendor.answer = () => answer;
    const result = embedder().embed(["one", "two"], signal);
    await expect(result).rejects.toMatchObject({ name: "VendorError", failure });
  });

  test.each([
    ["429", { status: 429, headers: { "retry-after": "7" }, body: {} }, "busy", 7_000],
    ["400", { status: 400, body: { error: { message: "Too long" } } }, "refused", null],
    ["403", { status: 403, body: {} }, "refused", null],
    ["408", { status: 408, body: {} }, "ambiguous", null],
    ["500", { status: 500, body: "<html>" }, "ambiguous", null],
    ["503", { status: 503, headers: { "retry-after": "2" }, body: {} }, "ambiguous", 2_000],
    [
      "a redirect",
      { status: 302, headers: { location: "https://elsewhere.test/" } },
      "refused",
      null,
    ],
    ["a broken connection", "reset", "busy", null],
  ] as const)("fails with %s once: jobs try again, not the client", async (...row) => {
    const [, how, failure, retryAfterMs] = row;
    vendor.fail({ operation: "createEmbedding", when: "before", how });
    await expect(embedder().embed(["one"], signal)).rejects.toMatchObject({
      failure,
      retryAfterMs,
    });
    expect(vendor.requests).toHaveLength(1);
  });

  test("that is silent is aborted, by its time limit and by ours", async () => {
    vendor.fail({ operation: "createEmbedding", when: "before", how: "hang", times: 2 });
    await expect(embedder({ timeoutMs: 50 }).embed(["one"], signal)).rejects.toMatchObject({
      failure: "busy",
    });
    await expect(embedder().embed(["one"], AbortSignal.timeout(50))).rejects.toMatchObject({
      failure: "busy",
    });
    await expect(embedder().embed(["one"], AbortSignal.abort())).rejects.toMatchObject({
      failure: "busy",
    });
    expect(vendor.requests).toHaveLength(2);
  });

  test("that cannot be reached is retried later", async () => {
    const unreachable = openAiCompatible({
      baseUrl: "http://127.0.0.1:9",
      ...openAiAccount,
      model,
      version: "1",
    });
    await expect(unreachable.embed(["one"], signal)).rejects.toMatchObject({ failure: "busy" });
  });

  test("reveals neither key nor address when it refuses", async () => {
    const wrong = embedder({ apiKey: "sk-wrong" }).embed(["one"], signal);
    await expect(wrong).rejects.toThrow(/credentials/);
    await expect(wrong).rejects.not.toThrow(/sk-wrong|127\.0\.0\.1/);
    await expect(embedder({ model: "none" }).embed(["one"], signal)).rejects.toThrow(/model/);
  });
});

describe("the runtime's own model", () => {
  const runtime = (run: (text: string, options: object) => Promise<unknown>) => {
    const loads: string[] = [];
    class Session {
      run = run;
      constructor(name: string) {
        loads.push(name);
      }
    }
    vi.stubGlobal("Supabase", { ai: { Session } });
    return loads;
  };

  test("is asked text by text, for the normalized mean, in a session that is kept until it fails", async () => {
    const calls: unknown[] = [];
    const model = runtime(async (text, options) => {
      calls.push([text, options]);
      if (calls.length === 1) throw new Error("out of memory");
      return wordVector(text);
    });
    const own = gteSmall("1");
    await expect(own.embed(["one"], signal)).rejects.toMatchObject({ failure: "busy" });
    expect(await own.embed(["one", "two"], signal)).toEqual(
      ["one", "two"].map((word) => near(wordVector(word))),
    );
    expect(await own.embed(["three"], signal)).toEqual([near(wordVector("three"))]);
    const options = { mean_pool: true, normalize: true };
    expect(calls).toEqual(["one", "one", "two", "three"].map((text) => [text, options]));
    expect(model).toEqual(["gte-small", "gte-small"]);
  });

  test("fails as a vendor does", async () => {
    await expect(gteSmall("1").embed(["one"], signal)).rejects.toMatchObject({
      failure: "refused",
    });
    runtime(async () => [1, 2, 3]);
    await expect(gteSmall("1").embed(["one"], AbortSignal.abort())).rejects.toMatchObject({
      failure: "busy",
    });
  });
});

describe("the choice of the model", () => {
  const key = { OPENAI_API_KEY: "sk-x" };
  const openai = {
    provider: "openai",
    model,
    version: "1",
    apiKey: "sk-x",
    baseUrl: "https://api.openai.com/v1",
  };
  test.each([
    ["nothing configured", {}, false, null],
    [
      "nothing configured on the hosted runtime",
      {},
      true,
      { provider: "built-in", model: "gte-small", version: "1" },
    ],
    ["a key alone sends no text away", key, false, null],
    ["a model", { ...key, EMBEDDING_MODEL: model }, false, openai],
    ["a model on the hosted runtime", { ...key, EMBEDDING_MODEL: model }, true, openai],
    [
      "a version",
      { ...key, EMBEDDING_MODEL: model, EMBEDDING_VERSION: "2" },
      false,
      { ...openai, version: "2" },
    ],
    [
      "an address",
      { ...key, EMBEDDING_MODEL: model, OPENAI_BASE_URL: "http://localhost:11434/v1/" },
      false,
      { ...openai, baseUrl: "http://localhost:11434/v1" },
    ],
    ["none", { ...key, EMBEDDING_MODEL: "none" }, true, null],
  ])("%s", (_, source, hasBuiltIn, expected) => {
    expect(parseEnv(source, hasBuiltIn).embedding).toEqual(expected);
  });

  test.each([
    ["no key", { EMBEDDING_MODEL: model }, /OPENAI_API_KEY is missing/],
    [
      "no address",
      { ...key, EMBEDDING_MODEL: model, OPENAI_BASE_URL: "ollama" },
      /OPENAI_BASE_URL is malformed/,
    ],
  ])("%s: search is by words alone, for a stated reason", (_, source, reason) => {
    const { embedding, problems } = parseEnv(source, false);
    expect(embedding).toBeNull();
    expect(problems.EMBEDDING_MODEL).toMatch(reason);
  });

  test("while vectors of a new model are being stored, the live one is called at its own provider", async () => {
    const env = parseEnv({ ...key, EMBEDDING_MODEL: model }, false).embedding;
    if (!env) throw new Error("Nothing is configured");
    expect(await embedderOf(env)).toMatchObject({ model, version: "1" });
    const large = { model: "text-embedding-3-large", version: "1" };
    expect(await embedderFor(env, large)).toMatchObject(large);
    // Another version under the same name no longer exists, and neither does a model of another runtime.
    expect(await embedderFor(env, { model, version: "0" })).toBeNull();
    expect(await embedderFor(env, { model: "gte-small", version: "1" })).toBeNull();
  });
});

function listOf(embedding: unknown) {
  return {
    object: "list",
    data: [0, 1].map((index) => ({ object: "embedding", index, embedding })),
  };
}
