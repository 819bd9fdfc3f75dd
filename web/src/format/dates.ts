const dayMs = 86_400_000;

// One format for days and one for times, so that they look alike side by side in every locale.
const dayOptions = { day: "numeric", month: "short", year: "numeric" } as const;
const timeStyle = { timeStyle: "short" } as const;
// The time style decides between 08:04 and 8:04, and cannot be combined with the format of a day.
const morning = new Intl.DateTimeFormat(undefined, { ...timeStyle, timeZone: "UTC" }).format(
  Date.UTC(2026, 0, 1, 8, 4),
);
const timeOptions = {
  hour: morning.startsWith("0") ? "2-digit" : "numeric",
  minute: "2-digit",
} as const;
const instantOptions = { ...dayOptions, ...timeOptions };
const moment = { ...instantOptions, weekday: "short" } as const;

// Calendar days have no zone. Formatting them in UTC avoids clock changes too.
const dayFormat = new Intl.DateTimeFormat(undefined, { ...dayOptions, timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat(undefined, {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: "long", timeZone: "UTC" });
const shortWeekdayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  timeZone: "UTC",
});
const dayOfYear = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const dayWithWeekday = new Intl.DateTimeFormat(undefined, {
  ...dayOptions,
  weekday: "short",
  timeZone: "UTC",
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

let chosenZone: string | undefined;
/** Formatters by options and zone, because creating one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Shows every instant in this zone, which also decides what "today" is; undefined is the zone of the device. */
export function chooseTimeZone(zone: string | undefined): void {
  chosenZone = zone;
}

function inZone(options: Intl.DateTimeFormatOptions, timeZone = localTimeZone(), locale?: string) {
  const key = JSON.stringify([options, timeZone, locale]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, format);
  return format;
}

/** A calendar day (YYYY-MM-DD), which is the same day in every time zone. */
export function formatDay(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** The month of a calendar day, such as "Mar 2026". */
export function formatMonth(day: string): string {
  return monthFormat.format(Date.parse(day));
}

/** From one calendar day to another, such as "16 – 22 Nov 2026". */
export function formatSpan(first: string, last: string): string {
  return dayFormat.formatRange(Date.parse(first), Date.parse(last));
}

/** "Mon". */
export function formatShortWeekday(day: string): string {
  return shortWeekdayFormat.format(Date.parse(day));
}

/** "16 Nov", if the year is obvious. */
export function formatDayOfYear(day: string): string {
  return dayOfYear.format(Date.parse(day));
}

/** "Monday 16 November", if there is room and the year is obvious. */
export function formatLongDay(day: string): string {
  return longDay.format(Date.parse(day));
}

/** The weekday of a calendar day; "today" or "yesterday" for the last two. */
export function formatWeekday(day: string, now = new Date()): string {
  const ago = daysSince(day, now);
  if (ago === 0 || ago === 1) return capitalize(relative.format(-ago, "day"));
  return weekdayFormat.format(Date.parse(day));
}

/** The reader's today, as a calendar day. */
export function todayOf(now = new Date()): string {
  return inZone({ year: "numeric", month: "2-digit", day: "2-digit" }, undefined, "en-CA").format(
    now,
  );
}

/** Whole days from a calendar day to the reader's today; negative for a future day. */
export function daysSince(day: string, now = new Date()): number {
  return Math.round((Date.parse(todayOf(now)) - Date.parse(day)) / dayMs);
}

/**
 * An instant: relative within the last week, otherwise absolute. After 24 hours, the reader's calendar days count:
 * yesterday is never the day before yesterday.
 */
export function formatInstant(instant: string, now = new Date()): string {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), "hour");
  const days = daysSince(todayOf(new Date(instant)), now);
  if (days < 7) return relative.format(-days, "day");
  return inZone(instantOptions).format(Date.parse(instant));
}

/** The day of an instant, such as a deadline, in the reader's zone. */
export function formatInstantDay(instant: string): string {
  return inZone(dayOptions).format(Date.parse(instant));
}

/** A planned instant with its time zone, which is the reader's by default. */
export function formatMoment(instant: string, timeZone?: string): string {
  if (!timeZone || timeZone === localTimeZone()) {
    return inZone({ ...moment, timeZoneName: "short" }).format(Date.parse(instant));
  }
  return `${inZone(moment, timeZone).format(Date.parse(instant))} (${timeZone})`;
}

/** The time of day of an instant, in the reader's time zone by default. */
export function formatTime(instant: string, timeZone = localTimeZone()): string {
  return inZone(timeStyle, timeZone).format(Date.parse(instant));
}

/** "09:00–10:30", in the reader's time zone. */
export function formatTimes({
  starts_at,
  ends_at,
}: {
  starts_at: string;
  ends_at: string;
}): string {
  return `${formatTime(starts_at)}–${formatTime(ends_at)}`;
}

/** A time of day without a date, from minutes after midnight. */
export function formatClock(minutes: number): string {
  return inZone(timeStyle, "UTC").format(minutes * 60_000);
}

/** A calendar day with its weekday, for agreed dates. */
export function formatDayAndWeekday(day: string): string {
  return dayWithWeekday.format(Date.parse(day));
}

/** An instant in full, with the reader's time zone. */
export function formatInstantInFull(instant: string): string {
  return inZone({ dateStyle: "full", timeStyle: "long" }).format(Date.parse(instant));
}

/** A period in the reader's time zone, or in another one, which is then named. */
export function formatPeriod(start: string, end: string, timeZone = localTimeZone()): string {
  const format = inZone({ ...moment, timeZoneName: "short" }, timeZone);
  return format.formatRange(Date.parse(start), Date.parse(end));
}

/** The reader's time zone, such as Europe/Berlin: the one they chose, or that of the device. */
export function localTimeZone(): string {
  return chosenZone ?? deviceTimeZone();
}

export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
