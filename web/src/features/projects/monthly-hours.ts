import type { DayHours } from "./burn-line.ts";

export interface MonthlyHours {
  /** First day of the month, YYYY-MM-DD. */
  month: string;
  hours: number;
}

/** The hours of each month from the first to the last; months without hours show a pause. */
export function monthsOf(days: DayHours[]): MonthlyHours[] {
  const hours = new Map<string, number>();
  for (const { day, hours: worked } of days) {
    const month = `${day.slice(0, 7)}-01`;
    // Hours have two decimals; adding them as floating-point numbers would distort the sum.
    hours.set(month, Math.round(((hours.get(month) ?? 0) + worked) * 100) / 100);
  }
  const names = [...hours.keys()].sort();
  const [first, last] = [names[0], names.at(-1)];
  const months: MonthlyHours[] = [];
  if (!first || !last) return months;
  for (let month = first; month <= last; month = nextMonth(month)) {
    months.push({ month, hours: hours.get(month) ?? 0 });
  }
  return months;
}

function nextMonth(month: string): string {
  const date = new Date(month);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}
