import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSeries, editOccurrence, editSeries } from "../../../scripts/vendors/series.ts";
import { NOW, type Office, openOffice } from "./office.ts";
import { event } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe("Google Calendar", () => {
  const list = (query: Record<string, string> = {}) =>
    office.ask(
      "google-calendar",
      `/calendars/team%40demo.test/events?${new URLSearchParams(query)}`,
    );

  test("pages end with a sync token, which returns the changes since the first page", async () => {
    const { googleEvents } = office.truth;
    const [first, second, third] = [1, 2, 3].map(() => googleEvents.create(event()).id);
    const firstPage = (await list({ maxResults: "2" })).body;
    expect(idsOf(firstPage.items)).toEqual([first, second]);
    googleEvents.edit(first as string, { title: "Moved" });
    const secondPage = (await list({ maxResults: "2", pageToken: firstPage.nextPageToken })).body;
    expect(idsOf(secondPage.items)).toEqual([third]);
    const changes = (await list({ syncToken: secondPage.nextSyncToken })).body;
    expect(changes.items).toEqual([expect.objectContaining({ id: first, summary: "Moved" })]);
    expect((await list({ syncToken: changes.nextSyncToken })).body.items).toEqual([]);
  });

  test("changes have pages too, and the request for the next page may repeat or omit the sync token", async () => {
    const { nextSyncToken } = (await list()).body;
    const ids = [1, 2, 3].map(() => office.truth.googleEvents.create(event()).id);
    const firstPage = (await list({ maxResults: "2", syncToken: nextSyncToken })).body;
    const pageToken = firstPage.nextPageToken;
    const secondPage = (await list({ maxResults: "2", pageToken })).body;
    const both = (await list({ maxResults: "2", pageToken, syncToken: nextSyncToken })).body;
    expect([...idsOf(firstPage.items), ...idsOf(secondPage.items)]).toEqual(ids);
    expect(idsOf(both.items)).toEqual(idsOf(secondPage.items));
  });

  test("deleted and moved events are cancelled in the changes, and missing from a complete list", async () => {
    const { googleEvents } = office.truth;
    const [deletedId, movedId] = [googleEvents.create(event()).id, googleEvents.create(event()).id];
    const { nextSyncToken } = (await list()).body;
    googleEvents.delete(deletedId);
    googleEvents.edit(movedId, {
      calendarId: "lead@demo.test",
      formerCalendars: ["team@demo.test"],
    });
    const changes = (await list({ syncToken: nextSyncToken })).body.items;
    expect(changes.map(({ id, status }: Record<string, string>) => [id, status])).toEqual([
      [deletedId, "cancelled"],
      [movedId, "cancelled"],
    ]);
    expect((await list()).body.items).toEqual([]);
    expect(idsOf((await list({ showDeleted: "true" })).body.items)).toEqual([deletedId, movedId]);
  });

  test("an expired sync token is 410 until a complete list returns a new one", async () => {
    const { nextSyncToken } = (await list()).body;
    office.faults.expireCursors("google-calendar");
    for (const _ of [1, 2]) {
      const { status, body } = await list({ syncToken: nextSyncToken });
      expect([status, body.error.errors[0].reason]).toEqual([410, "fullSyncRequired"]);
    }
    const newToken = (await list()).body.nextSyncToken;
    expect((await list({ syncToken: newToken })).status).toBe(200);
  });

  test.each([
    ["timeMin", "2026-03-01T00:00:00Z"],
    ["orderBy", "updated"],
    ["q", "call"],
  ])("a sync token cannot be combined with %s", async (name, value) => {
    const { nextSyncToken } = (await list()).body;
    expect((await list({ syncToken: nextSyncToken, [name]: value })).status).toBe(400);
    expect(office.violations).toHaveLength(1);
  });

  test("rate limits arrive as 429 and as 403, without a retry hint", async () => {
    office.faults.add({ kind: "rate_limited" });
    office.faults.add({ kind: "rate_limited_by_403" });
    const answers = [await list(), await list()];
    expect(answers.map(({ status, body }) => [status, body.error.errors[0].reason])).toEqual([
      [429, "rateLimitExceeded"],
      [403, "userRateLimitExceeded"],
    ]);
    expect(answers[0]?.headers.get("retry-after")).toBeNull();
  });

  test("free/busy shows blocks without titles, joined where they touch", async () => {
    const hour = 3_600_000;
    office.truth.googleEvents.create(event({ start: NOW, end: NOW + hour }));
    office.truth.googleEvents.create(event({ start: NOW + hour, end: NOW + 2 * hour }));
    office.truth.googleEvents.create(
      event({ isBusy: false, start: NOW + 5 * hour, end: NOW + 6 * hour }),
    );
    const { body } = await office.ask("google-calendar", "/freeBusy", {
      json: {
        timeMin: "2026-03-10T00:00:00Z",
        timeMax: "2026-03-11T00:00:00Z",
        items: [{ id: "team@demo.test" }, { id: "stranger@demo.test" }],
      },
    });
    expect(body.calendars).toEqual({
      "team@demo.test": { busy: [{ start: "2026-03-10T09:30:00Z", end: "2026-03-10T11:30:00Z" }] },
      "stranger@demo.test": { errors: [{ domain: "global", reason: "notFound" }], busy: [] },
    });
  });

  test("a channel sends sync, exists and not_exists, without a body, until it expires", async () => {
    await office.ask("google-calendar", "/calendars/team%40demo.test/events/watch", {
      json: {
        id: "channel-1",
        type: "web_hook",
        address: "http://127.0.0.1:9/hook",
        token: "secret",
      },
    });
    const { id } = office.truth.googleEvents.create(event());
    office.truth.googleEvents.delete(id);
    const pushes = office.subscriptions.pending.splice(0);
    expect(pushes.map(({ headers, body }) => [headers["x-goog-resource-state"], body])).toEqual([
      ["sync", ""],
      ["exists", ""],
      ["not_exists", ""],
    ]);
    expect(pushes[1]?.headers["x-goog-channel-token"]).toBe("secret");
    office.truth.clock.advance(8 * 86_400_000);
    office.truth.googleEvents.create(event());
    expect(office.subscriptions.pending).toEqual([]);
  });

  test("a list contains a series with its exceptions, or its occurrences instead", async () => {
    const { googleEvents } = office.truth;
    const start = Date.parse("2026-03-16T09:00:00Z");
    const series = createSeries(
      googleEvents,
      event({ start, end: start + 3_600_000, recurrence: ["RRULE:FREQ=DAILY;COUNT=4"] }),
    );
    const { nextSyncToken } = (await list({ singleEvents: "true" })).body;
    const [, moved = "", cancelled = ""] = [16, 17, 18].map(
      (day) => `${series.id}_202603${day}T090000Z`,
    );
    editOccurrence(googleEvents, moved, { start: start + 90_000_000, end: start + 93_600_000 });
    googleEvents.delete(cancelled);
    const originalStartTime = (day: number) =>
      expect.objectContaining({ dateTime: `2026-03-${day}T09:00:00Z` });
    const position = (day: number) => ({
      recurringEventId: series.id,
      originalStartTime: originalStartTime(day),
    });

    expect((await list({ singleEvents: "true", syncToken: nextSyncToken })).body.items).toEqual([
      expect.objectContaining({
        id: moved,
        iCalUID: `${series.id}@google.com`,
        start: expect.objectContaining({ dateTime: "2026-03-17T10:00:00Z" }),
        ...position(17),
      }),
      // Google's API description guarantees only these fields.
      expect.objectContaining({ id: cancelled, status: "cancelled", ...position(18) }),
    ]);
    const occurrences = (await list({ singleEvents: "true" })).body.items;
    expect(idsOf(occurrences).length).toBe(3);
    expect(idsOf(occurrences)).not.toContain(series.id);
    const whole = (await list()).body.items;
    expect(idsOf(whole)).toEqual([series.id, moved, cancelled]);
    expect(whole[0]).toMatchObject({ recurrence: ["RRULE:FREQ=DAILY;COUNT=4"] });

    const path = `/calendars/team%40demo.test/events/${series.id}/instances`;
    const instances = async (query = "") =>
      (await office.ask("google-calendar", `${path}${query}`)).body.items.length;
    expect([await instances(), await instances("?showDeleted=true")]).toEqual([3, 4]);
  });

  test("a revoked grant gets neither tokens nor data", async () => {
    const token = () =>
      fetch(office.googleTokenUrl, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: "signed",
        }),
      });
    expect((await token()).status).toBe(200);
    office.faults.revoke("google-calendar");
    expect(await (await token()).json()).toMatchObject({ error: "invalid_grant" });
    expect((await list()).status).toBe(401);
    office.faults.grant("google-calendar");
    expect((await list()).status).toBe(200);
  });
});

describe("Microsoft Graph", () => {
  const user = "lead@demo.test";
  const here = () => event({ calendarId: user });
  const first = `/users/${user}/calendarView/delta()?startDateTime=2026-03-01T00:00:00Z&endDateTime=2026-04-01T00:00:00Z`;
  const ask = (path: string, size = 2) =>
    office.ask("microsoft-graph", path, { headers: { prefer: `odata.maxpagesize=${size}` } });

  test("links lead through the pages to the changes", async () => {
    const ids = [1, 2, 3].map(() => office.truth.graphEvents.create(here()).id);
    const firstPage = (await ask(first)).body;
    const secondPage = (await ask(firstPage["@odata.nextLink"])).body;
    expect([...idsOf(firstPage.value), ...idsOf(secondPage.value)]).toEqual(ids);
    office.truth.graphEvents.edit(ids[0] as string, { title: "Moved" });
    const changes = (await ask(secondPage["@odata.deltaLink"])).body;
    expect(changes.value).toEqual([expect.objectContaining({ id: ids[0], subject: "Moved" })]);
  });

  test("deleted events and those outside the window are marked as removed", async () => {
    const { graphEvents } = office.truth;
    const [deleted, later] = [graphEvents.create(here()).id, graphEvents.create(here()).id];
    const link = (await ask(first, 10)).body["@odata.deltaLink"];
    graphEvents.delete(deleted);
    const nextYear = Date.parse("2027-01-01T00:00:00Z");
    graphEvents.edit(later, { start: nextYear, end: nextYear + 1 });
    expect((await ask(link)).body.value).toEqual([
      { id: deleted, "@removed": { reason: "deleted" } },
      { id: later, "@removed": { reason: "deleted" } },
    ]);
  });

  test("a delta gives only the times and the series of an occurrence, and never names a cancelled one", async () => {
    const { graphEvents } = office.truth;
    const series = createSeries(
      graphEvents,
      event({ calendarId: user, recurrence: ["RRULE:FREQ=DAILY;COUNT=3"] }),
    );
    const [, movedId, cancelledId] = graphEvents.live().map(({ id }) => id);
    const all = (await ask(first, 10)).body;
    expect(all.value.map(({ type }: { type: string }) => type)).toEqual([
      "seriesMaster",
      ...Array.from({ length: 3 }, () => "occurrence"),
    ]);
    expect(Object.keys(all.value[1]).sort()).toEqual(
      ["@odata.etag", "@odata.type", "end", "id", "seriesMasterId", "start", "type"].sort(),
    );
    expect(
      (await office.ask("microsoft-graph", `/users/${user}/events/${movedId}`)).body,
    ).toMatchObject({
      subject: "Weekly call",
      type: "occurrence",
    });

    editOccurrence(graphEvents, movedId ?? "", { title: "Workshop" });
    graphEvents.delete(cancelledId ?? "");
    editSeries(graphEvents, series.id, {});
    const changes = (await ask(all["@odata.deltaLink"], 10)).body.value;
    expect(changes.map(({ type, subject }: Record<string, string>) => [type, subject])).toEqual(
      expect.arrayContaining([
        ["seriesMaster", "Weekly call"],
        ["exception", "Workshop"],
        ["occurrence", undefined],
      ]),
    );
    expect(idsOf(changes)).not.toContain(cancelledId);
    expect(changes.length).toBe(3);
  });

  test("an expired delta link is syncStateNotFound", async () => {
    const link = (await ask(first)).body["@odata.deltaLink"];
    office.faults.expireCursors("microsoft-graph");
    const { status, body } = await ask(link);
    expect([status, body.error.code]).toEqual([410, "syncStateNotFound"]);
  });

  test("a rate limit names the seconds to wait", async () => {
    office.faults.add({ kind: "rate_limited", retryAfterSeconds: 7 });
    expect((await ask(first)).headers.get("retry-after")).toBe("7");
  });

  test("an app registration signs in, until its grant is revoked", async () => {
    const signIn = () =>
      fetch(`${office.microsoftLoginUrl}/demo.test/oauth2/v2.0/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: "app",
          client_secret: "secret",
        }),
      });
    expect(await (await signIn()).json()).toMatchObject({ token_type: "Bearer" });
    office.faults.revoke("microsoft-graph");
    expect((await signIn()).status).toBe(401);
    expect((await ask(first)).status).toBe(401);
  });

  test("a first round without a window is refused and recorded", async () => {
    expect((await ask(`/users/${user}/calendarView/delta`)).status).toBe(400);
    expect(office.violations).toHaveLength(1);
  });
});
