import { z } from "zod";
import {
  type DateFormat,
  type FieldSource,
  type ImportField,
  type ImportMapping,
  importFieldNames,
  importFields,
} from "./import-mapping.ts";
import { ProjectStatusValues, TaskStatusValues } from "./statuses.ts";

/** A line of the file as the database takes it; `problem` says why it cannot be imported. */
export type ImportLine = { line: number; problem?: string } & Partial<
  Record<ImportField, string | number>
>;

export interface SourceRow {
  line: number;
  cells: Record<string, string>;
}

const maxLength = { name: 200, code: 60, key: 200, title: 500, text: 4000 };

/**
 * Turns the rows of a file into typed lines by a mapping. A cell that cannot be read makes its line a
 * problem with the column's name and the value; nothing is guessed and nothing dropped in silence.
 */
export function toImportLines(rows: SourceRow[], mapping: ImportMapping): ImportLine[] {
  const fields = importFieldNames.filter((field) => mapping.fields[field]);
  const dateFormat = mapping.date_format ?? "YYYY-MM-DD";
  return rows.map(({ line, cells }) => {
    const typed: ImportLine = { line };
    for (const field of fields) {
      const source = mapping.fields[field];
      if (!source) continue;
      const raw = "value" in source ? source.value : (cells[source.column] ?? "");
      const text = meaningOf(raw.trim(), source);
      if (text === "") continue;
      try {
        typed[field] = readCell(importFields[field], text, dateFormat);
      } catch (error) {
        if (!(error instanceof CellError)) throw error;
        const where = "column" in source ? `Column "${source.column}"` : `The value for ${field}`;
        return { ...keysOf(typed), line, problem: `${where}: ${error.message}` };
      }
    }
    return typed;
  });
}

/** The cell's value in our words, if the mapping has one. */
function meaningOf(cell: string, source: FieldSource): string {
  const values = "values" in source ? source.values : undefined;
  return values && Object.hasOwn(values, cell) ? (values[cell] as string).trim() : cell;
}

class CellError extends Error {}

type CellType = (typeof importFields)[ImportField];

function readCell(type: CellType, text: string, dateFormat: DateFormat): string | number {
  switch (type) {
    case "date":
      return readDate(text, dateFormat);
    case "hours":
      return readAmount(text, 999_999.99);
    case "money":
      return readAmount(text, 999_999_999.99);
    case "integer":
      return readInteger(text);
    case "project_status":
      return readStatus(text, ProjectStatusValues);
    case "task_status":
      return readStatus(text, TaskStatusValues);
    default:
      if (text.length > maxLength[type]) {
        throw new CellError(`is longer than ${maxLength[type]} characters`);
      }
      return text;
  }
}

const datePatterns: Record<DateFormat, RegExp> = {
  "YYYY-MM-DD": /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ].*)?$/,
  "DD/MM/YYYY": /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  "MM/DD/YYYY": /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  "DD.MM.YYYY": /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
};
const RealDay = z.iso.date();

/** Cells of workbooks that are dates come as YYYY-MM-DD, which no other form can be mistaken for. */
function readDate(text: string, format: DateFormat): string {
  const found = (datePatterns[format].exec(text) ?? datePatterns["YYYY-MM-DD"].exec(text))?.groups;
  const day = found
    ? `${found["year"]}-${found["month"]?.padStart(2, "0")}-${found["day"]?.padStart(2, "0")}`
    : "";
  // The calendar of the database has no year 0.
  if (!RealDay.safeParse(day).success || day < "0001") {
    throw new CellError(`${quoted(text)} is not a date of the form ${format}`);
  }
  return day;
}

/** A plain decimal with a point. Thousands separators and decimal commas are ambiguous, so refused. */
function readAmount(text: string, largest: number): number {
  if (!/^\d+(\.\d+)?$/.test(text)) {
    throw new CellError(`${quoted(text)} is not a number such as 1234.5`);
  }
  const amount = Math.round(Number(text) * 100) / 100;
  if (amount > largest) throw new CellError(`${quoted(text)} is more than ${largest}`);
  return amount;
}

function readInteger(text: string): number {
  if (!/^-?\d{1,4}$/.test(text)) throw new CellError(`${quoted(text)} is not a whole number`);
  return Number(text);
}

/** Words of other tools, and what they mean for a project or a task; the rest is the mapping's to say. */
const statusWords = new Map<string, readonly string[]>(
  Object.entries({
    backlog: ["planned", "open"],
    canceled: ["cancelled"],
    closed: ["completed", "done"],
    complete: ["completed", "done"],
    completed: ["done"],
    doing: ["active", "in_progress"],
    done: ["completed"],
    finished: ["completed", "done"],
    new: ["planned", "open"],
    paused: ["on_hold", "blocked"],
    rejected: ["cancelled"],
    released: ["completed", "done"],
    resolved: ["done"],
    todo: ["open"],
    to_do: ["open"],
  }),
);

function readStatus(text: string, allowed: readonly string[]): string {
  const word = text.toLowerCase().replace(/[\s-]+/g, "_");
  const status = [word, ...(statusWords.get(word) ?? [])].find((known) => allowed.includes(known));
  if (status === undefined) {
    throw new CellError(`${quoted(text)} is none of ${allowed.join(", ")}`);
  }
  return status;
}

/** Keeps what names the line, so that a skipped line can still be found. */
function keysOf(typed: ImportLine): Partial<ImportLine> {
  const { project_code, task_key } = typed;
  return { ...(project_code && { project_code }), ...(task_key && { task_key }) };
}

function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
