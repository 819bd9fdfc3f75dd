import type { SupabaseEnv } from "@supabase/server";
import { z } from "zod";
import { address, jwks, keys, text, variable, wholeNumber } from "./_variables.ts";

// A global of Deno, Node and the hosted runtime alike; declared, because Deno ships no types for it.
declare const process: { env: Record<string, string | undefined> };

type Source = Record<string, string | undefined>;

const callsPerMinute = wholeNumber(1, 10_000, "whole number of calls a minute");
const quota = wholeNumber(1, 100_000_000);
// With a smaller `min`, the instructions and one passage would not fit.
const CONTEXT_CHARS = { min: 4_000, max: 2_000_000, default: 120_000 };

/** Every variable of the functions, once. An empty variable counts as missing. */
const Variables = z.object({
  SUPABASE_URL: address,
  SUPABASE_PUBLISHABLE_KEYS: keys,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEYS: keys,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_JWKS: jwks,
  PUBLIC_SUPABASE_URL: address,
  SERVICE_MODE: text,
  SERVICE_DEMO_TOKEN: text,
  MEETING_WEBHOOK_SECRET: text,
  EMAIL_WEBHOOK_SECRET: text,
  SERVICE_BACKGROUND_TASKS: text,
  SERVICE_INGEST_RATE_LIMIT: callsPerMinute,
  SERVICE_CHAT_RATE_LIMIT: callsPerMinute,
  SERVICE_CHAT_STREAM_RATE_LIMIT: callsPerMinute,
  SERVICE_RESEARCH_RATE_LIMIT: callsPerMinute,
  SERVICE_PROPOSE_RATE_LIMIT: callsPerMinute,
  SERVICE_OPEN_CARDS_PER_PERSON: quota,
  SERVICE_DOCUMENTS_MIB_PER_PERSON: quota,
  SERVICE_DOCUMENTS_MIB_PER_ORGANIZATION: quota,
  SERVICE_TEXT_MIB_PER_PERSON: quota,
  SERVICE_TEXT_MIB_PER_ORGANIZATION: quota,
  SERVICE_EMAIL_MIB_PER_ORGANIZATION: quota,
  VERIFY_WINDOW_DAYS: wholeNumber(1, 365, "whole number of days"),
  SERVICE_CHAT_PRO_EMAILS: text,
  SERVICE_AUTH_EMAILS: text,
  SERVICE_CHAT_CTX_MAX_CHARS: wholeNumber(
    CONTEXT_CHARS.min,
    CONTEXT_CHARS.max,
    "whole number of characters",
  ),
  SERVICE_CHAT_SILENCE_SECONDS: variable(
    z.coerce.number().min(1).max(600),
    "must be a number of seconds from 1 to 600",
  ),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: address,
  CHAT_MODEL: text,
  CHAT_STREAM_MODEL: text,
  CHAT_STREAM_PRO_MODEL: text,
  EMBEDDING_MODEL: text,
  EMBEDDING_VERSION: text,
  OPENAI_RESEARCH_KEY: text,
  OPENAI_RESEARCH_BASE_URL: address,
  RESEARCH_MODEL: text,
  CLICKUP_API_URL: address,
  CLICKUP_TOKEN: text,
  CLICKUP_LIST_ID: text,
  CLICKUP_MARKER_FIELD_ID: text,
  LINEAR_API_URL: address,
  HARVEST_API_URL: address,
  RESEND_API_URL: address,
  RESEND_DOWNLOAD_URL: address,
  GMAIL_API_URL: address,
  FATHOM_API_URL: address,
  GOOGLE_DRIVE_API_URL: address,
  HUBSPOT_API_URL: address,
  GOOGLE_CALENDAR_API_URL: address,
  MICROSOFT_GRAPH_API_URL: address,
  MICROSOFT_LOGIN_URL: address,
  GOOGLE_TOKEN_URL: address,
  GOOGLE_CALENDAR_SERVICE_ACCOUNT: text,
  GOOGLE_CALENDAR_SUBJECT: text,
  GOOGLE_CALENDAR_ID: text,
});
type Values = z.output<typeof Variables>;
type Name = keyof Values;
export const VARIABLE_NAMES = Object.keys(Variables.shape) as Name[];

/** The public values of the identity provider. A secret key is never among them. */
export type IdentityProvider = Pick<SupabaseEnv, "url" | "publishableKeys" | "jwks">;

/** Vendors' addresses, and the accounts of the first organization; an incomplete account counts as none. */
export interface VendorEnv {
  /** The addresses of all vendors. Background functions can reach no others. */
  addresses: string[];
  clickUpUrl: string;
  clickUp: { token: string; settings: object } | null;
  linearUrl: string;
  harvestUrl: string;
  resendUrl: string;
  resendDownloadUrl: string;
  gmailUrl: string;
  fathomUrl: string;
  googleDriveUrl: string;
  hubSpotUrl: string;
  googleCalendarUrl: string;
  microsoftGraphUrl: string;
  microsoftLoginUrl: string;
  googleTokenUrl: string;
  googleCalendar: { serviceAccount: string; settings: object } | null;
}

/** The model that turns text into vectors, and its endpoint. */
export type EmbeddingEnv = { model: string; version: string } & (
  | { provider: "built-in" }
  | { provider: "openai"; baseUrl: string; apiKey: string }
);

/** The model that the hosted runtime includes. */
export const BUILT_IN_MODEL = "gte-small";

/** The purpose of a model: each role has its own variable. */
export type ModelRole = "chat" | "chatStream" | "chatStreamPro";

export interface ModelEnv {
  model: string;
  baseUrl: string;
  apiKey: string;
}

export interface Env {
  /** In production the service fails closed; in demo mode it may serve the bundled demo routes. */
  mode: "production" | "demo";
  /** Null when a part of the configuration is missing or malformed. */
  identity: IdentityProvider | null;
  /** Why `identity` is null, for the log. */
  identityProblems: string[];
  /** Whether any variable of an identity provider is set. If so, demo mode stays off, even if `identity` is null. */
  namesIdentityProvider: boolean;
  /** Only background functions have secret keys. A function that serves people must have none. */
  secretKeys: Record<string, string> | null;
  /** The address at which browsers reach the project; null if it is SUPABASE_URL. */
  publicUrl: string | null;
  /** The address to which vendors send pushes; null if only this machine or network can reach the service. */
  pushUrl: string | null;
  /** The token that opens the demo dataset; null if it is missing or easy to guess. */
  demoToken: string | null;
  /** The secret of the meeting recorder in demo mode; null if it is missing or easy to guess. */
  webhookSecret: string | null;
  /**
   * The secrets that sign deliveries of the email webhook, as the operator writes them. If empty, no delivery is
   * accepted.
   */
  emailWebhookSecrets: string;
  /**
   * The secrets that sign deliveries of the meeting webhook, as the operator writes them. If empty, no delivery is
   * accepted.
   */
  meetingWebhookSecrets: string;
  /** Whether all work that can run in the background does so, even if it is small. */
  prefersBackground: boolean;
  /** Calls a minute per person, by route; null for the database's default. */
  rateLimits: Record<string, number | null>;
  /** The limit of each storage quota; null for the database's default. */
  quotas: Record<string, number | null>;
  /** For how many days an activity counts as recent in the portfolio's health; null for the database's default. */
  verificationWindowDays: number | null;
  vendors: VendorEnv;
  /** If null, search uses only words. */
  embedding: EmbeddingEnv | null;
  /** If null, an answer consists only of evidence. */
  models: Record<ModelRole, ModelEnv | null>;
  /** The model that searches the public web. It has a separate key, with which no private text is sent. */
  research: ModelEnv | null;
  /** How long a model may be silent, before its first chunk and between two chunks. */
  modelSilenceMs: number;
  /** How many characters a model gets in addition to the question. */
  contextChars: number;
  /** Lower-case addresses of the people who get the larger model. */
  proEmails: Set<string>;
  /** Whether Auth sends emails, such as for forgotten passwords; its API does not report this. */
  sendsAuthEmails: boolean;
  /** The variables that break their rule, each with the rule and never a value. */
  problems: Partial<Record<Name, string>>;
}

let current: { variables: string; env: Env } | undefined;

/** The environment of this process, parsed once. A test that changes a variable must reset it. */
export function readEnv(): Env {
  const variables = JSON.stringify(VARIABLE_NAMES.map((name) => process.env[name]));
  if (current?.variables !== variables) {
    current = { variables, env: parseEnv(process.env) };
    for (const [name, problem] of Object.entries(current.env.problems)) {
      console.error(`${name} ${problem}. The service uses its default or the nearest value.`);
    }
  }
  return current.env;
}

export function parseEnv(source: Source, hasBuiltInModel = "Supabase" in globalThis): Env {
  const variables = Object.fromEntries(
    VARIABLE_NAMES.flatMap((name) => {
      const trimmed = source[name]?.trim();
      return trimmed ? [[name, trimmed]] : [];
    }),
  );
  const { success, error } = Variables.safeParse(variables);
  const problems: Env["problems"] = success
    ? {}
    : Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
  const sound = Object.entries(variables).filter(([name]) => !(name in problems));
  const values = Variables.parse(Object.fromEntries(sound));

  const embedding = embeddingOf(values, problems, hasBuiltInModel);
  return {
    // An unknown value fails closed, like production.
    mode: (values.SERVICE_MODE ?? "demo") === "demo" ? "demo" : "production",
    ...identityOf(values, problems),
    namesIdentityProvider: IDENTITY_VARIABLES.some((name) => name in variables),
    secretKeys: keysOf(values, problems, "SUPABASE_SECRET_KEY"),
    publicUrl: values.PUBLIC_SUPABASE_URL ?? null,
    pushUrl: pushUrlOf(values),
    demoToken: secretOf(values.SERVICE_DEMO_TOKEN),
    webhookSecret: secretOf(values.MEETING_WEBHOOK_SECRET),
    emailWebhookSecrets: values.EMAIL_WEBHOOK_SECRET ?? "",
    meetingWebhookSecrets: values.MEETING_WEBHOOK_SECRET ?? "",
    prefersBackground: values.SERVICE_BACKGROUND_TASKS === "on",
    rateLimits: rateLimitsOf(values),
    quotas: quotasOf(values),
    verificationWindowDays: values.VERIFY_WINDOW_DAYS ?? null,
    vendors: vendorsOf(values),
    embedding,
    models: {
      chat: modelOf(values, problems, values.CHAT_MODEL ?? "gpt-5-mini"),
      chatStream: modelOf(values, problems, values.CHAT_STREAM_MODEL ?? "gpt-5-mini"),
      chatStreamPro: modelOf(values, problems, values.CHAT_STREAM_PRO_MODEL ?? "gpt-5"),
    },
    research: researchOf(values, problems),
    modelSilenceMs: (values.SERVICE_CHAT_SILENCE_SECONDS ?? 45) * 1000,
    contextChars:
      values.SERVICE_CHAT_CTX_MAX_CHARS ??
      nearestContextChars(variables["SERVICE_CHAT_CTX_MAX_CHARS"]),
    proEmails: emailsOf(values.SERVICE_CHAT_PRO_EMAILS ?? ""),
    sendsAuthEmails: values.SERVICE_AUTH_EMAILS === "on",
    problems,
  };
}

const IDENTITY_VARIABLES: Name[] = [
  "SUPABASE_URL",
  "SUPABASE_PUBLISHABLE_KEYS",
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_JWKS",
  "PUBLIC_SUPABASE_URL",
];

function identityOf(values: Values, problems: Env["problems"]) {
  const { SUPABASE_URL: url, SUPABASE_JWKS: jwks } = values;
  const publishableKeys = keysOf(values, problems, "SUPABASE_PUBLISHABLE_KEY");
  const requiredValues = {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: publishableKeys,
    SUPABASE_JWKS: jwks,
    // This variable may be missing, but not malformed.
    PUBLIC_SUPABASE_URL: problems.PUBLIC_SUPABASE_URL ? null : true,
  };
  const identityProblems = Object.entries(requiredValues)
    .filter(([, value]) => !value)
    .map(([name]) => `${name} ${problems[name as Name] ?? "is missing"}`);
  if (!url || !publishableKeys || !jwks || identityProblems.length > 0) {
    return { identity: null, identityProblems };
  }
  const identity = { url, publishableKeys, jwks: jwks as SupabaseEnv["jwks"] };
  return { identity, identityProblems };
}

/** Vendors send pushes only to addresses with a certificate. */
function pushUrlOf({ PUBLIC_SUPABASE_URL, SUPABASE_URL }: Values): string | null {
  const url = PUBLIC_SUPABASE_URL ?? SUPABASE_URL ?? "";
  return url.startsWith("https://") ? url : null;
}

/**
 * The hosted platform provides named keys as JSON in the plural variable. The singular variable is for self-hosting.
 */
function keysOf(
  values: Values,
  problems: Env["problems"],
  name: "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY",
): Record<string, string> | null {
  const single = values[name];
  if (single && !values[`${name}S`] && !problems[`${name}S`]) return { default: single };
  return values[`${name}S`] ?? null;
}

function rateLimitsOf(values: Values): Env["rateLimits"] {
  return {
    "ingest-doc": values.SERVICE_INGEST_RATE_LIMIT ?? null,
    chat: values.SERVICE_CHAT_RATE_LIMIT ?? null,
    "chat-stream": values.SERVICE_CHAT_STREAM_RATE_LIMIT ?? null,
    research: values.SERVICE_RESEARCH_RATE_LIMIT ?? null,
    propose: values.SERVICE_PROPOSE_RATE_LIMIT ?? null,
  };
}

function quotasOf(values: Values): Env["quotas"] {
  const bytes = (mib: number | undefined) => (mib === undefined ? null : mib * 1_048_576);
  return {
    open_cards_per_person: values.SERVICE_OPEN_CARDS_PER_PERSON ?? null,
    documents_bytes_per_person: bytes(values.SERVICE_DOCUMENTS_MIB_PER_PERSON),
    documents_bytes_per_organization: bytes(values.SERVICE_DOCUMENTS_MIB_PER_ORGANIZATION),
    text_bytes_per_person: bytes(values.SERVICE_TEXT_MIB_PER_PERSON),
    text_bytes_per_organization: bytes(values.SERVICE_TEXT_MIB_PER_ORGANIZATION),
    email_bytes_per_organization: bytes(values.SERVICE_EMAIL_MIB_PER_ORGANIZATION),
  };
}

/** Only the operator names addresses: no setting of a tenant decides where requests go. */
function vendorsOf(values: Values): VendorEnv {
  const { CLICKUP_TOKEN, CLICKUP_LIST_ID, CLICKUP_MARKER_FIELD_ID } = values;
  const { GOOGLE_CALENDAR_SERVICE_ACCOUNT, GOOGLE_CALENDAR_SUBJECT, GOOGLE_CALENDAR_ID } = values;
  const urls = {
    clickUpUrl: values.CLICKUP_API_URL ?? "https://api.clickup.com/api",
    linearUrl: values.LINEAR_API_URL ?? "https://api.linear.app",
    harvestUrl: values.HARVEST_API_URL ?? "https://api.harvestapp.com/v2",
    resendUrl: values.RESEND_API_URL ?? "https://api.resend.com",
    resendDownloadUrl: values.RESEND_DOWNLOAD_URL ?? "https://inbound-cdn.resend.com",
    gmailUrl: values.GMAIL_API_URL ?? "https://gmail.googleapis.com",
    fathomUrl: values.FATHOM_API_URL ?? "https://api.fathom.ai/external/v1",
    googleDriveUrl: values.GOOGLE_DRIVE_API_URL ?? "https://www.googleapis.com/drive/v3",
    hubSpotUrl: values.HUBSPOT_API_URL ?? "https://api.hubapi.com",
    googleCalendarUrl: values.GOOGLE_CALENDAR_API_URL ?? "https://www.googleapis.com/calendar/v3",
    microsoftGraphUrl: values.MICROSOFT_GRAPH_API_URL ?? "https://graph.microsoft.com/v1.0",
    microsoftLoginUrl: values.MICROSOFT_LOGIN_URL ?? "https://login.microsoftonline.com",
    googleTokenUrl: values.GOOGLE_TOKEN_URL ?? "https://oauth2.googleapis.com/token",
  };
  return {
    ...urls,
    addresses: Object.values(urls),
    clickUp:
      CLICKUP_TOKEN && CLICKUP_LIST_ID && CLICKUP_MARKER_FIELD_ID
        ? {
            token: CLICKUP_TOKEN,
            settings: { list_id: CLICKUP_LIST_ID, marker_field_id: CLICKUP_MARKER_FIELD_ID },
          }
        : null,
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

const OPENAI_URL = "https://api.openai.com/v1";

/** If no model is named, no text leaves the service: the only default is the runtime's own model. */
function embeddingOf(
  values: Values,
  problems: Env["problems"],
  hasBuiltIn: boolean,
): EmbeddingEnv | null {
  const model = values.EMBEDDING_MODEL ?? (hasBuiltIn ? BUILT_IN_MODEL : "none");
  const version = values.EMBEDDING_VERSION ?? "1";
  if (model === "none") return null;
  if (model === BUILT_IN_MODEL && hasBuiltIn) return { provider: "built-in", model, version };
  const modelSettings = modelOf(values, problems, model);
  if (modelSettings) return { provider: "openai", version, ...modelSettings };
  const reason = values.OPENAI_API_KEY
    ? "OPENAI_BASE_URL is malformed"
    : "OPENAI_API_KEY is missing";
  problems.EMBEDDING_MODEL = `cannot be used, because ${reason}: search is by words only`;
  return null;
}

/**
 * Null without a key. Also null for a malformed address: the key and the text must not go to the default host
 * instead.
 */
function modelOf(values: Values, problems: Env["problems"], model: string): ModelEnv | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl = OPENAI_URL } = values;
  return apiKey && !problems.OPENAI_BASE_URL ? { model, baseUrl, apiKey } : null;
}

function researchOf(values: Values, problems: Env["problems"]): ModelEnv | null {
  const { OPENAI_RESEARCH_KEY: apiKey, OPENAI_RESEARCH_BASE_URL: baseUrl = OPENAI_URL } = values;
  if (!apiKey || problems.OPENAI_RESEARCH_BASE_URL) return null;
  return { model: values.RESEARCH_MODEL ?? "gpt-5", baseUrl, apiKey };
}

/**
 * The nearest permitted value for a number out of bounds: an operator who asks for a low limit must not get the
 * higher default.
 */
function nearestContextChars(input: string | undefined): number {
  const parsed = z.coerce.number().int().safeParse(input);
  if (input === undefined || !parsed.success) return CONTEXT_CHARS.default;
  return Math.min(Math.max(parsed.data, CONTEXT_CHARS.min), CONTEXT_CHARS.max);
}

/** A short token could be guessed. */
function secretOf(input = ""): string | null {
  return input.length >= 24 ? input : null;
}

function emailsOf(list: string): Set<string> {
  const emails = list.split(/[,;\s]+/).map((email) => email.toLowerCase());
  return new Set(emails.filter((email) => email.includes("@")));
}
