import { describe, expect, test, vi } from "vitest";
import {
  type ModelRole,
  readContextChars,
  readEnv,
  readModelEnv,
  readModelSilenceMs,
  readProEmails,
  readPublicUrl,
  readQuotas,
  readRateLimits,
  readVerifyWindowDays,
} from "../../../supabase/functions/_env.ts";

const complete = {
  SUPABASE_URL: "https://backend.example",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_x"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
  SUPABASE_JWKS: '{"keys":[{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}]}',
};

describe("the identity provider's configuration", () => {
  test("is read as hosted gives it", () => {
    expect(readEnv(complete)).toEqual({
      mode: "demo",
      identity: {
        url: "https://backend.example",
        publishableKeys: { default: "sb_publishable_x" },
        jwks: { keys: [{ kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA" }] },
      },
      identityProblems: [],
      namesIdentityProvider: true,
    });
  });

  test("takes a URL with a slash, keys by their singular name, and a bare list of keys", () => {
    const env = readEnv({
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

  test("a public address that is malformed fails closed, and one that is missing is none", () => {
    expect(readEnv({ ...complete, PUBLIC_SUPABASE_URL: "api.example" })).toMatchObject({
      identity: null,
      identityProblems: ["PUBLIC_SUPABASE_URL is malformed"],
    });
    expect(readPublicUrl({ PUBLIC_SUPABASE_URL: "" })).toBeNull();
    expect(readPublicUrl({ PUBLIC_SUPABASE_URL: "https://api.example/" })).toBe(
      "https://api.example",
    );
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

describe("quotas", () => {
  test("are the database's own where the environment names none", () => {
    expect(new Set(Object.values(readQuotas({})))).toEqual(new Set([null]));
  });

  test("count bytes in MiB and cards one by one", () => {
    expect(
      readQuotas({ SERVICE_TEXT_MIB_PER_PERSON: "2", SERVICE_OPEN_CARDS_PER_PERSON: "50" }),
    ).toMatchObject({ text_bytes_per_person: 2_097_152, open_cards_per_person: 50 });
  });

  test("a malformed one is reported, and the default applies", () => {
    const problems: string[] = [];
    const quotas = readQuotas({ SERVICE_TEXT_MIB_PER_PERSON: "0" }, (text) => problems.push(text));
    expect(quotas["text_bytes_per_person"]).toBeNull();
    expect(problems).toEqual([expect.stringContaining("SERVICE_TEXT_MIB_PER_PERSON")]);
  });
});

describe("the window of health", () => {
  test.each([
    [undefined, null],
    ["", null],
    ["30", 30],
    [" 1 ", 1],
    ["365", 365],
  ])("VERIFY_WINDOW_DAYS=%j is %j", (given, days) => {
    expect(readVerifyWindowDays({ VERIFY_WINDOW_DAYS: given })).toBe(days);
  });

  test.each(["0", "366", "14.5", "two weeks"])(
    "%j is reported, and the default applies",
    (given) => {
      const problems: string[] = [];
      const days = readVerifyWindowDays({ VERIFY_WINDOW_DAYS: given }, (text) =>
        problems.push(text),
      );
      expect([days, problems]).toEqual([
        null,
        ["VERIFY_WINDOW_DAYS is malformed: it is a whole number of days, from 1 to 365"],
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

  test("are the database's own where nothing is said", () => {
    expect(readRateLimits({})).toEqual(defaults);
  });

  test("are read each from its variable", () => {
    const limits = readRateLimits({
      SERVICE_INGEST_RATE_LIMIT: " 50 ",
      SERVICE_CHAT_RATE_LIMIT: "1",
      SERVICE_CHAT_STREAM_RATE_LIMIT: "10000",
      SERVICE_RESEARCH_RATE_LIMIT: "3",
      SERVICE_PROPOSE_RATE_LIMIT: "7",
    });
    expect(limits).toEqual({
      "ingest-doc": 50,
      chat: 1,
      "chat-stream": 10_000,
      research: 3,
      propose: 7,
    });
  });

  test.each(["0", "-1", "1.5", "many", "10001", "1e99"])("%s is none, and said so", (limit) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(readRateLimits({ SERVICE_INGEST_RATE_LIMIT: limit })).toEqual(defaults);
    expect(log).toHaveBeenCalledWith(expect.stringContaining("SERVICE_INGEST_RATE_LIMIT"));
    log.mockRestore();
  });
});

describe("the models", () => {
  const OPENAI_API_KEY = "sk-x";
  const roles: [ModelRole, string, string][] = [
    ["chat", "CHAT_MODEL", "gpt-5-mini"],
    ["chatStream", "CHAT_STREAM_MODEL", "gpt-5-mini"],
    ["chatStreamPro", "CHAT_STREAM_PRO_MODEL", "gpt-5"],
  ];

  test.each(roles)("%s is the one that %s names, else %s", (role, variable, usual) => {
    const there = { baseUrl: "https://api.openai.com/v1", apiKey: OPENAI_API_KEY };
    expect(readModelEnv(role, { OPENAI_API_KEY })).toEqual({ model: usual, ...there });
    expect(readModelEnv(role, { OPENAI_API_KEY, [variable]: "" })).toMatchObject({ model: usual });
    expect(readModelEnv(role, { OPENAI_API_KEY, [variable]: "qwen3:8b" })).toEqual({
      model: "qwen3:8b",
      ...there,
    });
    // Each role is its own.
    for (const [other, , itsUsual] of roles.filter(([name]) => name !== role)) {
      expect(readModelEnv(other, { OPENAI_API_KEY, [variable]: "qwen3:8b" })).toMatchObject({
        model: itsUsual,
      });
    }
  });

  test("are asked where OPENAI_BASE_URL says, with or without a slash", () => {
    for (const OPENAI_BASE_URL of ["http://localhost:11434/v1", "http://localhost:11434/v1/"]) {
      expect(readModelEnv("chat", { OPENAI_API_KEY, OPENAI_BASE_URL })).toMatchObject({
        baseUrl: "http://localhost:11434/v1",
      });
    }
  });

  test("are none without a key", () => {
    expect(readModelEnv("chat", {})).toBeNull();
    expect(readModelEnv("chat", { OPENAI_API_KEY: "", CHAT_MODEL: "x" })).toBeNull();
  });

  test.each(["localhost:11434", "ftp://localhost/v1", "/v1", "x"])(
    "are none at %s, and said so",
    (OPENAI_BASE_URL) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      expect(readModelEnv("chat", { OPENAI_API_KEY, OPENAI_BASE_URL })).toBeNull();
      expect(log.mock.calls.join()).toContain("OPENAI_BASE_URL");
      expect(log.mock.calls.join()).not.toContain("sk-x");
      log.mockRestore();
    },
  );

  test.each([
    [undefined, 120_000],
    ["", 120_000],
    [" 9000 ", 9_000],
    ["4000", 4_000],
    ["2000000", 2_000_000],
  ])("are given %s as %d characters", (given, chars) => {
    expect(readContextChars({ SERVICE_CHAT_CTX_MAX_CHARS: given })).toBe(chars);
  });

  test.each([
    [undefined, 45_000],
    [" ", 45_000],
    ["1", 1_000],
    [" 2.5 ", 2_500],
    ["600", 600_000],
  ])("may be silent for %s as %d ms", (given, ms) => {
    expect(readModelSilenceMs({ SERVICE_CHAT_SILENCE_SECONDS: given })).toBe(ms);
  });

  test.each([
    ["3999", 4_000],
    ["1000", 4_000],
    ["0", 4_000],
    ["-1", 4_000],
    ["2000001", 2_000_000],
  ])("are not %s: the nearest that holds, %d, and said so", (given, chars) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(readContextChars({ SERVICE_CHAT_CTX_MAX_CHARS: given })).toBe(chars);
    expect(log.mock.calls).toEqual([
      [
        `SERVICE_CHAT_CTX_MAX_CHARS is a whole number of characters, from 4000 to 2000000: ${chars} holds`,
      ],
    ]);
    log.mockRestore();
  });

  test.each(["many", "1e99", "Infinity", "0x", "12k", "4000.5"])(
    "%s is neither, and said so",
    (given) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      expect(readContextChars({ SERVICE_CHAT_CTX_MAX_CHARS: given })).toBe(120_000);
      expect(readModelSilenceMs({ SERVICE_CHAT_SILENCE_SECONDS: `-${given}` })).toBe(45_000);
      expect(log.mock.calls.join()).toMatch(
        /SERVICE_CHAT_CTX_MAX_CHARS.*SERVICE_CHAT_SILENCE_SECONDS/,
      );
      log.mockRestore();
    },
  );

  test("the larger one answers whose addresses are listed, and nobody else", () => {
    expect(readProEmails({})).toEqual(new Set());
    const listed = readProEmails({
      SERVICE_CHAT_PRO_EMAILS: " Ada@Demo.test, ben@demo.test;\ncy@demo.test nobody * ",
    });
    expect(listed).toEqual(new Set(["ada@demo.test", "ben@demo.test", "cy@demo.test"]));
  });
});
