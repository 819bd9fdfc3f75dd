/** Days and clocks of IANA time zones. A day is YYYY-MM-DD, and its minutes are those that a wall clock shows. */

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Formatters by zone, because creating one takes longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** The instant at which a UTC clock would show what the zone's clock shows. */
function shownAt(instant: number, timeZone: string): number {
  const values: Record<string, number> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant)) {
    values[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = values;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  return shownAt(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

export interface WallTime {
  day: string;
  minutes: number;
}

/** The day and the minutes since midnight that a zone's clock shows at an instant. */
export function wallTimeAt(instant: number, timeZone: string): WallTime {
  const wallClock = shownAt(instant, timeZone);
  const midnight = Math.floor(wallClock / DAY_MS) * DAY_MS;
  return { day: isoDay(midnight), minutes: Math.floor((wallClock - midnight) / MINUTE_MS) };
}

/**
 * The instant at which a zone's clock shows this time: the first one if the time occurs twice, and later by the gap if
 * the clock skips the time.
 */
export function instantAt(day: string, minutes: number, timeZone: string): number {
  const wall = Date.parse(day) + minutes * MINUTE_MS;
  // No zone changes its clock twice within two days.
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const matches = [before, after]
    .filter((offset) => offsetAt(wall - offset, timeZone) === offset)
    .map((offset) => wall - offset);
  return matches.length > 0 ? Math.min(...matches) : wall - before;
}

export function startOfDay(day: string, timeZone: string): number {
  return instantAt(day, 0, timeZone);
}

export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(day) + count * DAY_MS);
}

/** This many successive days, beginning with this one. */
export function daysFrom(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index));
}

/** The first day of the week that contains a day. Weekdays count from 1, a Monday, to 7. */
export function weekStart(day: string, firstWeekday = 1): string {
  const weekday = new Date(Date.parse(day)).getUTCDay();
  return addDays(day, -((weekday - firstWeekday + 7) % 7));
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
