/** How the simulated Google Calendar creates and changes events. */
import { googleError, googleRefusals } from "./google.ts";
import type { CalendarEvent, Person } from "./records.ts";
import type { Entry } from "./truth.ts";
import { type Call, InvalidRequest, ok, type Reply, type World } from "./vendor.ts";

interface Moment {
  date?: string;
  dateTime?: string;
}
interface Body {
  id?: string;
  status?: string;
  summary?: string;
  description?: string;
  location?: string;
  start?: Moment;
  end?: Moment;
  attendees?: { email: string; displayName?: string }[];
  extendedProperties?: { private?: Record<string, string> };
}
type Shown = (entry: Entry<CalendarEvent>) => object;

export function calendarWrites({ truth }: World, shown: Shown, cancelled: Shown) {
  const { googleEvents: events, directory } = truth;

  function insert({ params, body }: Call): Reply {
    const calendarId = params["calendarId"] ?? "";
    const owner = directory.calendars.find(({ id }) => id === calendarId);
    if (!owner) return googleRefusals.notFound();
    const { id, ...fields } = body as Body;
    const changes = changesOf(fields);
    if (changes.start === undefined || changes.end === undefined) {
      throw new InvalidRequest("Missing start or end time.");
    }
    if (id !== undefined && events.get(id)) {
      return googleError(409, "duplicate", "The requested identifier already exists.");
    }
    const created = events.create(
      {
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
      },
      id === undefined ? {} : { id },
    );
    return ok(shown(created));
  }

  function patch({ params, headers, body }: Call): Reply {
    const entry = events.get(params["eventId"] ?? "");
    if (!entry || entry.data.calendarId !== params["calendarId"]) return googleRefusals.notFound();
    if (entry.isDeleted) return googleError(410, "deleted", "Resource has been deleted");
    const wanted = headers.get("if-match");
    if (wanted !== null && wanted !== `"${entry.sequence}"`) {
      return googleError(412, "conditionNotMet", "Precondition Failed");
    }
    const { status, ...fields } = body as Body;
    const changes = changesOf(fields);
    const marks = { ...entry.data.marks, ...changes.marks };
    const edited = events.edit(entry.id, { ...changes, marks });
    return status === "cancelled" ? ok(cancelled(events.delete(entry.id))) : ok(shown(edited));
  }

  const personOf = ({ email, displayName }: { email: string; displayName?: string }): Person => ({
    email,
    name: displayName ?? directory.people.find((one) => one.email === email)?.name ?? email,
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

function instantOf({ date, dateTime }: Moment): number {
  const at = Date.parse(dateTime ?? date ?? "");
  if (Number.isNaN(at)) throw new InvalidRequest("Invalid start or end time.");
  return at;
}
