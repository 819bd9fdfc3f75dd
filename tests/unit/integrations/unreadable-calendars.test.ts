import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { googleEvents } from "../../../supabase/functions/_integrations/calendar/google-events.ts";
import { microsoftEvents } from "../../../supabase/functions/_integrations/calendar/microsoft-events.ts";
import type { SyncAdapter } from "../../../supabase/functions/_integrations/sync-port.ts";
import { type ScriptedVendor, startScriptedVendor } from "../../support/scripted-vendor.ts";
import { accountOf } from "../../support/sync-accounts.ts";

const calendars = ["ann@agency.test", "team@agency.test"];
const HOUR_MS = 3_600_000;

let vendor: ScriptedVendor;
let now: Date;
beforeAll(async () => {
  vendor = await startScriptedVendor();
});
beforeEach(() => {
  now = new Date("2026-11-22T12:00:00Z");
});
afterAll(() => vendor.close());

const cases: [string, () => SyncAdapter, object, RegExp][] = [
  [
    "Google Calendar",
    () => googleEvents({ tokenUrl: `${vendor.url}/token`, now: () => now }),
    { calendar_ids: calendars },
    /syncToken=/,
  ],
  [
    "Microsoft 365",
    () => microsoftEvents({ loginUrl: `${vendor.url}/token`, now: () => now }),
    { mailboxes: calendars },
    /deltatoken=/,
  ],
];

describe.each(cases)("%s", (_, adapterOf, otherSettings, token) => {
  let cursor: string | null;
  beforeEach(() => {
    cursor = null;
  });

  /** Reads every calendar once; the one that is named refuses to be read. */
  async function readAll(refused?: string) {
    const adapter = adapterOf();
    const { settings, secret } = accountOf(adapter);
    vendor.requests.length = 0;
    vendor.answer = (path) =>
      refused && path.includes(encodeURIComponent(refused))
        ? { status: 403, body: { error: { errors: [{ reason: "forbidden" }] } } }
        : {
            status: 200,
            body: {
              items: [],
              value: [],
              nextSyncToken: "next",
              "@odata.deltaLink": "https://graph.example/delta?$deltatoken=next",
            },
          };
    const pages = [];
    do {
      const signal = new AbortController().signal;
      const request = { cursor, secret, settings: { ...settings, ...otherSettings }, signal };
      pages.push(await adapter.list({ ...request, baseUrl: vendor.url }));
      cursor = pages.at(-1)?.cursor ?? null;
    } while (pages.at(-1)?.hasMore);
    return {
      isSnapshot: pages.some((page) => page.isSnapshot),
      unreadable: pages.flatMap(({ records }) => records).map(({ externalId }) => externalId),
      isFull: !vendor.requests.every((path) => token.test(decodeURIComponent(path))),
    };
  }

  test("lists every calendar again a day after one could not be read", async () => {
    expect(await readAll()).toEqual({ isSnapshot: true, unreadable: [], isFull: true });
    now = new Date(now.getTime() + HOUR_MS);
    expect(await readAll("team@agency.test")).toMatchObject({
      isSnapshot: false,
      unreadable: ["team@agency.test/"],
    });
    now = new Date(now.getTime() + HOUR_MS);
    expect(await readAll()).toEqual({ isSnapshot: false, unreadable: [], isFull: false });
    now = new Date(now.getTime() + 22 * HOUR_MS);
    expect(await readAll()).toEqual({ isSnapshot: true, unreadable: [], isFull: true });
    now = new Date(now.getTime() + 24 * HOUR_MS);
    expect(await readAll()).toEqual({ isSnapshot: false, unreadable: [], isFull: false });
  });

  test("does not list them more than once a day while one cannot be read", async () => {
    expect(await readAll("team@agency.test")).toMatchObject({ isSnapshot: false, isFull: true });
    for (let hour = 1; hour <= 23; hour++) {
      now = new Date(now.getTime() + HOUR_MS);
      await readAll("team@agency.test");
      const [first = ""] = vendor.requests;
      expect(decodeURIComponent(first)).toMatch(token);
    }
    now = new Date(now.getTime() + HOUR_MS);
    await readAll("team@agency.test");
    const [first = ""] = vendor.requests;
    expect(decodeURIComponent(first)).not.toMatch(token);
  });
});
