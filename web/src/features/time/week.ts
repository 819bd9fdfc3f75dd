import { formatSpan } from "../../format/dates.ts";
import { addDays, daysFrom } from "../../format/zoned-time.ts";

/** The seven days of a week that begins on this day. */
export function daysOf(week_on: string): string[] {
  return daysFrom(week_on, 7);
}

/** "16 – 22 Nov 2026". */
export function formatWeek(week_on: string): string {
  return formatSpan(week_on, addDays(week_on, 6));
}
