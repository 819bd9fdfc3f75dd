import {
  MAX_INTERVAL,
  MAX_OCCURRENCES,
  occurrenceDays,
  Recurrence,
  weekdayOf,
} from "../../../../supabase/functions/_domain/calendar/recurrence.ts";
import { instantAt, wallTimeAt } from "../../format/zoned-time.ts";
import type { Period } from "./day-layout.ts";

/** A recurrence rule as form values. */
export interface RecurrenceValues {
  /** Empty: the event does not repeat. */
  frequency: "" | Recurrence["frequency"];
  interval: string;
  weekdays: number[];
  ends: "count" | "until";
  count: string;
  until: string;
}

export const noRecurrence: RecurrenceValues = {
  frequency: "",
  interval: "1",
  weekdays: [],
  ends: "count",
  count: "10",
  until: "",
};

export function recurrenceValuesOf(value: unknown): RecurrenceValues {
  const { data } = Recurrence.safeParse(value);
  if (!data) return noRecurrence;
  return {
    frequency: data.frequency,
    interval: String(data.interval),
    weekdays: data.weekdays ?? [],
    ends: data.until ? "until" : "count",
    count: data.count ? String(data.count) : noRecurrence.count,
    until: data.until ?? "",
  };
}

/**
 * The rule of a form; null if the event does not repeat or the form is incomplete. An event occurs on its first day.
 */
export function recurrenceOf(
  { frequency, interval, weekdays, ends, count, until }: RecurrenceValues,
  firstDay: string | undefined,
): Recurrence | null {
  if (!frequency) return null;
  const days = new Set(weekdays);
  if (firstDay) days.add(weekdayOf(firstDay));
  const { data } = Recurrence.safeParse({
    frequency,
    interval: Number(interval),
    ...(frequency === "weekly" && { weekdays: [...days].sort() }),
    ...(ends === "count" ? { count: Number(count) } : { until }),
  });
  return data ?? null;
}

/** Early feedback; the service checks everything again. */
export function recurrenceProblem(
  { frequency, interval, ends, count, until }: RecurrenceValues,
  firstDay: string | undefined,
): string | null {
  const isWithin = (text: string, min: number, max: number) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  if (!frequency) return null;
  if (!isWithin(interval, 1, MAX_INTERVAL)) return `Repeat every 1 to ${MAX_INTERVAL}`;
  if (ends === "count") {
    return isWithin(count, 2, MAX_OCCURRENCES) ? null : `Repeat from 2 to ${MAX_OCCURRENCES} times`;
  }
  if (!until) return "Choose the last day";
  return firstDay && until <= firstDay ? "The last day must be after the first one" : null;
}

/** The rule of a payload or a form; null if there is none. */
export function recurrenceIn(value: unknown): Recurrence | null {
  const isOfForm = typeof value === "object" && value !== null && "ends" in value;
  return isOfForm
    ? recurrenceOf(value as RecurrenceValues, undefined)
    : (Recurrence.safeParse(value).data ?? null);
}

/** The occurrences of a repeating event: each starts at the same local time in the event's zone. */
export function occurrencesOf(
  recurrence: Recurrence,
  { starts_at, ends_at }: Period,
  timeZone: string,
): Period[] {
  const start = Date.parse(starts_at);
  const length = Date.parse(ends_at) - start;
  const { day: firstDay, minutes } = wallTimeAt(start, timeZone);
  return occurrenceDays(recurrence, firstDay).map((day) => {
    const at = day === firstDay ? start : instantAt(day, minutes, timeZone);
    return {
      starts_at: new Date(at).toISOString(),
      ends_at: new Date(at + length).toISOString(),
    };
  });
}
