import { describe, expect, test, vi } from "vitest";
import { readEnv, readRateLimits } from "../../../supabase/functions/_env.ts";

const complete = {
  SUPABASE_URL: "https://backend.example",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_x"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  SUPABASE_JWKS: '{"keys":[{"kty":"EC"}]}',
};

describe("the identity provider's configuration", () => {
  test("is read as hosted gives it", () => {
    expect(readEnv(complete)).toEqual({
      mode: "demo",
      identity: {
        url: "https://backend.example",
        publishableKeys: { default: "sb_publishable_x" },
        jwks: { keys: [{ kty: "EC" }] },
      },
      identityProblems: [],
    });
  });

  test("takes a URL with a slash, keys by their singular name, and a bare list of keys", () => {
    const env = readEnv({
      SUPABASE_URL: "https://backend.example/",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_y",
      SUPABASE_JWKS: '[{"kty":"EC"}]',
    });
    expect(env.identity).toEqual({
      url: "https://backend.example",
      publishableKeys: { default: "sb_publishable_y" },
      jwks: { keys: [{ kty: "EC" }] },
    });
  });

  test("a malformed plural is malformed: a singular beside it does not hide that", () => {
    const env = readEnv({
      ...complete,
      SUPABASE_PUBLISHABLE_KEYS: "{",
      SUPABASE_PUBLISHABLE_KEY: "x",
    });
    expect(env).toMatchObject({
      identity: null,
      identityProblems: ["SUPABASE_PUBLISHABLE_KEYS is malformed"],
    });
  });

  test("each problem is named by its variable, missing apart from malformed", () => {
    const env = readEnv({ SUPABASE_URL: "backend", SUPABASE_JWKS: "{}" });
    expect(env.identityProblems).toEqual([
      "SUPABASE_URL is malformed",
      "SUPABASE_PUBLISHABLE_KEYS is missing",
      "SUPABASE_JWKS is malformed",
    ]);
  });
});

describe("the mode", () => {
  test.each([
    ["production", "production"],
    ["demo", "demo"],
    [undefined, "demo"],
  ])("%s is %s", (given, mode) => {
    expect(readEnv({ ...complete, SERVICE_MODE: given }).mode).toBe(mode);
  });
});

describe("the limits of calls", () => {
  const defaults = { "ingest-doc": null, chat: null, "chat-stream": null, research: null };

  test("are the database's own where nothing is said", () => {
    expect(readRateLimits({})).toEqual(defaults);
  });

  test("are read each from its variable", () => {
    const limits = readRateLimits({
      SERVICE_INGEST_RATE_LIMIT: " 50 ",
      SERVICE_CHAT_RATE_LIMIT: "1",
      SERVICE_CHAT_STREAM_RATE_LIMIT: "10000",
      SERVICE_RESEARCH_RATE_LIMIT: "3",
    });
    expect(limits).toEqual({ "ingest-doc": 50, chat: 1, "chat-stream": 10_000, research: 3 });
  });

  test.each(["0", "-1", "1.5", "many", "10001", "1e99"])("%s is none, and said so", (limit) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(readRateLimits({ SERVICE_INGEST_RATE_LIMIT: limit })).toEqual(defaults);
    expect(log).toHaveBeenCalledWith(expect.stringContaining("SERVICE_INGEST_RATE_LIMIT"));
    log.mockRestore();
  });
});
