import { type Column, type Fact, factsOf, type Value } from "./columns.ts";

/** Spreadsheets run text that begins with one of these as a formula. */
const formula = /^[=+\-@\t\r]/;

/** Facts of these columns that an export writes, in the order of the screen. */
function exportedFacts<Row>(columns: readonly Column<Row>[]): Fact<Row>[] {
  return columns.flatMap(factsOf).filter(({ value }) => value !== undefined);
}

/** Rows as CSV that spreadsheets open without running any of it: the columns in view, in their order. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const facts = exportedFacts(columns);
  const lines = [
    facts.map(({ label }) => label),
    ...rows.map((row) => facts.map(({ value }) => value?.(row))),
  ];
  // The byte order mark makes spreadsheets read UTF-8.
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: Value): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
