const dayMs = 86_400_000;

// Calendar days have no zone: as days of UTC they have no change of clocks either.
const zone = { timeZone: "UTC" } as const;
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short", ...zone });
const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", ...zone });
const whole = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  ...zone,
});
const period = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  ...zone,
});

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The seven days of a week that begins on this day. */
export function daysOf(week_on: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(week_on, index));
}

/** "Mon". */
export function shortWeekday(day: string): string {
  return weekday.format(Date.parse(day));
}

/** "16 Nov". */
export function shortDay(day: string): string {
  return dayOfMonth.format(Date.parse(day));
}

/** "Monday 16 November". */
export function wholeDay(day: string): string {
  return whole.format(Date.parse(day));
}

/** "16–22 Nov 2026". */
export function formatWeek(week_on: string): string {
  return period.formatRange(Date.parse(week_on), Date.parse(addDays(week_on, 6)));
}
