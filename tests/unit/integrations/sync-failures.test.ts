import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syncAdapters } from "../../../supabase/functions/_integrations/sync-adapters.ts";
import type {
  SyncAdapter,
  SyncFailure,
} from "../../../supabase/functions/_integrations/sync-port.ts";
import {
  type ScriptedAnswer,
  type ScriptedVendor,
  startScriptedVendor,
} from "../../support/scripted-vendor.ts";
import { accountOf } from "../../support/sync-accounts.ts";

let vendor: ScriptedVendor;
let adapters: SyncAdapter[];
const now = new Date("2026-11-22T12:00:00Z");
beforeAll(async () => {
  vendor = await startScriptedVendor();
  const signIn = {
    googleTokenUrl: `${vendor.url}/token`,
    microsoftLoginUrl: `${vendor.url}/token`,
  };
  adapters = syncAdapters(signIn, () => now);
});
afterAll(() => vendor.close());

const NAMES = syncAdapters().map(({ provider, stream }) => `${provider} ${stream}`);
const adapter = (name: string): SyncAdapter =>
  adapters.find(({ provider, stream }) => `${provider} ${stream}` === name) as SyncAdapter;

async function failureOf(name: string, answer: ScriptedAnswer | "reset", cursor: object | null) {
  vendor.answer = () => answer;
  const syncAdapter = adapter(name);
  const error = await syncAdapter
    .list({
      cursor: cursor && JSON.stringify(cursor),
      ...accountOf(syncAdapter),
      baseUrl: vendor.url,
      signal: new AbortController().signal,
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
  return error as { failure: SyncFailure; retryAfterMs: number | null; message: string } | null;
}

describe.each(NAMES)("%s", (name) => {
  test.each<[string, ScriptedAnswer | "reset", SyncFailure]>([
    ["status 429", { status: 429, body: {} }, "rate_limited"],
    ["status 500", { status: 500, body: {} }, "unavailable"],
    ["status 503", { status: 503, body: {} }, "unavailable"],
    ["a broken connection", "reset", "unavailable"],
    ["status 403", { status: 403, body: {} }, "forbidden"],
    ["a success that is not JSON", { status: 200, body: "<html>" }, "invalid_response"],
    ["a success of another shape", { status: 200, body: { ok: true } }, "invalid_response"],
    [
      "a redirect",
      { status: 302, headers: { location: "http://127.0.0.1:9/" } },
      "invalid_response",
    ],
  ])("maps %s to its kind of failure", async (_, answer, failure) => {
    const error = await failureOf(name, answer, null);
    expect(error).toMatchObject({ name: "SyncError", failure });
    expect(error?.message).not.toContain(accountOf(adapter(name)).secret);
  });

  test("passes on the vendor's retry hint", async () => {
    const answer = { status: 429, headers: { "retry-after": "7" }, body: {} };
    expect(await failureOf(name, answer, null)).toMatchObject({ retryAfterMs: 7000 });
  });

  test("rejects an unreadable cursor as dead", async () => {
    expect(await failureOf(name, { status: 500 }, { version: 1 })).toMatchObject({
      failure: "cursor_died",
    });
  });
});

test("an attachment on a host other than the vendor's is not downloaded", async () => {
  const address = "http://127.0.0.1:9/internal";
  const id = "7f8a5c1e-0000-4000-8000-000000000001";
  const email = { id, created_at: now.toISOString(), from: "a@b.test", to: [] };
  const attachments = [{ id: "file", content_type: "text/plain" }];
  vendor.answer = (path) => {
    const body = path.includes("/attachments/")
      ? { download_url: address }
      : path.includes("?")
        ? { has_more: false, data: [email] }
        : { ...email, attachments };
    return { status: 200, body };
  };
  const syncAdapter = adapter("resend emails");
  const request = {
    cursor: null,
    ...accountOf(syncAdapter),
    baseUrl: vendor.url,
    signal: new AbortController().signal,
  };
  await expect(syncAdapter.list(request)).rejects.toMatchObject({
    failure: "forbidden",
    message: expect.stringContaining("http://127.0.0.1:9"),
  });
});

const NO_SETTINGS = ["fathom meetings", "linear tasks", "resend emails"];
test.each(NAMES.filter((name) => !NO_SETTINGS.includes(name) && !name.startsWith("hubspot")))(
  "%s needs its settings",
  async (name) => {
    const syncAdapter = adapter(name);
    const request = {
      cursor: null,
      settings: {},
      secret: accountOf(syncAdapter).secret,
      baseUrl: vendor.url,
      signal: new AbortController().signal,
    };
    await expect(syncAdapter.list(request)).rejects.toMatchObject({ failure: "forbidden" });
  },
);

const at = now.toISOString();
const googleError = (code: number, reason: string) => ({
  status: code,
  body: { error: { code, errors: [{ domain: "usageLimits", reason }] } },
});
const calendarCursor = {
  began_at: at,
  until: "2027-11-20T00:00:00.000Z",
  is_full: false,
  sync_tokens: { "team@agency.test": "CPj" },
  remaining: [],
  page_token: null,
};
const graphCursor = {
  began_at: at,
  until: "2027-11-20T00:00:00.000Z",
  is_full: false,
  positions: { "ann@agency.test": "$deltatoken=a" },
  remaining: [],
};
const gmailCursor = { began_at: at, history_id: "42", is_full: false, page_token: null };
const fathomCursor = {
  listed_at: at,
  began_at: at,
  created_after: null,
  newest: null,
  page: "eyJ",
  is_running: true,
};
const hubSpotError = (status: number, category: string) => ({
  status,
  body: { category, correlationId: "aeb5f871-7f07-4993-9211-075dc63e7cbf", message: "No" },
});
const graphError = (status: number, code: string) => ({ status, body: { error: { code } } });
const linearError = (status: number, code: string) => ({
  status,
  body: { errors: [{ message: "No", extensions: { code } }] },
});

describe("the vendor's own error codes decide the category of a failure", () => {
  test.each<[string, string, ScriptedAnswer, object | null, SyncFailure]>([
    [
      "google_calendar events",
      "403 rateLimitExceeded",
      googleError(403, "rateLimitExceeded"),
      null,
      "rate_limited",
    ],
    [
      "google_calendar busy",
      "403 userRateLimitExceeded",
      googleError(403, "userRateLimitExceeded"),
      null,
      "rate_limited",
    ],
    [
      "google_drive files",
      "403 userRateLimitExceeded",
      googleError(403, "userRateLimitExceeded"),
      null,
      "rate_limited",
    ],
    [
      "gmail emails",
      "403 insufficientPermissions",
      googleError(403, "insufficientPermissions"),
      null,
      "forbidden",
    ],
    [
      "google_calendar events",
      "410 fullSyncRequired",
      googleError(410, "fullSyncRequired"),
      calendarCursor,
      "cursor_died",
    ],
    [
      "google_calendar events",
      "404 of a calendar",
      googleError(404, "notFound"),
      null,
      "forbidden",
    ],
    [
      "gmail emails",
      "404 of the history",
      googleError(404, "notFound"),
      gmailCursor,
      "cursor_died",
    ],
    [
      "microsoft_graph events",
      "400 syncStateNotFound",
      graphError(400, "syncStateNotFound"),
      graphCursor,
      "cursor_died",
    ],
    [
      "microsoft_graph events",
      "410 of a delta token",
      graphError(410, "SyncStateNotFound"),
      graphCursor,
      "cursor_died",
    ],
    [
      "microsoft_graph events",
      "403 ErrorAccessDenied",
      graphError(403, "ErrorAccessDenied"),
      null,
      "forbidden",
    ],
    ["fathom meetings", "400 of a page", { status: 400, body: {} }, fathomCursor, "cursor_died"],
    ["fathom meetings", "400 without a page", { status: 400, body: {} }, null, "invalid_response"],
    [
      "clickup tasks",
      "401 OAUTH_025",
      { status: 401, body: { err: "No", ECODE: "OAUTH_025" } },
      null,
      "grant_dead",
    ],
    [
      "clickup tasks",
      "401 OAUTH_027",
      { status: 401, body: { err: "No", ECODE: "OAUTH_027" } },
      null,
      "forbidden",
    ],
    ["linear tasks", "400 RATELIMITED", linearError(400, "RATELIMITED"), null, "rate_limited"],
    [
      "linear tasks",
      "200 AUTHENTICATION_ERROR",
      linearError(200, "AUTHENTICATION_ERROR"),
      null,
      "grant_dead",
    ],
    [
      "linear tasks",
      "200 with another error",
      linearError(200, "GRAPHQL_VALIDATION_FAILED"),
      null,
      "invalid_response",
    ],
    ["hubspot deals", "401 without a category", { status: 401, body: {} }, null, "unavailable"],
    [
      "hubspot deals",
      "401 EXPIRED_AUTHENTICATION",
      hubSpotError(401, "EXPIRED_AUTHENTICATION"),
      null,
      "grant_dead",
    ],
    ["hubspot deals", "403 MISSING_SCOPES", hubSpotError(403, "MISSING_SCOPES"), null, "forbidden"],
    ["harvest hours", "401", { status: 401, body: {} }, null, "grant_dead"],
    ["resend emails", "401", { status: 401, body: {} }, null, "grant_dead"],
  ])("%s: %s", async (name, _, answer, cursor, failure) => {
    expect(await failureOf(name, answer, cursor)).toMatchObject({ failure });
  });

  test.each(["google_calendar events", "microsoft_graph events"])(
    "%s signs in again once before the grant counts as dead",
    async (name) => {
      vendor.requests.length = 0;
      expect(await failureOf(name, { status: 401, body: {} }, null)).toMatchObject({
        failure: "grant_dead",
      });
      expect(vendor.requests.length).toBe(2);
    },
  );
});

test("a delta link to another address is read without asking that address", async () => {
  const elsewhere = "http://127.0.0.1:9/users/x/calendarView/delta?$deltatoken=b";
  vendor.answer = () => ({ status: 200, body: { value: [], "@odata.deltaLink": elsewhere } });
  const syncAdapter = adapter("microsoft_graph events");
  const request = {
    ...accountOf(syncAdapter),
    baseUrl: vendor.url,
    signal: new AbortController().signal,
  };
  const first = await syncAdapter.list({ ...request, cursor: null });
  vendor.requests.length = 0;
  await syncAdapter.list({ ...request, cursor: first.cursor });
  expect(vendor.requests).toEqual(["/users/ann%40agency.test/calendarView/delta?%24deltatoken=b"]);
});

test.each([
  ["google_calendar events", "calendar_ids", { items: [], nextSyncToken: "s" }],
  [
    "microsoft_graph events",
    "mailboxes",
    { value: [], "@odata.deltaLink": "http://x/?$deltatoken=b" },
  ],
] as const)(
  "%s: an unreadable calendar does not stop the others, and proves no deletion",
  async (name, field, page) => {
    vendor.answer = (path) =>
      path.includes("gone%40") ? { status: 404, body: {} } : { status: 200, body: page };
    const syncAdapter = adapter(name);
    const account = accountOf(syncAdapter);
    const settings = { ...account.settings, [field]: ["gone@agency.test", "ann@agency.test"] };
    const request = {
      secret: account.secret,
      settings,
      baseUrl: vendor.url,
      signal: new AbortController().signal,
    };
    const first = await syncAdapter.list({ ...request, cursor: null });
    expect(
      first.records.map(({ externalId, data }) => [externalId, Object.keys(data ?? {})]),
    ).toEqual([["gone@agency.test/", ["unreadable"]]]);
    const last = await syncAdapter.list({ ...request, cursor: first.cursor });
    expect([first.hasMore, last.hasMore, last.isSnapshot]).toEqual([true, false, false]);
    // If the only calendar is unreadable, the vendor shares nothing with us.
    const onlyGone = { ...request, settings: { ...settings, [field]: ["gone@agency.test"] } };
    await expect(syncAdapter.list({ ...onlyGone, cursor: null })).rejects.toMatchObject({
      failure: "forbidden",
    });
  },
);
