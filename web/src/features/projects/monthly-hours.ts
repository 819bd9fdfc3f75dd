export interface MonthlyHours {
  /** First day of the month, YYYY-MM-DD. */
  month: string;
  hours: number;
}

/** Sums hours by month, the months in between included, so that a pause shows as one. */
export function sumByMonth(entries: { spent_on: string; hours: number }[]): MonthlyHours[] {
  const hundredths = new Map<string, number>();
  for (const { spent_on, hours } of entries) {
    const month = `${spent_on.slice(0, 7)}-01`;
    hundredths.set(month, (hundredths.get(month) ?? 0) + Math.round(hours * 100));
  }
  const worked = [...hundredths.keys()].sort();
  const [first, last] = [worked[0], worked.at(-1)];
  const months: MonthlyHours[] = [];
  if (!first || !last) return months;
  for (let month = first; month <= last; month = nextMonth(month)) {
    months.push({ month, hours: (hundredths.get(month) ?? 0) / 100 });
  }
  return months;
}

function nextMonth(month: string): string {
  const date = new Date(month);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}
