/** Google Calendar: sync tokens that die with 410, cancelled events as tombstones, push channels. */
import {
  channelPush,
  giveGoogleToken,
  googleError,
  googleRefusals,
  isGoogleAuthorized,
  partial,
  stopChannel,
  watch,
} from "./google.ts";
import { calendarWrites } from "./google-calendar-writes.ts";
import type { CalendarEvent } from "./records.ts";
import { isCancelledOccurrence } from "./series.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  isoOf,
  isoSecondsOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

const NAME = "google-calendar";
const MAX_FREE_BUSY_CALENDARS = 50;
/** Parameters that cannot be combined with a sync token. */
const NOT_WITH_SYNC_TOKEN = [
  "iCalUID",
  "orderBy",
  "privateExtendedProperty",
  "q",
  "sharedExtendedProperty",
  "timeMin",
  "timeMax",
  "updatedMin",
];

interface Window {
  timeMin: number | null;
  timeMax: number | null;
}
/** A page of the whole list, or of what changed after a sequence. */
type Page = { calendarId: string; asOf: number; offset: number } & Window;
type Sync = { calendarId: string; since: number } & Window;

export function googleCalendar(world: World, isRevoked: () => boolean): Vendor {
  const { truth, tokens, subscriptions, baseUrl } = world;
  const { googleEvents: events, directory, history } = truth;

  events.onChange(({ kind, entry: { data, sequence } }) => {
    const state = kind === "deleted" || kind === "merged" ? "not_exists" : "exists";
    const places = [data.calendarId, ...data.formerCalendars];
    subscriptions.publish(NAME, (subscription) =>
      places.includes(subscription.resource ?? "")
        ? channelPush(subscription, state, String(sequence + 1), uriOf(subscription.resource ?? ""))
        : null,
    );
  });

  const uriOf = (calendarId: string) =>
    `${baseUrl(NAME)}/calendars/${encodeURIComponent(calendarId)}/events?alt=json`;

  function resourceOf({ id, data, createdAt, updatedAt, sequence }: Entry<CalendarEvent>) {
    const { organizer, attendees } = data;
    return {
      kind: "calendar#event",
      id,
      etag: `"${sequence}"`,
      status: data.status,
      eventType: "default",
      htmlLink: `https://www.google.com/calendar/event?eid=${id}`,
      created: isoOf(createdAt),
      updated: isoOf(updatedAt),
      summary: data.title,
      ...(data.description !== "" && { description: data.description }),
      ...(data.location !== "" && { location: data.location }),
      organizer: { email: organizer.email, displayName: organizer.name },
      ...timesOf(data),
      // The id that all occurrences of a series share.
      iCalUID: `${data.recurringId ?? id}@google.com`,
      sequence: 0,
      ...positionInSeries(data),
      ...(data.recurrence && { recurrence: data.recurrence }),
      ...(attendees.length > 0 && {
        attendees: attendees.map(({ name, email }) => ({
          email,
          displayName: name,
          responseStatus: "accepted",
        })),
      }),
      ...(data.marks && { extendedProperties: { private: data.marks } }),
      ...(data.visibility !== "default" && { visibility: data.visibility }),
      ...(!data.isBusy && { transparency: "transparent" }),
    };
  }

  function timesOf({ start, end, isAllDay, timeZone = directory.timeZone }: CalendarEvent) {
    const time = (at: number) =>
      isAllDay ? { date: isoOf(at).slice(0, 10) } : { dateTime: isoSecondsOf(at), timeZone };
    return { start: time(start), end: time(end) };
  }

  function positionInSeries(data: CalendarEvent) {
    const { recurringId, originalStart } = data;
    if (recurringId === null || originalStart === undefined) return {};
    const originalStartTime = timesOf({ ...data, start: originalStart }).start;
    return { recurringEventId: recurringId, originalStartTime };
  }

  const cancelledResourceOf = (entry: Entry<CalendarEvent>) => ({
    kind: "calendar#event",
    id: entry.id,
    etag: `"${entry.sequence}"`,
    status: "cancelled",
    updated: isoOf(entry.updatedAt),
    ...(isCancelledOccurrence(events, entry) && positionInSeries(entry.data)),
  });

  const isCancelledIn = (calendarId: string, { data, isDeleted }: Entry<CalendarEvent>) =>
    isDeleted || data.calendarId !== calendarId;

  function listEvents({ params, query }: Call): Reply {
    const calendarId = params["calendarId"] ?? "";
    if (!directory.calendars.some(({ id }) => id === calendarId)) return googleRefusals.notFound();
    const syncToken = query.get("syncToken");
    const pageToken = query.get("pageToken");
    const forbidden = NOT_WITH_SYNC_TOKEN.filter((name) => query.has(name));
    if (syncToken !== null && forbidden.length > 0) {
      throw new InvalidRequest(`syncToken cannot be combined with ${forbidden.join(", ")}`);
    }
    const size = Math.min(Number(query.get("maxResults") ?? 250), 2500);
    // If there is a page token, a sync token beside it only repeats where the round began.
    const token = pageToken ?? syncToken;
    const position = token === null ? null : positionOf(token, calendarId);
    if (position && "status" in position) return position;
    const window: Window = position ?? {
      timeMin: query.has("timeMin") ? Date.parse(query.get("timeMin") ?? "") : null,
      timeMax: query.has("timeMax") ? Date.parse(query.get("timeMax") ?? "") : null,
    };
    const isExpanded = query.get("singleEvents") === "true";
    // A series, or its occurrences. A listing with series contains only the occurrences that differ from them.
    const isInListing = ({ data, isDeleted }: Entry<CalendarEvent>) =>
      isExpanded ? !data.recurrence : data.recurringId === null || data.ownFields || isDeleted;
    const here = (entry: Entry<CalendarEvent>) =>
      Boolean(isInListing(entry)) &&
      [entry.data.calendarId, ...entry.data.formerCalendars].includes(calendarId);
    const isInAnswer = (entry: Entry<CalendarEvent>) =>
      query.get("showDeleted") === "true" ||
      !isCancelledIn(calendarId, entry) ||
      (!isExpanded && isCancelledOccurrence(events, entry));
    const body =
      position && "since" in position
        ? changes(position, here, size)
        : whole(calendarId, position, window, here, size, isInAnswer);
    const { id, name } = directory.calendars.find((candidate) => candidate.id === calendarId) ?? {
      id: "",
      name: "",
    };
    return ok(
      partial(
        {
          kind: "calendar#events",
          etag: `"${history.sequence}"`,
          summary: name || id,
          updated: isoOf(truth.clock.now()),
          timeZone: directory.timeZone,
          accessRole: "owner",
          defaultReminders: [],
          ...body,
        },
        query.get("fields"),
      ),
    );
  }

  function whole(
    calendarId: string,
    page: Page | null,
    { timeMin, timeMax }: Window,
    here: (entry: Entry<CalendarEvent>) => boolean,
    size: number,
    isInAnswer: (entry: Entry<CalendarEvent>) => boolean,
  ) {
    const asOf = page?.asOf ?? history.sequence;
    const offset = page?.offset ?? 0;
    // Listed in the order of creation, so that a change between two pages moves no event to another page.
    const entries = events.all().filter(here);
    const items = entries
      .slice(offset, offset + size)
      .filter(
        ({ data }) =>
          (timeMin === null || data.end > timeMin) && (timeMax === null || data.start < timeMax),
      )
      .filter(isInAnswer)
      .map((entry) =>
        isCancelledIn(calendarId, entry) ? cancelledResourceOf(entry) : resourceOf(entry),
      );
    const window = { calendarId, timeMin, timeMax };
    return offset + size < entries.length
      ? {
          items,
          nextPageToken: tokens.make(NAME, "page", { ...window, asOf, offset: offset + size }),
        }
      : { items, nextSyncToken: tokens.make(NAME, "sync", { ...window, since: asOf }) };
  }

  function changes(sync: Sync, here: (entry: Entry<CalendarEvent>) => boolean, size: number) {
    const { calendarId } = sync;
    // The window of the first list does not apply: an event that was moved out of it is a change too.
    const changedEntries = events.changedAfter(sync.since).filter(here);
    const slice = changedEntries.slice(0, size);
    const items = slice.map((entry) =>
      isCancelledIn(calendarId, entry) ? cancelledResourceOf(entry) : resourceOf(entry),
    );
    const since = changedEntries.length > size ? (slice.at(-1)?.sequence ?? 0) : history.sequence;
    const token = tokens.make(NAME, "sync", { ...sync, since });
    return changedEntries.length > size
      ? { items, nextPageToken: token }
      : { items, nextSyncToken: token };
  }

  function positionOf(token: string, calendarId: string): Page | Sync | Reply {
    const page = tokens.read<Page>(NAME, "page", token);
    const state = page.state === "invalid" ? tokens.read<Sync>(NAME, "sync", token) : page;
    if (state.state === "dead") {
      const message = "Sync token is no longer valid, a full sync is required.";
      return googleError(410, "fullSyncRequired", message, "calendar");
    }
    if (state.state === "invalid" || state.value.calendarId !== calendarId) {
      throw new InvalidRequest("Invalid sync token value.");
    }
    return state.value;
  }

  function getEvent({ params }: Call): Reply {
    const entry = events.get(params["eventId"] ?? "");
    const calendarId = params["calendarId"] ?? "";
    if (!entry || ![entry.data.calendarId, ...entry.data.formerCalendars].includes(calendarId)) {
      return googleRefusals.notFound();
    }
    return ok(isCancelledIn(calendarId, entry) ? cancelledResourceOf(entry) : resourceOf(entry));
  }

  function listInstances({ params, query }: Call): Reply {
    const series = events.get(params["eventId"] ?? "");
    if (series?.data.calendarId !== params["calendarId"]) return googleRefusals.notFound();
    const items = events
      .all()
      .filter(({ data }) => data.recurringId === series?.id)
      .filter(({ isDeleted }) => !isDeleted || query.get("showDeleted") === "true")
      .slice(0, Number(query.get("maxResults") ?? 250))
      .map((entry) => (entry.isDeleted ? cancelledResourceOf(entry) : resourceOf(entry)));
    return ok({ kind: "calendar#events", timeZone: directory.timeZone, items });
  }

  function freeBusy({ body }: Call): Reply {
    const {
      timeMin = "",
      timeMax = "",
      items = [],
    } = body as {
      timeMin?: string;
      timeMax?: string;
      items?: { id: string }[];
    };
    if (items.length > MAX_FREE_BUSY_CALENDARS) throw new InvalidRequest("too many calendars");
    const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)];
    if (Number.isNaN(from) || Number.isNaN(to))
      throw new InvalidRequest("timeMin and timeMax are needed");
    const calendars = items.map(({ id }) => [
      id,
      directory.calendars.some((calendar) => calendar.id === id)
        ? { busy: busyOf(id, from, to) }
        : { errors: [{ domain: "global", reason: "notFound" }], busy: [] },
    ]);
    return ok({
      kind: "calendar#freeBusy",
      timeMin,
      timeMax,
      calendars: Object.fromEntries(calendars),
    });
  }

  /** Blocks that overlap or touch are one. */
  function busyOf(calendarId: string, from: number, to: number) {
    const blocks: { start: number; end: number }[] = [];
    const busy = events
      .live()
      .filter(({ data }) => data.calendarId === calendarId && data.isBusy && !data.recurrence)
      .filter(({ data }) => data.end > from && data.start < to)
      .sort((a, b) => a.data.start - b.data.start);
    for (const { data } of busy) {
      const last = blocks.at(-1);
      const [start, end] = [Math.max(data.start, from), Math.min(data.end, to)];
      if (last && start <= last.end) last.end = Math.max(last.end, end);
      else blocks.push({ start, end });
    }
    return blocks.map(({ start, end }) => ({ start: isoSecondsOf(start), end: isoSecondsOf(end) }));
  }

  const calendarList = () =>
    ok({
      kind: "calendar#calendarList",
      etag: '"1"',
      nextSyncToken: tokens.make(NAME, "calendars", {}),
      items: directory.calendars.map(({ id, name }) => ({
        kind: "calendar#calendarListEntry",
        etag: '"1"',
        id,
        summary: name,
        timeZone: directory.timeZone,
        accessRole: "owner",
      })),
    });

  return {
    name: NAME,
    basePath: "/google/calendar/v3",
    isAuthorized: isGoogleAuthorized,
    recognize: recognizer(NAME, {
      "events.list": listEvents,
      "events.get": getEvent,
      "events.instances": listInstances,
      ...calendarWrites(world, resourceOf, cancelledResourceOf),
      "events.watch": (call) => {
        const calendarId = call.params["calendarId"] ?? "";
        return watch(world, NAME, call, calendarId, uriOf(calendarId));
      },
      "channels.stop": (call) => stopChannel(world, call),
      "freebusy.query": freeBusy,
      "calendarList.list": calendarList,
    }),
    other: (request) => giveGoogleToken(request, isRevoked),
    refusals: googleRefusals,
  };
}
