/** How an event repeats. SQL has the same rule: schemas/calendar/event_occurrences.sql. */
import { z } from "zod";
import { Day } from "../normal-forms.ts";

export const frequencies = ["daily", "weekly", "monthly"] as const;
export const MAX_INTERVAL = 99;
export const MAX_OCCURRENCES = 366;
const MAX_YEARS = 5;
const DAY_MS = 86_400_000;

export const Recurrence = z
  .strictObject({
    frequency: z
      .enum(frequencies)
      .describe("monthly: on the day of the month on which the event starts"),
    interval: z.int().min(1).max(MAX_INTERVAL).default(1).describe("2: every second one"),
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .optional()
      .describe("weekly only: 1 for Monday to 7; the weekday of the start is one of them"),
    count: z.int().min(2).max(MAX_OCCURRENCES).optional().describe("Either count or until"),
    until: Day.optional().describe("The last day, in the zone of the event; within five years"),
  })
  .describe("How the event repeats, with a count or a last day");
export type Recurrence = z.output<typeof Recurrence>;

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

/**
 * The days on which an event occurs that starts on this day, up to a maximum number. A month that lacks the day is
 * skipped. Every occurrence begins at the local time of the start, in the event's zone.
 */
export function occurrenceDays(
  recurrence: Recurrence,
  start: string,
  max = MAX_OCCURRENCES,
): string[] {
  const first = Date.parse(start);
  const last = Math.min(
    yearsAfter(start, MAX_YEARS),
    recurrence.until ? Date.parse(recurrence.until) : Number.POSITIVE_INFINITY,
  );
  const days: string[] = [];
  for (const day of candidates(recurrence, start)) {
    if (day > last || days.length >= Math.min(max, recurrence.count ?? max)) break;
    if (day >= first) days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

/**
 * The days of the rule in order, regardless of its count and last day: at least those of the next MAX_YEARS years. A
 * weekly rule begins with the week of the start, so days before the start are possible.
 */
function* candidates({ frequency, interval, weekdays = [] }: Recurrence, start: string) {
  const first = Date.parse(start);
  const startDay = new Date(first);
  const monday = first - (weekdayOf(start) - 1) * DAY_MS;
  for (let step = 0; ; step += interval) {
    if (frequency === "daily") yield first + step * DAY_MS;
    else if (frequency === "weekly") {
      for (const weekday of [...weekdays].sort()) yield monday + (step * 7 + weekday - 1) * DAY_MS;
      if (weekdays.length === 0) return;
    } else {
      const day = Date.UTC(
        startDay.getUTCFullYear(),
        startDay.getUTCMonth() + step,
        startDay.getUTCDate(),
      );
      if (new Date(day).getUTCDate() === startDay.getUTCDate()) yield day;
      else if (step > 12 * (MAX_YEARS + 1)) return;
    }
  }
}

function yearsAfter(day: string, years: number): number {
  const startDay = new Date(Date.parse(day));
  const after = Date.UTC(
    startDay.getUTCFullYear() + years,
    startDay.getUTCMonth(),
    startDay.getUTCDate(),
  );
  // If the start is a leap day, the day five years later is the last day of February.
  return new Date(after).getUTCDate() === startDay.getUTCDate() ? after : after - DAY_MS;
}

const units = { daily: "day", weekly: "week", monthly: "month" } as const;

/** "week" for every week, "weeks" for every 2 weeks. */
export function unitOf(frequency: Recurrence["frequency"], interval: number): string {
  return interval === 1 ? units[frequency] : `${units[frequency]}s`;
}

export const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** "every 2 weeks on Monday and Friday, 10 times". */
export function recurrenceInWords(
  { frequency, interval, weekdays, count, until }: Recurrence,
  formatDay: (day: string) => string,
): string {
  const unit = unitOf(frequency, interval);
  const repetition = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}`;
  const names = [...(weekdays ?? [])].sort().map((weekday) => weekdayNames[weekday - 1] ?? "");
  const last = names.pop();
  const days = last ? ` on ${names.length > 0 ? `${names.join(", ")} and ` : ""}${last}` : "";
  const end = until
    ? ` until ${formatDay(until)}`
    : count
      ? `, ${count} ${count === 1 ? "time" : "times"}`
      : "";
  return `${repetition}${days}${end}`;
}
