const period = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "16 – 22 Nov 2026". */
export function formatSpan(first: string, last: string): string {
  return period.formatRange(Date.parse(first), Date.parse(last));
}
