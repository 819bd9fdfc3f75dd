import type { SupabaseEnv } from "@supabase/server";
import { z } from "zod";

// A global of Deno, Node and the hosted runtime alike; declared, because Deno ships no types for it.
declare const process: { env: Record<string, string | undefined> };

/** How the service runs: production fails closed, demo allows the bundled demo routes. */
export type ServiceMode = "production" | "demo";

/** The identity provider as routes see it: public values only, never a secret key. */
export type IdentityProvider = Pick<SupabaseEnv, "url" | "publishableKeys" | "jwks">;

export interface ServiceEnv {
  mode: ServiceMode;
  /** The identity provider's configuration, or null when a part of it is missing or malformed. */
  identity: IdentityProvider | null;
  /** The problems of `identity`, by variable, for the log; never a value. */
  identityProblems: string[];
}

type Source = Record<string, string | undefined>;

const HttpUrl = z.url({ protocol: /^https?$/ });
const NamedKeys = z.record(z.string(), z.string().min(1)).refine((keys) => "default" in keys);
const Jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/**
 * Reads the configuration from environment variables. Malformed counts as missing, and the problem
 * is named: an operator who is told that a key is "missing" looks in the wrong place.
 */
export function readEnv(source: Source = process.env): ServiceEnv {
  const problems: string[] = [];
  const url = read(source, "SUPABASE_URL", HttpUrl, (text) => text, problems);
  const publishableKeys = keysOf(source, "SUPABASE_PUBLISHABLE_KEY", problems);
  const jwks = read(source, "SUPABASE_JWKS", Jwks, parseJwks, problems);
  const isReachable = !source[PUBLIC_URL] || readPublicUrl(source) !== null;
  if (!isReachable) problems.push(`${PUBLIC_URL} is malformed`);

  // A word that is not known fails closed, like production.
  const mode = [undefined, "", "demo"].includes(source["SERVICE_MODE"]) ? "demo" : "production";
  if (!url || !publishableKeys || !jwks || !isReachable) {
    return { mode, identity: null, identityProblems: problems };
  }
  return {
    mode,
    identity: {
      url: url.replace(/\/$/, ""),
      publishableKeys,
      jwks: jwks as SupabaseEnv["jwks"],
    },
    identityProblems: [],
  };
}

const PUBLIC_URL = "PUBLIC_SUPABASE_URL";

/** Where browsers reach the project, without a slash; null where that is SUPABASE_URL. */
export function readPublicUrl(source: Source = process.env): string | null {
  const given = HttpUrl.safeParse(source[PUBLIC_URL]);
  return given.success ? given.data.replace(/\/+$/, "") : null;
}

/** Whether everything that may run in the background does, however small. */
export function prefersBackground(source: Source = process.env): boolean {
  return source["SERVICE_BACKGROUND_TASKS"] === "on";
}

/** The routes whose calls are counted, each with its variable. */
const RATE_LIMITS = {
  "ingest-doc": "SERVICE_INGEST_RATE_LIMIT",
  chat: "SERVICE_CHAT_RATE_LIMIT",
  "chat-stream": "SERVICE_CHAT_STREAM_RATE_LIMIT",
  research: "SERVICE_RESEARCH_RATE_LIMIT",
  propose: "SERVICE_PROPOSE_RATE_LIMIT",
};
const CallsPerMinute = z.coerce.number().int().min(1).max(10_000);

/** How many calls a minute a person has of each limited route; null for the default. */
export function readRateLimits(
  source: Source = process.env,
  complain = (problem: string): void => console.error(`using the default: ${problem}`),
): Record<string, number | null> {
  const limits = Object.entries(RATE_LIMITS).map(([route, name]) => {
    const problems: string[] = [];
    const limit = source[name]
      ? read(source, name, CallsPerMinute, (text) => text.trim(), problems)
      : null;
    for (const problem of problems) {
      complain(`${problem}: it is a whole number of calls a minute, from 1 to 10000`);
    }
    return [route, limit] as const;
  });
  return Object.fromEntries(limits);
}

const MIB = 1_048_576;
/** How much may be stored, each quota with its variable and the size of its unit. */
const QUOTAS = {
  open_cards_per_person: ["SERVICE_OPEN_CARDS_PER_PERSON", 1],
  documents_bytes_per_person: ["SERVICE_DOCUMENTS_MIB_PER_PERSON", MIB],
  documents_bytes_per_organization: ["SERVICE_DOCUMENTS_MIB_PER_ORGANIZATION", MIB],
  text_bytes_per_person: ["SERVICE_TEXT_MIB_PER_PERSON", MIB],
  text_bytes_per_organization: ["SERVICE_TEXT_MIB_PER_ORGANIZATION", MIB],
} as const;
const QuotaUnits = z.coerce.number().int().min(1).max(100_000_000);

/** How much may be stored, by quota; null where the default applies. */
export function readQuotas(
  source: Source = process.env,
  complain = (problem: string): void => console.error(`using the default: ${problem}`),
): Record<string, number | null> {
  const quotas = Object.entries(QUOTAS).map(([quota, [name, unit]]) => {
    const problems: string[] = [];
    const units = source[name]
      ? read(source, name, QuotaUnits, (text) => text.trim(), problems)
      : null;
    for (const problem of problems) {
      complain(`${problem}: it is a whole number from 1 to 100000000`);
    }
    return [quota, units === null ? null : units * unit] as const;
  });
  return Object.fromEntries(quotas);
}

/**
 * The secret keys, for background functions alone: nothing that answers a person may hold one. Null
 * when they are missing or malformed.
 */
export function readSecretKeys(source: Source = process.env): Record<string, string> | null {
  const problems: string[] = [];
  const keys = keysOf(source, "SUPABASE_SECRET_KEY", problems);
  if (!keys) console.error(`fail closed: ${problems.join(", ")}`);
  return keys;
}

/** The operator's settings for vendors: their addresses, and the accounts of the first organization. */
export interface VendorEnv {
  clickUpUrl: string;
  clickUp: { token: string; settings: object } | null;
  googleCalendarUrl: string;
  googleTokenUrl: string;
  googleCalendar: { serviceAccount: string; settings: object } | null;
}

/**
 * Accounts that are named by half are none. Addresses are the operator's alone: no setting of a tenant
 * says where the service sends requests.
 */
export function readVendorEnv(source: Source = process.env): VendorEnv {
  const address = (name: string, usual: string) => {
    const given = HttpUrl.safeParse(source[name]);
    return (given.success ? given.data : usual).replace(/\/$/, "");
  };
  const { CLICKUP_TOKEN, CLICKUP_LIST_ID, CLICKUP_MARKER_FIELD_ID } = source;
  const { GOOGLE_CALENDAR_SERVICE_ACCOUNT, GOOGLE_CALENDAR_SUBJECT, GOOGLE_CALENDAR_ID } = source;
  return {
    clickUpUrl: address("CLICKUP_API_URL", "https://api.clickup.com/api"),
    clickUp:
      CLICKUP_TOKEN && CLICKUP_LIST_ID && CLICKUP_MARKER_FIELD_ID
        ? {
            token: CLICKUP_TOKEN,
            settings: { list_id: CLICKUP_LIST_ID, marker_field_id: CLICKUP_MARKER_FIELD_ID },
          }
        : null,
    googleCalendarUrl: address("GOOGLE_CALENDAR_API_URL", "https://www.googleapis.com/calendar/v3"),
    googleTokenUrl: address("GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com/token"),
    googleCalendar:
      GOOGLE_CALENDAR_SERVICE_ACCOUNT && GOOGLE_CALENDAR_SUBJECT
        ? {
            serviceAccount: GOOGLE_CALENDAR_SERVICE_ACCOUNT,
            settings: {
              subject: GOOGLE_CALENDAR_SUBJECT,
              ...(GOOGLE_CALENDAR_ID && { calendar_id: GOOGLE_CALENDAR_ID }),
            },
          }
        : null,
  };
}

/** Which model turns text into vectors, and where it is asked. */
export type EmbeddingEnv = { model: string; version: string } & (
  | { provider: "built-in" }
  | { provider: "openai"; baseUrl: string; apiKey: string }
);

/** The model that the hosted runtime brings. */
export const BUILT_IN_MODEL = "gte-small";

/**
 * Null when nothing is configured, or `EMBEDDING_MODEL` is `none`: search is by words then. Without any
 * word of the operator no text leaves the service: only the runtime's own model is taken unasked.
 */
export function readEmbeddingEnv(
  source: Source = process.env,
  hasBuiltIn = "Supabase" in globalThis,
): EmbeddingEnv | null {
  const model = source["EMBEDDING_MODEL"] || (hasBuiltIn ? BUILT_IN_MODEL : "none");
  const version = source["EMBEDDING_VERSION"] || "1";
  if (model === BUILT_IN_MODEL && hasBuiltIn) return { provider: "built-in", model, version };
  const apiKey = source["OPENAI_API_KEY"];
  const baseUrl = HttpUrl.safeParse(source["OPENAI_BASE_URL"] || "https://api.openai.com/v1");
  if (model === "none") return null;
  if (!apiKey || !baseUrl.success) {
    const wrong = apiKey ? "OPENAI_BASE_URL is malformed" : "OPENAI_API_KEY is missing";
    console.error(`search by words only: EMBEDDING_MODEL is ${model}, but ${wrong}`);
    return null;
  }
  return { provider: "openai", model, version, apiKey, baseUrl: baseUrl.data.replace(/\/$/, "") };
}

/** The purpose of a model: each role has a variable of its own. */
export type ModelRole = "chat" | "chatStream" | "chatStreamPro";
const MODELS: Record<ModelRole, { variable: string; usual: string }> = {
  chat: { variable: "CHAT_MODEL", usual: "gpt-5-mini" },
  chatStream: { variable: "CHAT_STREAM_MODEL", usual: "gpt-5-mini" },
  chatStreamPro: { variable: "CHAT_STREAM_PRO_MODEL", usual: "gpt-5" },
};

export interface ModelEnv {
  model: string;
  baseUrl: string;
  apiKey: string;
}

/** Null without a key: answers are evidence alone then. */
export function readModelEnv(role: ModelRole, source: Source = process.env): ModelEnv | null {
  const apiKey = source["OPENAI_API_KEY"];
  if (!apiKey) return null;
  const baseUrl = HttpUrl.safeParse(source["OPENAI_BASE_URL"] || "https://api.openai.com/v1");
  if (!baseUrl.success) {
    console.error("no model is asked: OPENAI_BASE_URL is malformed");
    return null;
  }
  const { variable, usual } = MODELS[role];
  return { model: source[variable] || usual, baseUrl: baseUrl.data.replace(/\/$/, ""), apiKey };
}

/** The model that looks into the public web, with a key that no private word is sent with. */
export function readResearchEnv(source: Source = process.env): ModelEnv | null {
  const apiKey = source["OPENAI_RESEARCH_KEY"];
  const baseUrl = HttpUrl.safeParse(
    source["OPENAI_RESEARCH_BASE_URL"] || "https://api.openai.com/v1",
  );
  if (!apiKey || !baseUrl.success) return null;
  return {
    model: source["RESEARCH_MODEL"] || "gpt-5",
    baseUrl: baseUrl.data.replace(/\/$/, ""),
    apiKey,
  };
}

const DemoToken = z.string().min(24);

/** The token that opens the demo dataset; null if it is missing or could be guessed. */
export function readDemoToken(source: Source = process.env): string | null {
  const given = DemoToken.safeParse(source["SERVICE_DEMO_TOKEN"]);
  return given.success ? given.data : null;
}

const Seconds = z.coerce.number().min(1).max(600);
const DEFAULT_SILENCE_SECONDS = 45;

/** How long a model may say nothing, before its first word and between two. */
export function readModelSilenceMs(
  source: Source = process.env,
  complain = (problem: string): void => console.error(`using the default: ${problem}`),
): number {
  const text = source["SERVICE_CHAT_SILENCE_SECONDS"];
  const given = Seconds.safeParse(text?.trim() || DEFAULT_SILENCE_SECONDS);
  if (given.success) return given.data * 1000;
  complain("SERVICE_CHAT_SILENCE_SECONDS is a number of seconds, from 1 to 600");
  return DEFAULT_SILENCE_SECONDS * 1000;
}

// Less does not hold what the assistant is told and a passage to answer from.
const MIN_CONTEXT_CHARS = 4_000;
const MAX_CONTEXT_CHARS = 2_000_000;
const DEFAULT_CONTEXT_CHARS = 120_000;

/**
 * How many characters a model is given beside the question. A number out of bounds counts as the nearest that is
 * not: who wants little must not be given the default, which is much.
 */
export function readContextChars(
  source: Source = process.env,
  complain = (problem: string, chars: number): void => console.error(`${problem}: using ${chars}`),
): number {
  const text = source["SERVICE_CHAT_CTX_MAX_CHARS"]?.trim();
  if (!text) return DEFAULT_CONTEXT_CHARS;
  const given = z.coerce.number().int().safeParse(text);
  const chars = given.success
    ? Math.min(Math.max(given.data, MIN_CONTEXT_CHARS), MAX_CONTEXT_CHARS)
    : DEFAULT_CONTEXT_CHARS;
  if (chars !== given.data) {
    complain(
      `SERVICE_CHAT_CTX_MAX_CHARS is a whole number of characters, from ${MIN_CONTEXT_CHARS} to ${MAX_CONTEXT_CHARS}`,
      chars,
    );
  }
  return chars;
}

/** Who is answered by the larger model; addresses in small letters. */
export function readProEmails(source: Source = process.env): Set<string> {
  const listed = (source["SERVICE_CHAT_PRO_EMAILS"] ?? "").split(/[,;\s]+/);
  return new Set(listed.map((email) => email.toLowerCase()).filter((email) => email.includes("@")));
}

/** Hosted gives named keys as JSON in the plural variable; the singular one is for self-hosting. */
function keysOf(source: Source, name: string, problems: string[]): Record<string, string> | null {
  const single = source[name];
  if (source[`${name}S`] === undefined && single) return { default: single };
  return read(source, `${name}S`, NamedKeys, parseJson, problems);
}

function read<T>(
  source: Source,
  name: string,
  schema: z.ZodType<T>,
  decode: (text: string) => unknown,
  problems: string[],
): T | null {
  const text = source[name];
  if (!text) {
    problems.push(`${name} is missing`);
    return null;
  }
  const parsed = schema.safeParse(decode(text));
  if (!parsed.success) {
    problems.push(`${name} is malformed`);
    return null;
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseJwks(text: string): unknown {
  const value = parseJson(text);
  return Array.isArray(value) ? { keys: value } : value;
}
