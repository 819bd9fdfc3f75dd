import { describe, expect, test } from "vitest";
import availability from "../../supabase/functions/availability/index.ts";
import calendar from "../../supabase/functions/calendar/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000004-0000-4000-8000-000000100001";
const TITLE = "Acquisition of Velmora";

/** The Data API of a caller who may use the route. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : answer));
}

const event = {
  id,
  title: "Review",
  location: null,
  starts_at: "2026-03-02T09:00:00+00:00",
  ends_at: "2026-03-02T10:00:00+00:00",
  time_zone: "Europe/Berlin",
  is_all_day: false,
  status: "confirmed",
  organizer: null,
  attendees: [],
  project: null,
  match: null,
  candidates: [],
  series_id: null,
  provider: "google_calendar",
  url: null,
  can_change: false,
};
const window = {
  from: "2026-03-01T23:00:00+00:00",
  to: "2026-03-08T23:00:00+00:00",
  time_zone: "Europe/Berlin",
};

describe("a valid request", () => {
  test("passes the filters of a calendar to one SQL function", async () => {
    const answer = {
      ...window,
      week_starts_on: 1,
      events: [event],
      unmatched_count: 1,
      sources: [],
      next_cursor: null,
    };
    respondWith(answer);
    const query =
      "from=2026-03-01T23:00:00Z&to=2026-03-09T00:00:00%2B01:00&scope=unmatched&limit=5000";
    expect((await call(calendar, `/calendar?${query}`)).json).toEqual(answer);
    expect(await requests[1]?.json()).toEqual({
      from_at: "2026-03-01T23:00:00Z",
      to_at: "2026-03-09T00:00:00+01:00",
      scope: "unmatched",
      page_size: 5000,
    });
  });

  test("proposes an event in the form of a card's payload", async () => {
    respondWith({ id, kind: "calendar_event_update", status: "pending", title: "Move Review" });
    const body = {
      action: "propose_event",
      type: "change",
      event_id: id,
      applies_to: "all",
      title: " Review  2 ",
    };
    const answer = await call(calendar, "/calendar", { body });
    expect(answer.json).toMatchObject({ action: "propose_event", approval: { id } });
    expect(await requests[1]?.json()).toEqual({
      kind: "calendar_event_update",
      event_id: id,
      payload: { summary: "Review 2", applies_to: "all" },
    });
  });

  test("to choose a project returns the former one", async () => {
    respondWith({ event, previous_project_id: id });
    const body = { action: "override_project", event_id: id, project_id: id };
    const answer = await call(calendar, "/calendar", { body });
    expect(answer.json).toEqual({ action: body.action, event, previous_project_id: id });
  });

  test("for availability returns no title, whatever the database returns", async () => {
    const block = { starts_at: window.from, ends_at: window.to, why: "Busy", title: TITLE };
    respondWith({
      ...window,
      people: [
        {
          person: { id, name: "Mira" },
          time_zone: "Europe/Berlin",
          working_hours: [],
          sync: {
            state: "fresh",
            synced_at: window.from,
            provider: "google_calendar",
            window_starts_at: window.from,
            window_ends_at: window.to,
          },
          blocks: [block],
          summary: TITLE,
        },
      ],
      slots: null,
      next_cursor: null,
      events: [{ title: TITLE }],
    });
    const answer = await call(availability, `/availability?person_ids=${id},${id}&slot_minutes=30`);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.json)).not.toContain(TITLE);
    expect(await requests[1]?.json()).toEqual({
      person_ids: [id, id],
      slot_minutes: 30,
      page_size: 200,
    });
  });
});

describe("answers 400 to", () => {
  const change = { action: "propose_event", type: "change", event_id: id };
  const creation = {
    action: "propose_event",
    type: "create",
    project_id: id,
    title: "Review",
    starts_at: "2027-01-11T09:00:00Z",
    ends_at: "2027-01-11T10:00:00Z",
    time_zone: "UTC",
  };
  test.each([
    { action: "propose_event", event_id: id },
    { ...change, applies_to: "some" },
    { ...change, starts_at: "tomorrow" },
    { ...change, project_id: id },
    { action: "propose_event", type: "create", project_id: id, title: "Review" },
    { ...creation, recurrence: { frequency: "yearly", count: 2 } },
    { ...creation, recurrence: { frequency: "daily", count: 367 } },
    { ...creation, recurrence: { frequency: "weekly", weekdays: [0], count: 2 } },
    { ...creation, recurrence: "RRULE:FREQ=DAILY" },
    { ...change, recurrence: { frequency: "daily", count: 2 } },
    { action: "override_project", event_id: id },
    { action: "clear_override", event_id: "1" },
    { action: "delete_event", event_id: id },
  ])("calendar: %j", async (body) => {
    respondWith(null);
    const answer = await call(calendar, "/calendar", { body });
    expect([answer.status, answer.code, requests.length]).toEqual([400, "malformed_request", 1]);
  });

  test.each(["from=monday", "scope=all", "limit=5001", "title=x"])("calendar?%s", async (query) => {
    respondWith(null);
    expect((await call(calendar, `/calendar?${query}`)).code).toBe("malformed_request");
  });

  test.each(["person_ids=1", "slot_minutes=4", "limit=201", "title=x", "to=2026-03-02"])(
    "availability?%s",
    async (query) => {
      respondWith(null);
      expect((await call(availability, `/availability?${query}`)).code).toBe("malformed_request");
    },
  );
});

describe("answers 403 to", () => {
  test.each([
    ["calendar", calendar],
    ["availability", availability],
  ] as const)("a client contact at %s, before the input is read", async (slug, route) => {
    answerWith(() => refusal(403, "OPDEN", "Client contacts cannot use this", "role_not_allowed"));
    const answer = await call(route, `/${slug}?from=monday`);
    expect([answer.status, answer.code, requests.length]).toEqual([403, "role_not_allowed", 1]);
  });
});

describe("a refusal of the database", () => {
  test.each([
    ["OPNFD", 404, "event_not_found"],
    ["OPSTA", 409, "event_without_project"],
    ["OPSTA", 409, "calendar_is_read_only"],
  ])("with %s becomes %i %s", async (sqlstate, status, hint) => {
    respondWith(refusal(400, sqlstate, "Refused", hint));
    const body = { action: "propose_event", type: "cancel", event_id: id };
    const answer = await call(calendar, "/calendar", { body });
    expect([answer.status, answer.code]).toEqual([status, hint]);
  });
});
