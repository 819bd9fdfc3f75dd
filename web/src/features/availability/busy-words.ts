import type { PersonAvailability } from "../../api/calendar-routes.ts";
import { formatTimes } from "../../format/dates.ts";
import { formatHours } from "../../format/numbers.ts";
import { addDays, startOfDay } from "../../format/zoned-time.ts";
import { type DayPart, type Period, partsOfDay } from "../calendar/day-layout.ts";

interface PersonDay {
  working: DayPart<Period>[];
  busy: DayPart<PersonAvailability["blocks"][number]>[];
  /** The number of busy minutes; a minute with two events counts once. */
  busyMinutes: number;
  /** Whether the sync covered the whole day: otherwise a day without busy times may not be free. */
  isKnown: boolean;
}

/** The working hours and busy times of a person's day. */
export function dayOf(person: PersonAvailability, day: string, timeZone: string): PersonDay {
  const working = partsOfDay(person.working_hours, day, timeZone);
  const blocks = partsOfDay(person.blocks, day, timeZone);
  let end = 0;
  let busyMinutes = 0;
  for (const { from, to } of blocks) {
    busyMinutes += Math.max(to - Math.max(from, end), 0);
    end = Math.max(end, to);
  }
  return { working, busy: blocks, busyMinutes, isKnown: isInWindow(person.sync, day, timeZone) };
}

function isInWindow(
  { window_starts_at, window_ends_at }: PersonAvailability["sync"],
  day: string,
  timeZone: string,
): boolean {
  if (!window_starts_at || !window_ends_at) return false;
  return (
    Date.parse(window_starts_at) <= startOfDay(day, timeZone) &&
    startOfDay(addDays(day, 1), timeZone) <= Date.parse(window_ends_at)
  );
}

/** A person's day in a few words. */
export function shortWordsOf({ working, busyMinutes, isKnown }: PersonDay) {
  if (!isKnown) return "Unknown";
  if (busyMinutes > 0) return `${formatHours(busyMinutes / 60)} h busy`;
  return working.length === 0 ? "Not working" : "Free";
}

/** A person's day in full, for screen readers. */
export function wordsOf({ working, busy, isKnown }: PersonDay): string {
  if (!isKnown) return "busy times unknown";
  const hours =
    working.length === 0
      ? "not working"
      : `working ${working.map(({ item }) => formatTimes(item)).join(" and ")}`;
  const times =
    busy.length === 0
      ? "no busy times"
      : `busy ${busy.map(({ item }) => formatTimes(item)).join(", ")}`;
  return `${hours}, ${times}`;
}
