/** Recurring events: an entry for the series, and one for each occurrence. An exception is an occurrence with fields of its own. */
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "./records.ts";
import type { Collection, Entry } from "./truth.ts";
import { InvalidRequest } from "./vendor.ts";

type Events = Collection<CalendarEvent>;

export function createSeries(
  events: Events,
  data: CalendarEvent,
  options: { id?: string } = {},
): Entry<CalendarEvent> {
  const starts = startsOf(data);
  const series = events.create(data, options);
  for (const start of starts) createOccurrence(events, series, start);
  return series;
}

/**
 * Changes a series and its occurrences. Exceptions keep their own fields. A cancelled occurrence stays cancelled, and
 * one that the rule no longer includes is cancelled.
 */
export function editSeries(
  events: Events,
  id: string,
  changes: Partial<CalendarEvent>,
): Entry<CalendarEvent> {
  const series = events.edit(id, changes);
  const starts = startsOf(series.data);
  const occurrences = events.all().filter(({ data }) => data.recurringId === id);
  for (const { id: occurrence, data, isDeleted } of occurrences) {
    const { originalStart = data.start, ownFields } = data;
    if (isDeleted) continue;
    if (!starts.includes(originalStart)) events.delete(occurrence);
    else {
      events.edit(occurrence, { ...occurrenceOf(series, originalStart), ...ownFields });
    }
  }
  for (const start of starts) {
    if (!events.get(occurrenceId(series, start))) createOccurrence(events, series, start);
  }
  return series;
}

/** Turns an occurrence into an exception. */
export function editOccurrence(
  events: Events,
  id: string,
  changes: Partial<CalendarEvent>,
): Entry<CalendarEvent> {
  const ownFields = { ...events.get(id)?.data.ownFields, ...changes };
  return events.edit(id, { ...changes, ownFields });
}

export function deleteSeries(events: Events, id: string): Entry<CalendarEvent> {
  for (const occurrence of events.live()) {
    if (occurrence.data.recurringId === id) events.delete(occurrence.id);
  }
  return events.delete(id);
}

/** Whether one occurrence alone was cancelled. */
export function isCancelledOccurrence(
  events: Events,
  { data, isDeleted }: Entry<CalendarEvent>,
): boolean {
  const series = data.recurringId === null ? undefined : events.get(data.recurringId);
  return isDeleted && series !== undefined && !series.isDeleted;
}

function createOccurrence(events: Events, series: Entry<CalendarEvent>, start: number): void {
  events.create(occurrenceOf(series, start), { id: occurrenceId(series, start) });
}

function occurrenceOf({ id, data }: Entry<CalendarEvent>, start: number): CalendarEvent {
  const { recurrence: _, ...content } = data;
  const end = start + data.end - data.start;
  return { ...content, start, end, recurringId: id, originalStart: start };
}

/** The id of an occurrence in Google's form. If the rule gives another time, it is another occurrence. */
function occurrenceId({ id, data }: Entry<CalendarEvent>, start: number): string {
  const at = new Date(start).toISOString().replace(/[-:]|\.\d+/g, "");
  return `${id}_${data.isAllDay ? at.slice(0, 8) : at}`;
}

function startsOf({ recurrence, timeZone, start }: CalendarEvent): number[] {
  const dtstart = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(
    timeZone ?? "UTC",
  );
  const rruleString = (recurrence ?? []).join("\n");
  try {
    return new RRuleTemporal({ rruleString, dtstart }).all().map((at) => at.epochMilliseconds);
  } catch {
    throw new InvalidRequest("Invalid recurrence rule.");
  }
}
