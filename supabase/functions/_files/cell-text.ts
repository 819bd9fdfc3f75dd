/** Cells of workbooks and JSON as the text that a CSV export of them would contain. */

/** A plain decimal: no exponent, and no digits beyond the fifteen that spreadsheets keep. */
export function numberText(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : decimals.format(value);
}

const decimals = new Intl.NumberFormat("en", {
  useGrouping: false,
  maximumSignificantDigits: 15,
  // The maximum number of decimals, so that a tiny number does not become zero.
  maximumFractionDigits: 100,
  roundingPriority: "lessPrecision",
});

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1900, 0, 1);
const LAST_DAY = Date.UTC(9999, 11, 31) + DAY_MS - 1;

/**
 * A date or time of a spreadsheet, without a time zone: a day, a day with a time, or (before the first day of
 * spreadsheets) only a time. An invalid number becomes the text that spreadsheets show for it.
 */
export function dateText(moment: Date): string {
  const ms = moment.getTime();
  if (!(ms >= FIRST_DAY - 2 * DAY_MS && ms <= LAST_DAY)) return "######";
  const [day = "", time = ""] = moment.toISOString().slice(0, 19).split("T");
  if (ms < FIRST_DAY) return time;
  return time === "00:00:00" ? day : `${day}T${time}`;
}
