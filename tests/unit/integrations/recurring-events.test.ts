/** Series of Google Calendar and Microsoft 365: the cards that change them, and the syncs that read them, at simulated vendors. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSeries, editOccurrence, editSeries } from "../../../scripts/vendors/series.ts";
import type { SyncedEvent } from "../../../supabase/functions/_domain/syncs/records.ts";
import {
  GoogleCalendarSettings,
  googleCalendar,
} from "../../../supabase/functions/_integrations/calendar/google.ts";
import { ServiceAccount } from "../../../supabase/functions/_integrations/calendar/google-token.ts";
import type {
  EventChange,
  KnownEvent,
} from "../../../supabase/functions/_integrations/calendar/port.ts";
import {
  type ListedVendors,
  type Listing,
  startListedVendors,
} from "../../support/listed-vendors.ts";
import { googleAccount } from "../../support/mock-google-calendar.ts";
import { event } from "../vendors/records.ts";

const signal = new AbortController().signal;
let vendors: ListedVendors;
beforeEach(async () => {
  vendors = await startListedVendors(null);
});
afterEach(async () => {
  expect(vendors.vendors.violations).toEqual([]);
  await vendors.stop();
});

const contentOf = ({ data }: { data: unknown }) => data as SyncedEvent;
/** The title and start of each record in UTC, or why it has none. */
const eventsOf = ({ records }: Listing) =>
  [...records.values()]
    .map((record) => {
      if (record.isDeleted) return "cancelled";
      if (record.data === null) return record.filteredBecause;
      const { summary, starts_at } = contentOf(record);
      return `${summary} ${new Date(starts_at).toISOString().slice(5, 16)}`;
    })
    .sort();

describe("a series in Google Calendar", () => {
  const marker = "7b0f3a52-6f0e-4f0e-9d84-1c2d3e4f5a6b";
  const [first, second] = [
    "11111111-2222-4333-8444-555555555555",
    "22222222-2222-4333-8444-555555555555",
  ] as const;
  const writer = () =>
    googleCalendar({
      apiUrl: vendors.vendors.baseUrls["google-calendar"],
      tokenUrl: vendors.vendors.googleTokenUrl,
      account: ServiceAccount.parse(JSON.parse(googleAccount.serviceAccount)),
      settings: GoogleCalendarSettings.parse({
        ...googleAccount.settings,
        calendar_id: "team@demo.test",
      }),
    });
  const weekly: EventChange = {
    type: "create",
    fields: {
      summary: "Call",
      description: null,
      location: null,
      // The clocks go back between the second and the third.
      starts_at: "2026-10-12T09:00:00+02:00",
      ends_at: "2026-10-12T10:00:00+02:00",
      time_zone: "Europe/Berlin",
      attendees: ["nora@demo.test"],
      recurrence: { frequency: "weekly", interval: 1, weekdays: [1], count: 4 },
    },
  };
  const list = (cursor: string | null = null) => vendors.list("google_calendar", "events", cursor);

  /** The occurrence of this number, as the database has it. */
  function knownEvent({ records }: Listing, index: number): KnownEvent {
    const [externalId, record] =
      [...records]
        .filter(([, { data }]) => data !== null)
        .sort(([, a], [, b]) => (contentOf(a).starts_at < contentOf(b).starts_at ? -1 : 1))[
        index
      ] ?? [];
    if (!externalId || !record) throw new Error("There is no such occurrence");
    const { starts_at, ends_at, summary, description, location, attendees, series_id } =
      contentOf(record);
    return {
      external_id: externalId.slice(externalId.indexOf("/") + 1),
      calendar_id: "team@demo.test",
      summary: summary ?? "",
      starts_at,
      ends_at,
      time_zone: "Europe/Berlin",
      attendees,
      location,
      description,
      series_id,
    };
  }

  test("has the same occurrences in its card and in the sync, all with the uid of the series", async () => {
    const { copy } = await writer().apply(marker, weekly, signal);
    const listing = await list();
    expect(eventsOf(listing)).toEqual([
      "Call 10-12T07:00",
      "Call 10-19T07:00",
      "Call 10-26T08:00",
      "Call 11-02T08:00",
    ]);
    expect(
      copy?.occurrences?.map(({ external_id }) => `team@demo.test/${external_id}`).sort(),
    ).toEqual([...listing.records.keys()].sort());
    const records = [...listing.records.values()].map(contentOf);
    expect(new Set(records.map(({ series_id }) => series_id))).toEqual(
      new Set([copy?.external_id]),
    );
    expect(new Set(records.map(({ uid }) => uid)).size).toBe(1);
  });

  test("changes a single event, whose id and original start stay", async () => {
    await writer().apply(marker, weekly, signal);
    const before = await list();
    const event = knownEvent(before, 1);
    const change: EventChange = {
      type: "update",
      event,
      fields: {
        summary: "Workshop",
        starts_at: "2026-10-20T14:00:00+02:00",
        ends_at: "2026-10-20T15:00:00+02:00",
      },
    };
    await writer().apply(first, change, signal);
    expect(await writer().find(first, change, signal)).not.toBeNull();
    const after = await list(before.cursor);
    expect([...after.records.keys()]).toEqual([`team@demo.test/${event.external_id}`]);
    expect(eventsOf(after)).toEqual(["Workshop 10-20T12:00"]);

    // The new title of the other events does not change the title of the exception.
    const all: EventChange = {
      type: "update",
      event: knownEvent(before, 2),
      isForAll: true,
      fields: { summary: "Review" },
    };
    await writer().apply(second, all, signal);
    expect(eventsOf(await list())).toEqual([
      "Review 10-12T07:00",
      "Review 10-26T08:00",
      "Review 11-02T08:00",
      "Workshop 10-20T12:00",
    ]);
  });

  test("loses one cancelled event, which stays cancelled when the others change", async () => {
    await writer().apply(marker, weekly, signal);
    const before = await list();
    const cancel: EventChange = { type: "cancel", event: knownEvent(before, 0) };
    const cancellation = await writer().apply(first, cancel, signal);
    expect(cancellation.copy).toMatchObject({ status: "cancelled", summary: "Call" });
    const after = await list(before.cursor);
    expect(eventsOf(after)).toEqual(["cancelled"]);

    const all: EventChange = {
      type: "update",
      event: knownEvent(before, 2),
      isForAll: true,
      fields: { location: "Room 2" },
    };
    await writer().apply(second, all, signal);
    expect(eventsOf(await list())).toEqual([
      "Call 10-19T07:00",
      "Call 10-26T08:00",
      "Call 11-02T08:00",
    ]);
  });

  test("moves as a whole on the clock of its zone, under new ids", async () => {
    await writer().apply(marker, weekly, signal);
    const before = await list();
    const move: EventChange = {
      type: "update",
      event: knownEvent(before, 3),
      isForAll: true,
      fields: { starts_at: "2026-11-02T10:30:00+01:00", ends_at: "2026-11-02T11:30:00+01:00" },
    };
    expect((await writer().apply(first, move, signal)).copy).toBeNull();
    const after = await list(before.cursor);
    expect(eventsOf(after)).toEqual([
      "Call 10-12T08:30",
      "Call 10-19T08:30",
      "Call 10-26T09:30",
      "Call 11-02T09:30",
      ...Array.from({ length: 4 }, () => "cancelled"),
    ]);
    expect(eventsOf(await list()).length).toBe(4);
  });

  test("is cancelled as a whole", async () => {
    await writer().apply(marker, weekly, signal);
    const before = await list();
    const cancel: EventChange = { type: "cancel", event: knownEvent(before, 1), isForAll: true };
    await writer().apply(first, cancel, signal);
    expect(await writer().find(first, cancel, signal)).not.toBeNull();
    expect(eventsOf(await list(before.cursor))).toEqual(
      Array.from({ length: 4 }, () => "cancelled"),
    );
    expect(eventsOf(await list())).toEqual([]);
  });
});

describe("a series in Microsoft 365", () => {
  const mailbox = () => vendors.vendors.truth.directory.people[0]?.email ?? "";
  const events = () => vendors.vendors.truth.graphEvents;
  const list = (cursor: string | null = null) => vendors.list("microsoft_graph", "events", cursor);
  const aSeries = (fields = {}) =>
    createSeries(
      events(),
      event({
        calendarId: mailbox(),
        title: "Call",
        location: "Room 1",
        start: Date.parse("2026-11-02T09:00:00Z"),
        end: Date.parse("2026-11-02T10:00:00Z"),
        recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
        ...fields,
      }),
    );
  const occurrences = (id: string) =>
    events()
      .live()
      .filter(({ data }) => data.recurringId === id);
  const getsOf = () =>
    vendors.vendors.requests.filter(
      ({ vendor, operation }) => vendor === "microsoft-graph" && operation === "events.get",
    ).length;

  test("has the words of its series in each occurrence, and no event for the series itself", async () => {
    aSeries();
    const listing = await list();
    expect(eventsOf(listing)).toEqual([
      "Call 11-02T09:00",
      "Call 11-09T09:00",
      "Call 11-16T09:00",
      "series",
    ]);
    for (const { data } of listing.records.values()) {
      if (data)
        expect(data).toMatchObject({
          location: "Room 1",
          attendees: expect.arrayContaining([expect.any(String)]),
        });
    }
    expect(getsOf()).toBe(0);
  });

  test("is requested where a page has an occurrence without it", async () => {
    const { id } = aSeries();
    const before = await list();
    // A meeting that is moved back to its regular time is an occurrence again.
    events().edit(occurrences(id)[1]?.id ?? "", {});
    const after = await list(before.cursor);
    expect(eventsOf(after)).toEqual(["Call 11-09T09:00"]);
    expect(getsOf()).toBe(1);
  });

  test("that is private stores no word of its occurrences", async () => {
    aSeries({ visibility: "private" });
    const listing = await list();
    expect(eventsOf(listing)).toEqual(["private", "private", "private", "private"]);
    expect(JSON.stringify([...listing.records.values()])).not.toContain("Call");
  });

  test("has exceptions with words and times of their own", async () => {
    const { id } = aSeries();
    const [, movedOccurrence] = occurrences(id);
    editOccurrence(events(), movedOccurrence?.id ?? "", {
      title: "Workshop",
      start: Date.parse("2026-11-10T14:00:00Z"),
      end: Date.parse("2026-11-10T15:00:00Z"),
    });
    editSeries(events(), id, { title: "Review" });
    expect(eventsOf(await list())).toEqual([
      "Review 11-02T09:00",
      "Review 11-16T09:00",
      "Workshop 11-10T14:00",
      "series",
    ]);
  });

  test("that changed is listed completely within hours, which reveals an occurrence that was cancelled by itself", async () => {
    const { id } = aSeries();
    const before = await list();
    events().delete(occurrences(id)[1]?.id ?? "");
    editSeries(events(), id, {});
    const changes = await list(before.cursor);
    expect([changes.isSnapshot, eventsOf(changes)]).toEqual([
      false,
      ["Call 11-02T09:00", "Call 11-16T09:00", "series"],
    ]);
    expect((await list(changes.cursor)).isSnapshot).toBe(false);

    vendors.vendors.truth.clock.advance(6 * 3_600_000);
    const whole = await list(changes.cursor);
    expect([whole.isSnapshot, eventsOf(whole)]).toEqual([
      true,
      ["Call 11-02T09:00", "Call 11-16T09:00", "series"],
    ]);
    vendors.vendors.truth.clock.advance(6 * 3_600_000);
    expect((await list(whole.cursor)).isSnapshot).toBe(false);
  });
});
