/** The worker's treatment of a batch of texts, by the model's answers; pgTAP covers the database's part. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { questionVector } from "../../../supabase/functions/_chat/question-vector.ts";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import type { EmbeddingEnv } from "../../../supabase/functions/_env.ts";
import { announceModel, embedNextTexts } from "../../../supabase/functions/_jobs/embed-texts.ts";
import type { Job } from "../../../supabase/functions/_jobs/worker.ts";
import { type MockOpenAi, openAiAccount, startMockOpenAi } from "../../support/mock-openai.ts";
import { wordVector } from "../../support/word-vectors.ts";

const model = "text-embedding-3-small";
const lease = { state: "leased", model, version: "1", texts: [{ id: 0, text: "the budget" }] };

let vendor: MockOpenAi;
let calls: [string, Record<string, unknown>][];
let answers: Record<string, unknown>;
const db = {
  rpc: async (name: string, args: Record<string, unknown>) => {
    calls.push([name, args]);
    return { data: answers[name] ?? null, error: null };
  },
} as unknown as Db;

beforeEach(async () => {
  vendor = await startMockOpenAi();
  calls = [];
  answers = { get_texts_to_embed: lease };
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await vendor.close();
});

const env = (changes: object = {}) =>
  ({
    provider: "openai",
    model,
    version: "1",
    baseUrl: vendor.url,
    ...openAiAccount,
    ...changes,
  }) as EmbeddingEnv;
const job = (kind: string, attempt = 1) =>
  ({ id: "a job", kind, attempt, payload: {}, request_id: null }) as unknown as Job;
const run = (of: Job, configured: EmbeddingEnv | null = env()) =>
  embedNextTexts(configured)(of, { db, signal: new AbortController().signal });
const callNames = () => calls.map(([name]) => name);

describe.each(["document_index", "source_embed"])("a batch of %s", (kind) => {
  test("is embedded and stored, with the name of its model", async () => {
    expect(await run(job(kind))).toBe("handled");
    expect(callNames()).toEqual(["get_texts_to_embed", "store_embeddings"]);
    expect(calls[1]?.[1]).toMatchObject({
      job_id: "a job",
      attempt: 1,
      model,
      version: "1",
      embeddings: [
        { id: 0, vector: wordVector("the budget").map((part) => expect.closeTo(part, 6)) },
      ],
    });
    expect(vendor.violations).toEqual([]);
  });

  test.each(["gone", "done"])("that is %s calls no model", async (state) => {
    answers = { get_texts_to_embed: { state } };
    expect(await run(job(kind))).toBe("handled");
    expect(callNames()).toEqual(["get_texts_to_embed"]);
    expect(vendor.requests).toEqual([]);
  });

  test("for a model that is no longer configured is stored without vectors", async () => {
    answers = { get_texts_to_embed: { ...lease, model: "gte-small" } };
    await run(job(kind));
    expect(callNames()).toEqual(["get_texts_to_embed", "skip_embeddings"]);
    expect(vendor.requests).toEqual([]);
  });

  test("is stored without vectors when there is no model", async () => {
    await run(job(kind), null);
    expect(callNames()).toEqual(["skip_embeddings"]);
  });
});

describe("a model that fails", () => {
  const busy = { status: 429, headers: { "retry-after": "9" }, body: {} };
  const fail = (how: object) =>
    vendor.fail({ operation: "createEmbedding", when: "before", how: how as never });

  test.each([1, 2])("delays a document at attempt %i", async (attempt) => {
    fail(busy);
    await expect(run(job("document_index", attempt))).rejects.toMatchObject({
      name: "RetryLaterError",
      retryAfterMs: 9_000,
    });
    expect(callNames()).toEqual(["get_texts_to_embed"]);
  });

  test("does not delay a document at the third attempt, or where waiting would not help", async () => {
    fail(busy);
    await run(job("document_index", 3));
    fail({ status: 401, body: {} });
    await run(job("document_index", 1));
    expect(callNames()).toEqual([
      "get_texts_to_embed",
      "skip_embeddings",
      "get_texts_to_embed",
      "skip_embeddings",
    ]);
  });

  test("delays background work while it has attempts left", async () => {
    fail(busy);
    await expect(run(job("source_embed", 9))).rejects.toMatchObject({ name: "RetryLaterError" });
    fail({ status: 500, body: {} });
    await expect(run(job("source_embed", 9))).rejects.toMatchObject({ failure: "ambiguous" });
    fail({ status: 401, body: {} });
    await expect(run(job("source_embed", 1))).rejects.toMatchObject({ name: "PermanentError" });
    expect(new Set(callNames())).toEqual(new Set(["get_texts_to_embed"]));
  });
});

test("a configured model is announced, and without one nothing is", async () => {
  await announceModel(db, null);
  expect(calls).toEqual([]);
  await announceModel(db, env({ version: "2" }));
  expect(calls).toEqual([["set_embedding_model", { name: model, version: "2" }]]);
});

test("a model that cannot be announced does not end the job", async () => {
  const refusal = {
    code: "OPINV",
    message: "A model has a name and a version",
    hint: "invalid_model",
  };
  const refusing = {
    rpc: async () => ({ data: null, error: refusal }),
  } as unknown as Db;
  await expect(announceModel(refusing, env({ version: "1".repeat(61) }))).resolves.toBeUndefined();
  expect(console.error).toHaveBeenCalled();
});

describe("a question", () => {
  const configure = (name = model) => {
    vi.stubEnv("EMBEDDING_MODEL", name);
    vi.stubEnv("OPENAI_BASE_URL", vendor.url);
    vi.stubEnv("OPENAI_API_KEY", openAiAccount.apiKey);
  };
  const live = (name: string) => {
    answers = { get_embedding_model: { name, version: "1", label: `${name}@1` } };
  };

  test("is embedded by the model that answers, even while another one is configured", async () => {
    configure("text-embedding-3-large");
    live(model);
    const vector = await questionVector(db, "the budget", "request");
    expect(vector?.model).toBe(`${model}@1`);
    expect(vector?.vector).toHaveLength(384);
    expect(vendor.requests[0]?.body).toMatchObject({ model });
  });

  test.each([
    ["nothing is configured", () => vi.stubEnv("EMBEDDING_MODEL", "none")],
    ["no vectors are stored", () => configure()],
    [
      "the model that answers cannot be asked",
      () => {
        configure();
        live("gte-small");
      },
    ],
    [
      "it fails",
      () => {
        configure();
        live(model);
        vendor.fail({
          operation: "createEmbedding",
          when: "before",
          how: { status: 500, body: {} },
        });
      },
    ],
  ])("has no vector where %s: it is searched by words", async (_, prepare) => {
    prepare();
    expect(await questionVector(db, "the budget", "request")).toBeNull();
  });
});
