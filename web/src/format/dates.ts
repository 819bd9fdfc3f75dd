const dayMs = 86_400_000;

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const monthFormat = new Intl.DateTimeFormat(undefined, {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: "long", timeZone: "UTC" });
const instantFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const instantWithZone = new Intl.DateTimeFormat(undefined, {
  dateStyle: "full",
  timeStyle: "long",
});
const moment = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
} as const;
const momentFormat = new Intl.DateTimeFormat(undefined, { ...moment, timeZoneName: "short" });
const dayWithWeekday = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const instantDayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** A calendar day (YYYY-MM-DD), which is the same day in every time zone. */
export function formatDay(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** The month of a calendar day, such as "Mar 2026". */
export function formatMonth(day: string): string {
  return monthFormat.format(Date.parse(day));
}

/** The weekday of a calendar day; for the last two, how near they are. */
export function formatWeekday(day: string, now = new Date()): string {
  const ago = daysSince(day, now);
  if (ago === 0 || ago === 1) return capitalized(relative.format(-ago, "day"));
  return weekdayFormat.format(Date.parse(day));
}

/** The reader's today, as a calendar day. */
export function todayOf(now = new Date()): string {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(today).toISOString().slice(0, 10);
}

/** Whole days from a calendar day to the reader's today; negative when it lies ahead. */
export function daysSince(day: string, now = new Date()): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((today - Date.parse(day)) / dayMs);
}

/** An instant: relative for the last week, absolute before. */
export function formatInstant(instant: string, now = new Date()): string {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), "hour");
  if (seconds < 7 * 86_400) return relative.format(-Math.floor(seconds / 86_400), "day");
  return instantFormat.format(Date.parse(instant));
}

/** The reader's day of an instant, such as a deadline. */
export function formatInstantDay(instant: string): string {
  return instantDayFormat.format(Date.parse(instant));
}

/** An instant that somebody plans with, in a time zone that it names: the reader's unless another is given. */
export function formatMoment(instant: string, timeZone?: string): string {
  if (!timeZone || timeZone === localTimeZone()) return momentFormat.format(Date.parse(instant));
  const format = new Intl.DateTimeFormat(undefined, { ...moment, timeZone });
  return `${format.format(Date.parse(instant))} (${timeZone})`;
}

/** The time of day of an instant, in the reader's time zone unless another is given. */
export function formatTime(instant: string, timeZone = localTimeZone()): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short", timeZone }).format(
    Date.parse(instant),
  );
}

/** A calendar day with its weekday, as one reads a date that was agreed. */
export function formatDayAndWeekday(day: string): string {
  return dayWithWeekday.format(Date.parse(day));
}

/** An instant in full, with the reader's time zone. */
export function formatInstantInFull(instant: string): string {
  return instantWithZone.format(Date.parse(instant));
}

/** From when to when, in the reader's time zone or in another one, which is then named. */
export function formatPeriod(start: string, end: string, timeZone = localTimeZone()): string {
  return new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).formatRange(Date.parse(start), Date.parse(end));
}

/** The reader's time zone, such as Europe/Berlin. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
