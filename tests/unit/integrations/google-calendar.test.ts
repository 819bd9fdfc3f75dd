import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Recurrence } from "../../../supabase/functions/_domain/calendar/recurrence.ts";
import {
  GoogleCalendarSettings,
  googleCalendar,
} from "../../../supabase/functions/_integrations/calendar/google.ts";
import { ServiceAccount } from "../../../supabase/functions/_integrations/calendar/google-token.ts";
import type {
  EventChange,
  EventFields,
  KnownEvent,
} from "../../../supabase/functions/_integrations/calendar/port.ts";
import { recurrenceRule } from "../../../supabase/functions/_integrations/calendar/recurrence-rule.ts";
import {
  googleAccount,
  type MockEvent,
  type MockGoogleCalendar,
  startMockGoogleCalendar,
  verifyAssertion,
} from "../../support/mock-google-calendar.ts";

const signal = new AbortController().signal;
const marker = "7b0f3a52-6f0e-4f0e-9d84-1c2d3e4f5a6b";
const changeMarker = "11111111-2222-4333-8444-555555555555";
const id = marker.replaceAll("-", "");

let vendor: MockGoogleCalendar;
beforeEach(async () => {
  vendor = await startMockGoogleCalendar();
});
afterEach(async () => {
  expect(vendor.violations).toEqual([]);
  await vendor.close();
});

const calendar = (settings: object = {}) =>
  googleCalendar({
    apiUrl: vendor.url,
    tokenUrl: vendor.tokenUrl,
    account: ServiceAccount.parse(JSON.parse(googleAccount.serviceAccount)),
    settings: GoogleCalendarSettings.parse({ ...googleAccount.settings, ...settings }),
  });
const fields: EventFields = {
  summary: "Kick-off",
  starts_at: "2026-11-27T09:00:00+01:00",
  ends_at: "2026-11-27T10:00:00+01:00",
  time_zone: "Europe/Berlin",
  attendees: ["ann@client.test", "bo@agency.test"],
  location: "Room 1",
  description: "Agenda",
};
const creation: EventChange = { type: "create", fields };
const storedEvent = () => [...vendor.events.values()][0] as MockEvent;
const operations = () => vendor.requests.map(({ operation }) => operation);

async function createEvent(): Promise<KnownEvent> {
  const { copy } = await calendar().apply(marker, creation, signal);
  return copy as KnownEvent;
}

test("it signs in as Google requires, once, at the operator's address and not at the key file's", async () => {
  await calendar().apply(marker, creation, signal);
  await calendar().find(marker, creation, signal);
  expect(vendor.assertions.length).toBe(1);
  expect(await verifyAssertion(vendor.assertions[0] as string, vendor.tokenUrl)).toMatchObject({
    iss: "writer@mock.iam.gserviceaccount.com",
    sub: "office@agency.test",
    scope: "https://www.googleapis.com/auth/calendar.events",
    kid: "key-1",
  });
});

test("a key that names another organization's account signs in separately: a cached token belongs to its key", async () => {
  await calendar().find(marker, creation, signal);
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const testAccount = JSON.parse(googleAccount.serviceAccount) as object;
  const account = ServiceAccount.parse({
    ...testAccount,
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  });
  const settings = GoogleCalendarSettings.parse(googleAccount.settings);
  const imposter = googleCalendar({
    apiUrl: vendor.url,
    tokenUrl: vendor.tokenUrl,
    account,
    settings,
  });
  await imposter.find(marker, creation, signal);
  expect(vendor.assertions.length).toBe(2);
  await expect(verifyAssertion(vendor.assertions[1] as string, vendor.tokenUrl)).rejects.toThrow();
});

describe("a new event", () => {
  test("has the marker as its id and all fields of the card", async () => {
    const result = await calendar().apply(marker, creation, signal);
    expect([...vendor.events.keys()]).toEqual([`team@agency.test ${id}`]);
    expect(storedEvent().fields).toEqual({
      status: "confirmed",
      summary: "Kick-off",
      description: "Agenda",
      location: "Room 1",
      start: { dateTime: "2026-11-27T08:00:00.000Z", timeZone: "Europe/Berlin" },
      end: { dateTime: "2026-11-27T09:00:00.000Z", timeZone: "Europe/Berlin" },
      attendees: [{ email: "ann@client.test" }, { email: "bo@agency.test" }],
      extendedProperties: { private: { approval_id: marker } },
    });
    expect(storedEvent().notified).toEqual(["all"]);
    expect(result).toMatchObject({
      externalId: id,
      url: expect.stringContaining(id),
      copy: { external_id: id, calendar_id: "team@agency.test", status: "confirmed" },
    });
  });

  test("created twice is one event, which notifies its attendees once", async () => {
    const first = await calendar().apply(marker, creation, signal);
    expect(await calendar().apply(marker, creation, signal)).toEqual(first);
    expect(await calendar().find(marker, creation, signal)).toEqual(first);
    expect(vendor.events.size).toBe(1);
    expect(storedEvent().notified).toEqual(["all"]);
  });

  test("that repeats has a rule in its own zone, and a copy of each of its events", async () => {
    const weekly: EventChange = {
      type: "create",
      fields: {
        ...fields,
        recurrence: { frequency: "weekly", interval: 2, weekdays: [5], until: "2027-01-08" },
      },
    };
    const result = await calendar().apply(marker, weekly, signal);
    expect(storedEvent().fields).toMatchObject({
      start: { dateTime: "2026-11-27T08:00:00.000Z", timeZone: "Europe/Berlin" },
      recurrence: ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20270108T225959Z"],
    });
    expect(result.copy).toMatchObject({ external_id: id, summary: "Kick-off" });
    expect(result.copy?.occurrences).toEqual(
      ["20261127", "20261211", "20261225", "20270108"].map((day) => ({
        external_id: `${id}_${day}T080000Z`,
        etag: expect.any(String),
        starts_at: `${day.replace(/(....)(..)/, "$1-$2-")}T08:00:00Z`,
        ends_at: `${day.replace(/(....)(..)/, "$1-$2-")}T09:00:00Z`,
      })),
    );
    expect(await calendar().find(marker, weekly, signal)).toEqual(result);
    storedEvent().fields["status"] = "cancelled";
    expect((await calendar().find(marker, weekly, signal))?.copy?.occurrences).toEqual([]);
  });

  test.each([
    [{ frequency: "daily", interval: 1, count: 5 }, "FREQ=DAILY;COUNT=5"],
    [
      { frequency: "weekly", interval: 1, weekdays: [1, 3, 7], count: 9 },
      "FREQ=WEEKLY;BYDAY=MO,WE,SU;COUNT=9",
    ],
    [
      { frequency: "monthly", interval: 3, until: "2027-05-27" },
      "FREQ=MONTHLY;INTERVAL=3;UNTIL=20270527T215959Z",
    ],
  ] as const)("that repeats by %j is sent as %s", (recurrence, rule) => {
    expect(recurrenceRule(Recurrence.parse(recurrence), "Europe/Berlin")).toBe(`RRULE:${rule}`);
  });

  test("that a person has deleted since counts as created", async () => {
    await calendar().apply(marker, creation, signal);
    storedEvent().fields["status"] = "cancelled";
    expect(await calendar().apply(marker, creation, signal)).toMatchObject({
      externalId: id,
      copy: { status: "cancelled", summary: "Kick-off" },
    });
  });

  test("under an id that another event has is refused", async () => {
    await calendar().apply(marker, creation, signal);
    storedEvent().fields["extendedProperties"] = {};
    await expect(calendar().apply(marker, creation, signal)).rejects.toMatchObject({
      failure: "refused",
    });
  });
});

describe("a change", () => {
  test("changes only the fields of the card, and people who stay invited keep their responses", async () => {
    const event = await createEvent();
    storedEvent().fields["attendees"] = [
      { email: "ann@client.test", responseStatus: "accepted" },
      { email: "bo@agency.test", responseStatus: "declined" },
    ];
    storedEvent().version += 1;
    const change: EventChange = {
      type: "update",
      event,
      fields: { summary: "Kick-off 2", attendees: ["Ann@client.test", "new@client.test"] },
    };
    const changedEvent = await calendar({ send_updates: "externalOnly" }).apply(
      changeMarker,
      change,
      signal,
    );
    expect(storedEvent().fields).toMatchObject({
      summary: "Kick-off 2",
      location: "Room 1",
      attendees: [
        { email: "ann@client.test", responseStatus: "accepted" },
        { email: "new@client.test" },
      ],
      extendedProperties: { private: { approval_id: marker } },
    });
    expect(storedEvent().notified).toEqual(["all", "externalOnly"]);
    expect(changedEvent.copy).toMatchObject({ summary: "Kick-off 2", status: "confirmed" });

    expect(await calendar().find(changeMarker, change, signal)).toEqual(changedEvent);
    expect(await calendar().apply(changeMarker, change, signal)).toEqual(changedEvent);
    expect(storedEvent().notified.length).toBe(2);
    // The event's own marker is still found.
    expect(await calendar().find(marker, creation, signal)).not.toBeNull();
  });

  test("to an event that another person has changed is refused, and nothing is sent", async () => {
    const event = await createEvent();
    storedEvent().fields["location"] = "Room 2";
    const change: EventChange = { type: "update", event, fields: { summary: "Late" } };
    await expect(calendar().apply(changeMarker, change, signal)).rejects.toMatchObject({
      failure: "refused",
      message: /changed in Google Calendar meanwhile/,
    });
    expect(operations()).not.toContain("patch");
  });

  test("that conflicts with another one between read and write is refused by its version", async () => {
    const event = await createEvent();
    vendor.fail({ operation: "patch", when: "before", how: { status: 412, body: {} } });
    const change: EventChange = { type: "update", event, fields: { summary: "Late" } };
    await expect(calendar().apply(changeMarker, change, signal)).rejects.toMatchObject({
      failure: "refused",
    });
    const patch = vendor.requests.find(({ operation }) => operation === "patch");
    expect(patch?.headers.get("if-match")).toBe(`"${id}-1"`);
  });
});

describe("a cancellation", () => {
  test("cancels once, notifies the attendees, and carries the note", async () => {
    const event = await createEvent();
    const change: EventChange = { type: "cancel", event, note: "Ann is ill" };
    const cancelledEvent = await calendar().apply(changeMarker, change, signal);
    expect(storedEvent().fields).toMatchObject({
      status: "cancelled",
      description: "Ann is ill\n\nAgenda",
    });
    expect(cancelledEvent.copy).toMatchObject({ status: "cancelled", summary: "Kick-off" });
    expect(await calendar().apply(changeMarker, change, signal)).toEqual(cancelledEvent);
    expect(storedEvent().notified).toEqual(["all", "all"]);
  });
});

describe("the effect of a failed call", () => {
  const because = (reason: string) => ({ error: { errors: [{ reason }] } });
  test.each([
    ["403 for its rate", { status: 403, body: because("rateLimitExceeded") }, "busy"],
    ["403 for the user's rate", { status: 403, body: because("userRateLimitExceeded") }, "busy"],
    ["429", { status: 429, headers: { "retry-after": "9" }, body: {} }, "busy"],
    ["401: the token may have ended", { status: 401, body: {} }, "busy"],
    ["403 for the calendar", { status: 403, body: because("forbidden") }, "refused"],
    ["403 without a reason", { status: 403, body: "no" }, "refused"],
    ["400", { status: 400, body: because("invalid") }, "refused"],
    ["500", { status: 500, body: {} }, "ambiguous"],
    ["half an answer", { status: 200, body: { summary: "?" } }, "ambiguous"],
  ] as const)("%s", async (_, how, failure) => {
    vendor.fail({ operation: "insert", when: "before", how });
    const error = await calendar()
      .apply(marker, creation, signal)
      .catch((caught) => caught);
    expect(error).toMatchObject({ name: "VendorError", failure });
    expect(error.retryAfterMs).toBe("headers" in how ? 9_000 : null);
  });

  test("an account that may not act as the person is refused before anything is sent", async () => {
    const stranger = googleCalendar({
      apiUrl: vendor.url,
      tokenUrl: `${vendor.url}/elsewhere`,
      account: ServiceAccount.parse(JSON.parse(googleAccount.serviceAccount)),
      settings: GoogleCalendarSettings.parse(googleAccount.settings),
    });
    await expect(stranger.apply(marker, creation, signal)).rejects.toMatchObject({
      failure: "refused",
      message: /does not let writer@mock.iam.gserviceaccount.com act as office@agency.test/,
    });
    expect(vendor.requests).toEqual([]);
    vendor.violations.length = 0;
  });
});

describe("an event that repeats", () => {
  const series = {
    summary: "Weekly",
    start: { dateTime: "2026-10-05T09:00:00+02:00", timeZone: "Europe/Berlin" },
    end: { dateTime: "2026-10-05T10:00:00+02:00", timeZone: "Europe/Berlin" },
    attendees: [],
  };
  /** The event of the week after the clocks go back. */
  const occurrence: KnownEvent = {
    external_id: "weekly1_20261102T080000Z",
    calendar_id: "team@agency.test",
    summary: "Weekly",
    starts_at: "2026-11-02T09:00:00+01:00",
    ends_at: "2026-11-02T10:00:00+01:00",
    time_zone: "Europe/Berlin",
    attendees: [],
    location: null,
    description: null,
    series_id: "weekly1",
  };
  const change: EventChange = {
    type: "update",
    event: occurrence,
    isForAll: true,
    fields: { starts_at: "2026-11-02T10:30:00+01:00", ends_at: "2026-11-02T11:30:00+01:00" },
  };
  beforeEach(() => {
    const add = (id: string, fields: object) =>
      vendor.events.set(`team@agency.test ${id}`, {
        id,
        version: 1,
        fields: { status: "confirmed", ...fields },
        notified: [],
      });
    add("weekly1", series);
    add(occurrence.external_id, {
      ...series,
      start: { dateTime: occurrence.starts_at, timeZone: "Europe/Berlin" },
      end: { dateTime: occurrence.ends_at, timeZone: "Europe/Berlin" },
    });
  });
  const fieldsOf = (id: string) => vendor.events.get(`team@agency.test ${id}`)?.fields;

  test("moves as a whole by the clock of its time zone", async () => {
    const { copy, externalId } = await calendar().apply(changeMarker, change, signal);
    expect([externalId, copy]).toEqual(["weekly1", null]);
    expect(fieldsOf("weekly1")).toMatchObject({
      start: { dateTime: "2026-10-05T08:30:00.000Z", timeZone: "Europe/Berlin" },
      end: { dateTime: "2026-10-05T09:30:00.000Z", timeZone: "Europe/Berlin" },
    });
    expect(await calendar().find(changeMarker, change, signal)).not.toBeNull();
    await calendar().apply(changeMarker, change, signal);
    expect(vendor.events.get("team@agency.test weekly1")?.version).toBe(2);
  });

  test("is cancelled alone or as a whole", async () => {
    const cancel: EventChange = { type: "cancel", event: occurrence };
    await calendar().apply(changeMarker, cancel, signal);
    expect([fieldsOf("weekly1")?.["status"], fieldsOf(occurrence.external_id)?.["status"]]).toEqual(
      ["confirmed", "cancelled"],
    );
  });

  test("stays unchanged when the event differs from the one that the decider saw", async () => {
    const other: EventChange = { ...change, event: { ...occurrence, summary: "Daily" } };
    await expect(calendar().apply(changeMarker, other, signal)).rejects.toThrow("changed");
    expect(vendor.events.get("team@agency.test weekly1")?.version).toBe(1);
  });
});
