import type { HourUnit } from "./import-fields.ts";

/** The decimal sign of a column: a point, a comma, both (in different cells) or unknown. */
export type DecimalSign = "." | "," | "both" | "unknown";

const PLAIN = /^\d+$/;
const ONE_SIGN = /^(\d+)([.,])(\d+)$/;
/** Grouped thousands, with decimals after a different sign: 1.234,5 or 1'234'567 or 1 234. */
const GROUPED = /^(\d{1,3})(?:([.,' \u00a0\u202f’])\d{3})(?:\2\d{3})*(?:([.,])(\d+))?$/;

/** Finds the decimal sign of a column of amounts from all of its cells. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  const signs = new Set<string>();
  for (const cell of cells) {
    const match = ONE_SIGN.exec(cell);
    if (match) {
      if (!couldBeThousands(match)) signs.add(match[2] as string);
      continue;
    }
    const groups = GROUPED.exec(cell);
    if (!groups) continue;
    if (groups[3]) signs.add(groups[3]);
    // A sign that repeats separates thousands, so the other sign is the decimal sign.
    else if (groups[2] === ".") signs.add(",");
    else if (groups[2] === ",") signs.add(".");
  }
  if (signs.size === 2) return "both";
  return signs.has(",") ? "," : signs.has(".") ? "." : "unknown";
}

function couldBeThousands([, integer = "", , decimals = ""]: RegExpExecArray): boolean {
  return decimals.length === 3 && integer.length <= 3 && !integer.startsWith("0");
}

/** A cell is not an amount; the message gives the reason. */
export class AmountError extends Error {}

/**
 * Reads a number with a decimal point or comma. Three digits after a single sign may be thousands; the other cells of
 * the column decide. If they do not, a point is a decimal point, as in JSON, and a comma is refused. Throws
 * AmountError.
 */
export function readAmount(text: string, sign: DecimalSign): number {
  if (PLAIN.test(text)) return Number(text);
  const match = ONE_SIGN.exec(text);
  if (match) {
    const [, integer, ownSign, decimals] = match;
    if (!couldBeThousands(match)) return Number(`${integer}.${decimals}`);
    if (sign === ownSign || (sign === "unknown" && ownSign === "."))
      return Number(`${integer}.${decimals}`);
    if (sign === "." || sign === ",") return Number(`${integer}${decimals}`);
    throw new AmountError(
      `may be ${integer}.${decimals} or ${integer}${decimals}: write it in one of these ways`,
    );
  }
  const groups = GROUPED.exec(text);
  if (!groups || groups[2] === groups[3]) {
    throw new AmountError("is not a number such as 1234.5");
  }
  const integer = text.slice(0, groups[3] ? text.lastIndexOf(groups[3]) : text.length);
  return Number(`${integer.replace(/\D/g, "")}.${groups[4] ?? "0"}`);
}

const CLOCK = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?$/;
const WORDS =
  /^(?:(\d{1,6}(?:[.,]\d{1,9})?) ?(?:h|hr|hrs|hours?))?,? ?(?:(\d{1,6}) ?(?:m|min|mins|minutes?))?,? ?(?:(\d{1,6}) ?(?:s|sec|secs|seconds?))?$/i;
const PER_HOUR: Record<HourUnit, number> = {
  hours: 1,
  minutes: 60,
  seconds: 3600,
  milliseconds: 3_600_000,
};

/** Reads hours as a number, as a clock time (02:30:00, 2:30) or with units (2h 30m). Throws AmountError. */
export function readHours(text: string, sign: DecimalSign, unit: HourUnit = "hours"): number {
  const parts = CLOCK.exec(text) ?? (/[a-z]$/i.test(text) ? WORDS.exec(text) : null);
  if (parts) {
    const [hours, minutes, seconds] = parts
      .slice(1)
      .map((part) => Number((part ?? "0").replace(",", ".")));
    return (hours ?? 0) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600;
  }
  try {
    return readAmount(text, sign) / PER_HOUR[unit];
  } catch (error) {
    if (error instanceof AmountError && error.message.startsWith("is not")) {
      throw new AmountError("is not a number of hours such as 2.5, 2:30 or 2h 30m");
    }
    throw error;
  }
}
