import type { CalendarEvent, EventProposal } from "../../api/calendar-routes.ts";
import { DAY_MINUTES, instantAt, MINUTE_MS, wallTimeAt } from "../../format/zoned-time.ts";
import type { Period } from "./day-layout.ts";
import {
  noRecurrence,
  type RecurrenceValues,
  recurrenceOf,
  recurrenceProblem,
} from "./recurrence-values.ts";

/** An event as form values: its times are what a clock of its zone shows. */
export interface EventValues {
  title: string;
  project_id: string;
  starts: string;
  ends: string;
  time_zone: string;
  attendees: string[];
  location: string;
  description: string;
  /** Used only for a new event. */
  recurrence: RecurrenceValues;
  applies_to: "this" | "all";
}

const HALF_HOUR = 30;

/** "2026-11-18T09:30", the value of an input for date and time. */
export function clockText(instant: number, timeZone: string): string {
  const { day, minutes } = wallTimeAt(instant, timeZone);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The instant at which a clock of the zone shows this text; undefined if it is invalid. */
export function instantOf(text: string, timeZone: string): string | undefined {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  if (!day || Number.isNaN(Date.parse(day))) return undefined;
  return new Date(instantAt(day, Number(hour) * 60 + Number(minute), timeZone)).toISOString();
}

/** A new event in this slot; without times, at the next full or half hour. */
export function newEvent(
  slot: Partial<Period> & { attendees?: string[]; project_id?: string },
  timeZone: string,
  now = Date.now(),
): EventValues {
  const step = HALF_HOUR * MINUTE_MS;
  const start = slot.starts_at ? Date.parse(slot.starts_at) : Math.ceil(now / step) * step;
  const end = slot.ends_at ? Date.parse(slot.ends_at) : start + step;
  return {
    title: "",
    project_id: slot.project_id ?? "",
    starts: clockText(start, timeZone),
    ends: clockText(end, timeZone),
    time_zone: timeZone,
    attendees: slot.attendees ?? [],
    location: "",
    description: "",
    recurrence: noRecurrence,
    applies_to: "this",
  };
}

export function valuesOf(event: CalendarEvent): EventValues {
  return {
    title: event.title,
    project_id: event.project?.id ?? "",
    starts: clockText(Date.parse(event.starts_at), event.time_zone),
    ends: clockText(Date.parse(event.ends_at), event.time_zone),
    time_zone: event.time_zone,
    attendees: event.attendees.map(({ email }) => email),
    location: event.location ?? "",
    description: "",
    recurrence: noRecurrence,
    applies_to: "this",
  };
}

/** The times of a form and their zone; undefined if they are invalid. */
export function periodOf({ starts, ends, time_zone }: EventValues) {
  const starts_at = instantOf(starts, time_zone);
  const ends_at = instantOf(ends, time_zone);
  return starts_at && ends_at && ends_at > starts_at
    ? { starts_at, ends_at, time_zone }
    : undefined;
}

/** The proposal of a new event. */
export function creationOf(values: EventValues): EventProposal {
  const recurrence = recurrenceOf(values.recurrence, values.starts.slice(0, 10));
  return {
    action: "propose_event",
    type: "create",
    project_id: values.project_id,
    title: values.title.trim(),
    starts_at: instantOf(values.starts, values.time_zone) ?? "",
    ends_at: instantOf(values.ends, values.time_zone) ?? "",
    time_zone: values.time_zone,
    ...(values.attendees.length > 0 && { attendees: values.attendees }),
    ...(values.location.trim() && { location: values.location.trim() }),
    ...(values.description.trim() && { description: values.description.trim() }),
    ...(recurrence && { recurrence }),
  };
}

/** The proposal to change the fields that differ; null if none does. */
export function changeOf(
  event: CalendarEvent,
  before: EventValues,
  values: EventValues,
): EventProposal | null {
  const isMoved =
    !event.is_all_day &&
    (values.starts !== before.starts ||
      values.ends !== before.ends ||
      values.time_zone !== before.time_zone);
  const hasSameAttendees = values.attendees.join(" ") === before.attendees.join(" ");
  const changes = {
    ...(values.title.trim() !== before.title && { title: values.title.trim() }),
    ...(isMoved && {
      starts_at: instantOf(values.starts, values.time_zone) ?? "",
      ends_at: instantOf(values.ends, values.time_zone) ?? "",
      time_zone: values.time_zone,
    }),
    ...(!hasSameAttendees && { attendees: values.attendees }),
    ...(values.location.trim() !== before.location && { location: values.location.trim() }),
    ...(values.description.trim() && { description: values.description.trim() }),
  };
  if (Object.keys(changes).length === 0) return null;
  return {
    action: "propose_event",
    type: "change",
    event_id: event.id,
    applies_to: values.applies_to,
    ...changes,
  };
}

const address = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/;

/** Early feedback; the service checks everything again. */
export function problemsIn(values: EventValues, hasTimes = true): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!values.title.trim()) problems["title"] = "Enter a title";
  if (!values.project_id) problems["project_id"] = "Choose a project";
  if (hasTimes) {
    const start = instantOf(values.starts, values.time_zone);
    const end = instantOf(values.ends, values.time_zone);
    if (!start) problems["starts"] = "Enter a date and a time";
    if (!end) problems["ends"] = "Enter a date and a time";
    else if (start && end <= start) problems["ends"] = "Enter an end after the start";
  }
  const recurrence = recurrenceProblem(values.recurrence, values.starts.slice(0, 10));
  if (recurrence) problems["recurrence"] = recurrence;
  const invalidAddress = values.attendees.find((text) => !address.test(text));
  if (invalidAddress) problems["attendees"] = `${invalidAddress} is not an email address`;
  return problems;
}

/** Moves the end with the start, so that the length stays the same; the end stays if the length is over a day or invalid. */
export function movedEnd(values: EventValues, starts: string): string {
  const { time_zone } = values;
  const [from, to, next] = [values.starts, values.ends, starts].map((text) =>
    Date.parse(instantOf(text, time_zone) ?? ""),
  );
  const length = (to ?? 0) - (from ?? 0);
  const canMove = length > 0 && length <= DAY_MINUTES * MINUTE_MS && Number.isFinite(next);
  return canMove ? clockText((next ?? 0) + length, time_zone) : values.ends;
}
