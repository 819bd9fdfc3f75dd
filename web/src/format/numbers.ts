const wholeNumber = new Intl.NumberFormat();
const hours = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

export function formatCount(value: number): string {
  return wholeNumber.format(value);
}

/** Hours rounded to a tenth, as overviews show them. */
export function formatHours(value: number): string {
  return hours.format(value);
}

/** Hours rounded to a hundredth, as they are stored. */
export function formatExactHours(value: number): string {
  return hundredths.format(value);
}

export function formatPercent(ratio: number): string {
  return percent.format(ratio);
}

/** An amount whose currency is unknown. */
export function formatAmount(value: number): string {
  return hundredths.format(value);
}

export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(amount);
}

/** "1 project", "3 projects". */
export function countOf(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

const kilobytes = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "kilobyte",
  maximumFractionDigits: 0,
});
const megabytes = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "megabyte",
  maximumFractionDigits: 1,
});

/** "1 hour", "2.5 hours", as overviews show them. */
export function hoursOf(value: number): string {
  return `${formatHours(value)} ${formatHours(value) === formatHours(1) ? "hour" : "hours"}`;
}

/** The size of a file, such as "340 kB" or "2.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return kilobytes.format(Math.max(1, Math.round(bytes / 1000)));
  return megabytes.format(bytes / 1_000_000);
}
