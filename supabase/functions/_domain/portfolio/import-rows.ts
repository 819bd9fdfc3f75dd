import {
  AmountError,
  type DecimalSign,
  decimalSignOf,
  readAmount,
  readHours,
} from "./import-amounts.ts";
import { readDay } from "./import-dates.ts";
import {
  type DateFormat,
  type ImportField,
  importFieldNames,
  importFields,
} from "./import-fields.ts";
import { columnsOf, type FieldSource, type ImportMapping } from "./import-mapping.ts";
import { isYesOrNo, priorityLabels, priorityOf, statusOf } from "./import-words.ts";
import { ProjectStatusValues, TaskStatusValues } from "./statuses.ts";

/** A line of the file in the database's form; `problem` is the reason why it cannot be imported. */
export type ImportLine = { line: number; problem?: string; problem_field?: ImportField } & Partial<
  Record<Exclude<ImportField, "project_members">, string | number>
> & { project_members?: string[] };

export interface SourceRow {
  line: number;
  cells: Record<string, string>;
}

const maxLength = { name: 200, code: 60, key: 200, title: 500, text: 4000, person: 200 };

/**
 * Turns the rows of a file into typed lines by a mapping. A line with an unreadable cell gets a problem that names
 * the column and the value; nothing is guessed or dropped silently.
 */
export function toImportLines(rows: SourceRow[], mapping: ImportMapping): ImportLine[] {
  const readers = importFieldNames.flatMap((field) => {
    const source = mapping.fields[field];
    return source ? [{ field, source }] : [];
  });
  const signs = decimalSigns(rows, mapping);
  return rows.map(({ line, cells }) => {
    const importLine: ImportLine = { line };
    for (const { field, source } of readers) {
      const text = meaningOf(textIn(cells, source), source);
      if (text === "") continue;
      try {
        const value = readCell(importFields[field], text, {
          dateFormat: dateFormatOf(mapping, source),
          sign: signs.get(field) ?? "unknown",
          source,
        });
        if (value !== null) Object.assign(importLine, { [field]: value });
      } catch (error) {
        if (!(error instanceof CellError)) throw error;
        const problem = `${sourceInWords(field, source)}: ${error.message}`;
        return { ...keysOf(importLine), line, problem, problem_field: field };
      }
    }
    return importLine;
  });
}

/** The text of a row for a field. */
export function textIn(cells: SourceRow["cells"], source: FieldSource): string {
  if ("value" in source) return source.value.trim();
  return (
    columnsOf(source)
      // Exports put an apostrophe before text that a spreadsheet would run as a formula.
      .map((column) => (cells[column] ?? "").trim().replace(/^'(?=[=+\-@])/, ""))
      .filter((text) => text !== "")
      .join(" ")
  );
}

export function dateFormatOf(mapping: ImportMapping, source: FieldSource): DateFormat {
  const ownFormat = "column" in source ? source.date_format : undefined;
  return ownFormat ?? mapping.date_format ?? "YYYY-MM-DD";
}

/** The decimal sign of each column of amounts. A column whose cells do not show it gets that of the other columns. */
function decimalSigns(rows: SourceRow[], mapping: ImportMapping): Map<ImportField, DecimalSign> {
  const signs = new Map<ImportField, DecimalSign>();
  for (const field of importFieldNames) {
    const source = mapping.fields[field];
    if (!source || !["hours", "money"].includes(importFields[field])) continue;
    signs.set(field, decimalSignOf(rows.map(({ cells }) => textIn(cells, source))));
  }
  const knownSigns = new Set([...signs.values()].filter((sign) => sign !== "unknown"));
  if (knownSigns.size === 1) {
    const [sign] = knownSigns as Set<DecimalSign>;
    for (const field of signs.keys()) signs.set(field, sign as DecimalSign);
  }
  return signs;
}

/** Translates a cell's value by the mapping; without an entry there, the value stays. */
function meaningOf(cell: string, source: FieldSource): string {
  const values = "values" in source ? source.values : undefined;
  return values && Object.hasOwn(values, cell) ? (values[cell] as string).trim() : cell;
}

function sourceInWords(field: ImportField, source: FieldSource): string {
  const columns = columnsOf(source).map((column) => `"${column}"`);
  if (columns.length === 0) return `The value for ${field}`;
  return columns.length === 1 ? `Column ${columns[0]}` : `Columns ${columns.join(" and ")}`;
}

class CellError extends Error {}

type CellType = (typeof importFields)[ImportField];

interface Reading {
  dateFormat: DateFormat;
  sign: DecimalSign;
  source: FieldSource;
}

/** The value of a cell; null if its word means none. Throws CellError. */
function readCell(
  type: CellType,
  text: string,
  reading: Reading,
): string | number | string[] | null {
  switch (type) {
    case "date": {
      const day = readDay(text, reading.dateFormat);
      if (day !== undefined) return day;
      throw new CellError(`${quote(text)} is not a date in the format ${reading.dateFormat}`);
    }
    case "hours":
      return roundAmount(text, 999_999.99, () =>
        readHours(text, reading.sign, "column" in reading.source ? reading.source.unit : undefined),
      );
    case "money":
      return roundAmount(text, 999_999_999.99, () => readAmount(text, reading.sign));
    case "priority":
      return readPriority(text);
    case "project_status":
      return readStatus(text, ProjectStatusValues);
    case "task_status":
      return readStatus(text, TaskStatusValues);
    case "person":
      return readPeople(text)[0] ?? null;
    case "people": {
      const people = readPeople(text, /[,;|\n]/);
      return people.length > 0 ? people : null;
    }
    default:
      return requireShort(text, maxLength[type]);
  }
}

function requireShort(text: string, longest: number): string {
  if (text.length > longest) throw new CellError(`is longer than ${longest} characters`);
  return text;
}

function roundAmount(text: string, largest: number, read: () => number): number {
  let amount: number;
  try {
    amount = Math.round(read() * 100) / 100;
  } catch (error) {
    if (error instanceof AmountError) throw new CellError(`${quote(text)} ${error.message}`);
    throw error;
  }
  if (amount > largest) throw new CellError(`${quote(text)} is more than ${largest}`);
  return amount;
}

function readPriority(text: string): number | null {
  if (/^-?\d{1,4}$/.test(text)) return Number(text);
  const priority = priorityOf(text);
  if (priority !== undefined) return priority;
  const words = priorityLabels.map((label, index) => `${label} (${index + 1})`);
  throw new CellError(`${quote(text)} is neither one of ${words.join(", ")} nor a whole number`);
}

function readStatus(text: string, statuses: readonly string[]): string {
  const status = statusOf(text, statuses);
  if (status !== undefined) return status;
  throw new CellError(`${quote(text)} is not one of ${statuses.join(", ")}`);
}

/** Names or addresses: one, or several in brackets or between separators. */
function readPeople(text: string, separator?: RegExp): string[] {
  const list = /^\[(.*)\]$/s.exec(text)?.[1];
  const parts = list !== undefined ? list.split(",") : separator ? text.split(separator) : [text];
  const people = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
  for (const person of people) {
    if (isYesOrNo(person)) throw new CellError(`${quote(person)} is not the name of a person`);
    requireShort(person, maxLength.person);
  }
  return people;
}

/** The fields that identify a line, so that a skipped line can still be found. */
function keysOf(importLine: ImportLine): Partial<ImportLine> {
  const { project_code, task_key } = importLine;
  return { ...(project_code && { project_code }), ...(task_key && { task_key }) };
}

function quote(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
