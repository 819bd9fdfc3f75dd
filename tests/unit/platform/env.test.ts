import { afterEach, describe, expect, test, vi } from "vitest";
import { type ModelRole, parseEnv, readEnv } from "../../../supabase/functions/_env.ts";

const complete = {
  SUPABASE_URL: "https://backend.example",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_x"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  SUPABASE_JWKS: '{"keys":[{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}]}',
};

describe("the identity provider's configuration", () => {
  test("is read as the hosted platform gives it", () => {
    expect(parseEnv(complete)).toMatchObject({
      mode: "demo",
      identity: {
        url: "https://backend.example",
        publishableKeys: { default: "sb_publishable_x" },
        jwks: { keys: [{ kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA" }] },
      },
      identityProblems: [],
    });
  });

  test("accepts a URL with a slash, keys by their singular name, and a bare list of keys", () => {
    const env = parseEnv({
      SUPABASE_URL: "https://backend.example/",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_y",
      SUPABASE_JWKS: '[{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}]',
    });
    expect(env.identity).toEqual({
      url: "https://backend.example",
      publishableKeys: { default: "sb_publishable_y" },
      jwks: { keys: [{ kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA" }] },
    });
  });

  test("a malformed plural is an error: a singular beside it does not hide it", () => {
    const env = parseEnv({
      ...complete,
      SUPABASE_PUBLISHABLE_KEYS: "{",
      SUPABASE_PUBLISHABLE_KEY: "x",
    });
    expect(env).toMatchObject({
      identity: null,
      identityProblems: ["SUPABASE_PUBLISHABLE_KEYS is malformed"],
    });
  });

  test("a malformed public address fails closed, and a missing one counts as none", () => {
    expect(parseEnv({ ...complete, PUBLIC_SUPABASE_URL: "api.example" })).toMatchObject({
      identity: null,
      identityProblems: ["PUBLIC_SUPABASE_URL is malformed"],
    });
    expect(parseEnv({ PUBLIC_SUPABASE_URL: "" }).publicUrl).toBeNull();
    expect(parseEnv({ PUBLIC_SUPABASE_URL: "https://api.example/" }).publicUrl).toBe(
      "https://api.example",
    );
  });

  test("each problem is named by its variable, missing apart from malformed", () => {
    const env = parseEnv({ SUPABASE_URL: "backend", SUPABASE_JWKS: "{}" });
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
  ])("%s is %s", (input, mode) => {
    expect(parseEnv({ ...complete, SERVICE_MODE: input }).mode).toBe(mode);
  });
});

describe("quotas", () => {
  test("are the database's own where the environment names none", () => {
    expect(new Set(Object.values(parseEnv({}).quotas))).toEqual(new Set([null]));
  });

  test("count bytes in MiB and cards one by one", () => {
    expect(
      parseEnv({
        SERVICE_TEXT_MIB_PER_PERSON: "2",
        SERVICE_EMAIL_MIB_PER_ORGANIZATION: "3",
        SERVICE_OPEN_CARDS_PER_PERSON: "50",
      }).quotas,
    ).toMatchObject({
      text_bytes_per_person: 2_097_152,
      email_bytes_per_organization: 3_145_728,
      open_cards_per_person: 50,
    });
  });

  test("a malformed one is reported, and the default applies", () => {
    const { quotas, problems } = parseEnv({ SERVICE_TEXT_MIB_PER_PERSON: "0" });
    expect(quotas["text_bytes_per_person"]).toBeNull();
    expect(problems).toEqual({
      SERVICE_TEXT_MIB_PER_PERSON: "must be a whole number from 1 to 100000000",
    });
  });
});

describe("the window of health", () => {
  test.each([
    [undefined, null],
    ["", null],
    ["30", 30],
    [" 1 ", 1],
    ["365", 365],
  ])("VERIFY_WINDOW_DAYS=%j is %j", (text, days) => {
    expect(parseEnv({ VERIFY_WINDOW_DAYS: text }).verificationWindowDays).toBe(days);
  });

  test.each(["0", "366", "14.5", "two weeks"])(
    "%j is reported, and the default applies",
    (text) => {
      const { verificationWindowDays, problems } = parseEnv({ VERIFY_WINDOW_DAYS: text });
      expect([verificationWindowDays, problems]).toEqual([
        null,
        { VERIFY_WINDOW_DAYS: "must be a whole number of days from 1 to 365" },
      ]);
    },
  );
});

describe("the limits of calls", () => {
  const defaults = {
    "ingest-doc": null,
    chat: null,
    "chat-stream": null,
    research: null,
    propose: null,
  };

  test("are the database's own by default", () => {
    expect(parseEnv({}).rateLimits).toEqual(defaults);
  });

  test("are read each from its variable", () => {
    const { rateLimits } = parseEnv({
      SERVICE_INGEST_RATE_LIMIT: " 50 ",
      SERVICE_CHAT_RATE_LIMIT: "1",
      SERVICE_CHAT_STREAM_RATE_LIMIT: "10000",
      SERVICE_RESEARCH_RATE_LIMIT: "3",
      SERVICE_PROPOSE_RATE_LIMIT: "7",
    });
    expect(rateLimits).toEqual({
      "ingest-doc": 50,
      chat: 1,
      "chat-stream": 10_000,
      research: 3,
      propose: 7,
    });
  });

  test.each(["0", "-1", "1.5", "many", "10001", "1e99"])("%s is refused", (limit) => {
    const { rateLimits, problems } = parseEnv({ SERVICE_INGEST_RATE_LIMIT: limit });
    expect(rateLimits).toEqual(defaults);
    expect(problems).toEqual({
      SERVICE_INGEST_RATE_LIMIT: "must be a whole number of calls a minute from 1 to 10000",
    });
  });
});

describe("the models", () => {
  const OPENAI_API_KEY = "sk-x";
  const roles: [ModelRole, string, string][] = [
    ["chat", "CHAT_MODEL", "gpt-5-mini"],
    ["chatStream", "CHAT_STREAM_MODEL", "gpt-5-mini"],
    ["chatStreamPro", "CHAT_STREAM_PRO_MODEL", "gpt-5"],
  ];

  test.each(roles)("%s is the one that %s names, else %s", (role, variable, defaultModel) => {
    const there = { baseUrl: "https://api.openai.com/v1", apiKey: OPENAI_API_KEY };
    const defaultModels = parseEnv({ OPENAI_API_KEY }).models;
    expect(defaultModels[role]).toEqual({ model: defaultModel, ...there });
    expect(parseEnv({ OPENAI_API_KEY, [variable]: "" }).models).toEqual(defaultModels);
    // The other roles keep their own.
    expect(parseEnv({ OPENAI_API_KEY, [variable]: "qwen3:8b" }).models).toEqual({
      ...defaultModels,
      [role]: { model: "qwen3:8b", ...there },
    });
  });

  test("are requested at OPENAI_BASE_URL, with or without a slash", () => {
    for (const OPENAI_BASE_URL of ["http://localhost:11434/v1", "http://localhost:11434/v1/"]) {
      expect(parseEnv({ OPENAI_API_KEY, OPENAI_BASE_URL }).models.chat).toMatchObject({
        baseUrl: "http://localhost:11434/v1",
      });
    }
  });

  test("are not configured without a key", () => {
    expect(parseEnv({}).models.chat).toBeNull();
    expect(parseEnv({ OPENAI_API_KEY: "", CHAT_MODEL: "x" }).models.chat).toBeNull();
  });

  test.each(["localhost:11434", "ftp://localhost/v1", "/v1", "x"])(
    "are not configured with the malformed address %s",
    (OPENAI_BASE_URL) => {
      const env = parseEnv({ OPENAI_API_KEY, OPENAI_BASE_URL, CHAT_MODEL: "x" });
      expect(env.models).toEqual({ chat: null, chatStream: null, chatStreamPro: null });
      expect(env.problems).toEqual({ OPENAI_BASE_URL: "is malformed" });
    },
  );

  test.each([
    [undefined, 120_000],
    ["", 120_000],
    [" 9000 ", 9_000],
    ["4000", 4_000],
    ["2000000", 2_000_000],
  ])("get a context of the length %s, in characters %d", (input, chars) => {
    expect(parseEnv({ SERVICE_CHAT_CTX_MAX_CHARS: input }).contextChars).toBe(chars);
  });

  test.each([
    [undefined, 45_000],
    [" ", 45_000],
    ["1", 1_000],
    [" 2.5 ", 2_500],
    ["600", 600_000],
  ])("may be silent for %s seconds, which is %d ms", (input, ms) => {
    expect(parseEnv({ SERVICE_CHAT_SILENCE_SECONDS: input }).modelSilenceMs).toBe(ms);
  });

  test.each([
    ["3999", 4_000],
    ["1000", 4_000],
    ["0", 4_000],
    ["-1", 4_000],
    ["2000001", 2_000_000],
  ])("get a context of the permitted length nearest to %s, which is %d", (input, chars) => {
    const { contextChars, problems } = parseEnv({ SERVICE_CHAT_CTX_MAX_CHARS: input });
    expect(contextChars).toBe(chars);
    expect(problems).toEqual({
      SERVICE_CHAT_CTX_MAX_CHARS: "must be a whole number of characters from 4000 to 2000000",
    });
  });

  test.each(["many", "1e99", "Infinity", "0x", "12k", "4000.5"])(
    "use the defaults if the length and the silence are %s",
    (input) => {
      const { contextChars, modelSilenceMs, problems } = parseEnv({
        SERVICE_CHAT_CTX_MAX_CHARS: input,
        SERVICE_CHAT_SILENCE_SECONDS: `-${input}`,
      });
      expect([contextChars, modelSilenceMs]).toEqual([120_000, 45_000]);
      expect(Object.keys(problems)).toEqual([
        "SERVICE_CHAT_CTX_MAX_CHARS",
        "SERVICE_CHAT_SILENCE_SECONDS",
      ]);
    },
  );

  test("the larger one serves the listed addresses, and no others", () => {
    expect(parseEnv({}).proEmails).toEqual(new Set());
    const { proEmails } = parseEnv({
      SERVICE_CHAT_PRO_EMAILS: " Ada@Demo.test, ben@demo.test;\ncy@demo.test nobody * ",
    });
    expect(proEmails).toEqual(new Set(["ada@demo.test", "ben@demo.test", "cy@demo.test"]));
  });
});

describe("the environment of the process", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test("is parsed once, and its problems are logged once, without values", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.stubEnv("OPENAI_BASE_URL", "secret-host");
    const env = readEnv();
    expect(readEnv()).toBe(env);
    expect(log.mock.calls.join()).toContain("OPENAI_BASE_URL is malformed");
    expect(log.mock.calls.join()).not.toContain("secret-host");
    expect(log).toHaveBeenCalledTimes(1);
  });

  test("is parsed again when a variable changes", () => {
    vi.stubEnv("SERVICE_MODE", "production");
    expect(readEnv().mode).toBe("production");
    vi.stubEnv("SERVICE_MODE", "demo");
    expect(readEnv().mode).toBe("demo");
  });
});
