/** How the simulated Google Calendar creates and changes events. */
import { googleError, googleRefusals } from "./google.ts";
import type { CalendarEvent, Person } from "./records.ts";
import { createSeries, deleteSeries, editOccurrence, editSeries } from "./series.ts";
import type { Entry } from "./truth.ts";
import { type Call, InvalidRequest, ok, type Reply, type World } from "./vendor.ts";

interface Moment {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}
interface Body {
  id?: string;
  status?: string;
  summary?: string;
  description?: string;
  location?: string;
  start?: Moment;
  recurrence?: string[];
  end?: Moment;
  attendees?: { email: string; displayName?: string }[];
  extendedProperties?: { private?: Record<string, string> };
}
type ResourceOf = (entry: Entry<CalendarEvent>) => object;

export function calendarWrites(
  { truth }: World,
  resourceOf: ResourceOf,
  cancelledResourceOf: ResourceOf,
) {
  const { googleEvents: events, directory } = truth;

  function insert({ params, body }: Call): Reply {
    const calendarId = params["calendarId"] ?? "";
    const owner = directory.calendars.find(({ id }) => id === calendarId);
    if (!owner) return googleRefusals.notFound();
    const { id, recurrence, ...fields } = body as Body;
    const changes = changesOf(fields);
    if (changes.start === undefined || changes.end === undefined) {
      throw new InvalidRequest("Missing start or end time.");
    }
    if (id !== undefined && events.get(id)) {
      return googleError(409, "duplicate", "The requested identifier already exists.");
    }
    const data: CalendarEvent = {
      calendarId,
      formerCalendars: [],
      title: "",
      description: "",
      location: "",
      isAllDay: false,
      attendees: [],
      organizer: { name: owner.name, email: owner.id },
      visibility: "default",
      isBusy: true,
      status: "confirmed",
      recurringId: null,
      ...changes,
      start: changes.start,
      end: changes.end,
      ...(recurrence && { recurrence, timeZone: zoneOf(fields) }),
    };
    const options = id === undefined ? {} : { id };
    const entry = recurrence ? createSeries(events, data, options) : events.create(data, options);
    return ok(resourceOf(entry));
  }

  function patch({ params, headers, body }: Call): Reply {
    const entry = events.get(params["eventId"] ?? "");
    if (!entry || entry.data.calendarId !== params["calendarId"]) return googleRefusals.notFound();
    if (entry.isDeleted) return googleError(410, "deleted", "Resource has been deleted");
    const etag = headers.get("if-match");
    if (etag !== null && etag !== `"${entry.sequence}"`) {
      return googleError(412, "conditionNotMet", "Precondition Failed");
    }
    const { status, ...fields } = body as Body;
    const changes = changesOf(fields);
    const allChanges = { ...changes, marks: { ...entry.data.marks, ...changes.marks } };
    const newEntry = edit(entry, allChanges);
    if (status !== "cancelled") return ok(resourceOf(newEntry));
    return ok(cancelledResourceOf(deleteSeries(events, entry.id)));
  }

  function edit({ id, data }: Entry<CalendarEvent>, changes: Partial<CalendarEvent>) {
    if (data.recurrence) return editSeries(events, id, changes);
    return data.recurringId === null
      ? events.edit(id, changes)
      : editOccurrence(events, id, changes);
  }

  const personOf = ({ email, displayName }: { email: string; displayName?: string }): Person => ({
    email,
    name:
      displayName ?? directory.people.find((candidate) => candidate.email === email)?.name ?? email,
  });

  function changesOf({ summary, extendedProperties, start, end, attendees, ...texts }: Body) {
    const marks = extendedProperties?.private;
    return {
      ...(texts.description !== undefined && { description: texts.description }),
      ...(texts.location !== undefined && { location: texts.location }),
      ...(summary !== undefined && { title: summary }),
      ...(start && { start: instantOf(start) }),
      ...(end && { end: instantOf(end) }),
      ...(attendees && { attendees: attendees.map(personOf) }),
      ...(marks && { marks }),
    };
  }

  return { "events.insert": insert, "events.patch": patch };
}

function zoneOf({ start }: Body): string {
  if (!start?.timeZone) throw new InvalidRequest("Missing time zone definition for start time.");
  return start.timeZone;
}

function instantOf({ date, dateTime }: Moment): number {
  const instant = Date.parse(dateTime ?? date ?? "");
  if (Number.isNaN(instant)) throw new InvalidRequest("Invalid start or end time.");
  return instant;
}
