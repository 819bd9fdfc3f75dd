import { z } from "zod";
import type { DateFormat } from "./import-fields.ts";

/** Longer than any date or time that a tool writes. */
const MAX_LENGTH = 60;
const AFTER_DAY = "(?:[T ,].*)?$";
const YEAR_FIRST = new RegExp(
  `^(?<year>\\d{4})[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})${AFTER_DAY}`,
);
const YEAR = "(?<year>\\d{4}|\\d{2})";
/** A day before the name of a month: "13 Apr 2026", "13/Apr/26 2:00 PM", "Mon, 13-Apr-2026". */
const DAY_NAMED_MONTH = new RegExp(
  `^(?:\\p{L}+\\.?,? )?(?<day>\\d{1,2})(?:st|nd|rd|th)?[ ./-]{1,2}(?<name>\\p{L}{3,9})\\.?,?[ ./-]${YEAR}${AFTER_DAY}`,
  "u",
);
/** The name of a month before a day: "Apr 13, 2026", "Monday, April 13 2026". */
const NAMED_MONTH_DAY = new RegExp(
  `^(?:\\p{L}+\\.?,? )?(?<name>\\p{L}{3,9})\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})${AFTER_DAY}`,
  "u",
);
const numeric: Record<DateFormat, RegExp> = {
  "YYYY-MM-DD": YEAR_FIRST,
  "DD/MM/YYYY": new RegExp(`^(?<day>\\d{1,2})([/-])(?<month>\\d{1,2})\\2${YEAR}${AFTER_DAY}`),
  "MM/DD/YYYY": new RegExp(`^(?<month>\\d{1,2})([/-])(?<day>\\d{1,2})\\2${YEAR}${AFTER_DAY}`),
  "DD.MM.YYYY": new RegExp(`^(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?${YEAR}${AFTER_DAY}`),
};
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
const RealDay = z.iso.date();

/**
 * The day in a cell, as YYYY-MM-DD; undefined if the cell has none in this format. A leading year and a month's name
 * are accepted with every format, because they are unambiguous.
 */
export function readDay(text: string, format: DateFormat): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return unambiguousDay(text) ?? dayIn(numeric[format].exec(text)?.groups);
}

function unambiguousDay(text: string): string | undefined {
  const groups = [YEAR_FIRST, DAY_NAMED_MONTH, NAMED_MONTH_DAY]
    .map((pattern) => pattern.exec(text)?.groups)
    .find((date) => date !== undefined);
  return dayIn(groups);
}

function dayIn(groups: Record<string, string | undefined> | undefined): string | undefined {
  if (!groups) return undefined;
  const { year = "", name, day = "" } = groups;
  const month = name
    ? String(months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1)
    : groups["month"];
  const isoDay = `${year.length === 2 ? `20${year}` : year}-${month?.padStart(2, "0")}-${day.padStart(2, "0")}`;
  // The calendar of the database has no year 0.
  return RealDay.safeParse(isoDay).success && isoDay >= "0001" ? isoDay : undefined;
}

const inferableFormats = ["DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const satisfies DateFormat[];

/**
 * The formats in which a whole column can be read. None if no cell needs one. Several if every cell fits more than
 * one and they give different days, or if the cells contradict each other.
 */
export function dateFormatsOf(cells: Iterable<string>): DateFormat[] {
  let fittingFormats: DateFormat[] | undefined;
  let isAlike = true;
  const formats = new Set<DateFormat>();
  for (const cell of cells) {
    if (cell.length > MAX_LENGTH || unambiguousDay(cell) !== undefined) continue;
    const days = inferableFormats.map((format) => readDay(cell, format));
    const fits = inferableFormats.filter((_, index) => days[index] !== undefined);
    if (fits.length === 0) continue;
    for (const format of fits) formats.add(format);
    isAlike &&= new Set(days.filter((day) => day !== undefined)).size === 1;
    fittingFormats = fittingFormats
      ? fittingFormats.filter((format) => fits.includes(format as (typeof fits)[number]))
      : fits;
  }
  if (!fittingFormats) return [];
  if (fittingFormats.length === 0) return [...formats];
  return isAlike ? fittingFormats.slice(0, 1) : fittingFormats;
}
