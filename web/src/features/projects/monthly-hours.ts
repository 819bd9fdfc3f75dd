export interface MonthlyHours {
  /** First day of the month, YYYY-MM-DD. */
  month: string;
  hours: number;
}

/** Inserts the months without hours, so that a pause is visible. */
export function withPauses(worked: MonthlyHours[]): MonthlyHours[] {
  const hours = new Map(worked.map((row) => [row.month, row.hours]));
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
