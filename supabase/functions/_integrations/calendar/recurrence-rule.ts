import type { Recurrence } from "../../_domain/calendar/recurrence.ts";
import { atWallClock } from "../../_domain/calendar/wall-clock.ts";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const LAST_SECOND_MS = 86_399_000;

/** A recurrence rule in the format of RFC 5545. It ends at the end of the last day in the event's time zone. */
export function recurrenceRule(recurrence: Recurrence, timeZone: string): string {
  const { frequency, interval, weekdays, count, until } = recurrence;
  const parts = [`FREQ=${frequency.toUpperCase()}`];
  if (interval !== 1) parts.push(`INTERVAL=${interval}`);
  if (weekdays) parts.push(`BYDAY=${weekdays.map((day) => WEEKDAYS[day - 1]).join(",")}`);
  if (count) parts.push(`COUNT=${count}`);
  if (until) {
    const end = atWallClock(Date.parse(until) + LAST_SECOND_MS, timeZone);
    parts.push(`UNTIL=${end.replace(/[-:]|\.\d+/g, "")}`);
  }
  return `RRULE:${parts.join(";")}`;
}
