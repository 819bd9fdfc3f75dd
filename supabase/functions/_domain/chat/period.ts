import { englishFormat } from "../words/format.ts";

/** A range of calendar days that a question names; `from` and `to` are included. */
export interface Period {
  from: string;
  to: string;
  /** The period as an answer states it: "last week", "since 3 Mar 2026". */
  name: string;
}

const DAY_MS = 86_400_000;
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const numbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
};

/** The period that a question in English names; null if it names none. `today` is a calendar day. */
export function periodIn(question: string, today: string): Period | null {
  const words = question.toLowerCase();
  return (
    sinceIn(words, today) ??
    betweenDays(words) ??
    relativeIn(words, today) ??
    lastManyIn(words, today) ??
    monthIn(words, today)
  );
}

function sinceIn(words: string, today: string): Period | null {
  const [, start] = /\bsince\s+(.+)$/.exec(words) ?? [];
  if (!start) return null;
  const from =
    /^(\d{4}-\d{2}-\d{2})\b/.exec(start)?.[1] ??
    dayOfWeekday(start.replace(/^last\s+/, ""), today) ??
    relativeIn(start, today)?.from ??
    lastManyIn(start, today)?.from ??
    monthIn(start, today)?.from;
  return from ? { from, to: today, name: `since ${englishFormat.day(from)}` } : null;
}

function betweenDays(words: string): Period | null {
  const [from, to] = words.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
  if (!from) return null;
  if (!to) return { from, to: from, name: `on ${englishFormat.day(from)}` };
  const [first, last] = [from, to].sort() as [string, string];
  const name = `from ${englishFormat.day(first)} to ${englishFormat.day(last)}`;
  return { from: first, to: last, name };
}

function relativeIn(words: string, today: string): Period | null {
  if (/\btoday\b/.test(words)) return { from: today, to: today, name: "today" };
  if (/\byesterday\b/.test(words)) {
    const day = daysAfter(today, -1);
    return { from: day, to: day, name: "yesterday" };
  }
  const [, qualifier, unit] =
    /\b(this|last|previous)\s+(week|month|quarter|year)\b/.exec(words) ?? [];
  if (!qualifier || !unit) return null;
  const isPast = qualifier !== "this";
  const from = startOf(unit, today, isPast ? -1 : 0);
  const to = isPast ? daysAfter(startOf(unit, today, 0), -1) : today;
  return { from, to, name: `${isPast ? "last" : "this"} ${unit}` };
}

function lastManyIn(words: string, today: string): Period | null {
  const [, number, unit] =
    /\b(?:last|past|previous)\s+(\d{1,3}|[a-z]+)\s+(day|week|month)s\b/.exec(words) ?? [];
  const many = number && (numbers[number] ?? Number(number));
  if (!many || !unit) return null;
  const from =
    unit === "month"
      ? daysAfter(monthsAfter(today, -many), 1)
      : daysAfter(today, 1 - many * (unit === "week" ? 7 : 1));
  return { from, to: today, name: `in the last ${many} ${unit}s` };
}

/** A month by its name; without a year, the latest one that has begun. */
function monthIn(words: string, today: string): Period | null {
  // "may" is a verb more often than a month.
  const match = new RegExp(`\\b(in\\s+)?(${months.join("|")})(?:\\s+(\\d{4}))?\\b`).exec(words);
  if (!match) return null;
  const [, isIn, name, year] = match;
  if (name === "may" && !isIn && !year) return null;
  const month = months.indexOf(name as string) + 1;
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const chosenYear = year ? Number(year) : month > thisMonth ? thisYear - 1 : thisYear;
  const from = `${chosenYear}-${String(month).padStart(2, "0")}-01`;
  const to = daysAfter(monthsAfter(from, 1), -1);
  const monthName = `${name?.charAt(0).toUpperCase()}${name?.slice(1)}`;
  return { from, to, name: `in ${monthName} ${chosenYear}` };
}

/** The latest day before `today` that is this weekday. */
function dayOfWeekday(words: string, today: string): string | null {
  const weekday = weekdays.findIndex((name) => words.startsWith(name));
  if (weekday < 0) return null;
  const back = (weekdayOf(today) - weekday + 7) % 7 || 7;
  return daysAfter(today, -back);
}

/** Monday is 0. */
function weekdayOf(day: string): number {
  return (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
}

function startOf(unit: string, today: string, offset: number): string {
  if (unit === "week") return daysAfter(today, 7 * offset - weekdayOf(today));
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const length = { month: 1, quarter: 3, year: 12 }[unit] ?? 1;
  const first = year * 12 + Math.floor((month - 1) / length) * length + offset * length;
  return `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, "0")}-01`;
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or that month's last day. */
function monthsAfter(day: string, count: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}
