import type { AppError } from "../../_domain/app-error.ts";
import { numberText } from "../cell-text.ts";
import {
  checkedColumns,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  noRows,
  type ParsedFile,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
  unreadableImport,
} from "./parsed-file.ts";

const PARSER_VERSION = "json-1";

/**
 * Reads a list of flat objects, or one in `rows` of an object. The columns are all keys that occur; a row's line
 * is its position in the list, from 1. Throws 400 with the line where a value is not a string, number, boolean
 * or null, 413 past the limits.
 */
export function parseJson(bytes: Uint8Array): ParsedFile {
  const list = listOf(valueIn(bytes));
  if (list.length === 0) throw unreadableImport("The file has no rows");
  // Empty rows count too: a file with a million of them must not be read.
  if (list.length > MAX_ROWS) throw tooManyRows();

  const columns = new Set<string>();
  const rows = list.map((row, index) => {
    const line = index + 1;
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw unreadableImport(
        `Row ${line} is not an object such as { "Project": "Web shop" }`,
        line,
      );
    }
    const cells: Record<string, string> = Object.create(null);
    for (const [name, value] of Object.entries(row)) {
      columns.add(name);
      if (columns.size > MAX_COLUMNS) throw tooManyColumns(columns.size, line);
      cells[name.trim()] = textOf(value, name, line);
    }
    return { line, cells };
  });
  const names = [...columns].map((name) => name.trim());
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (twice !== undefined) throw unreadableImport(`Two columns are named "${twice}". Rename one`);
  if (columns.size * rows.length > MAX_CELLS) throw tooManyCells();
  const nonEmpty = rows.filter(({ cells }) =>
    Object.values(cells).some((text) => text.trim() !== ""),
  );
  if (nonEmpty.length === 0) throw noRows();
  return {
    parserVersion: PARSER_VERSION,
    columns: checkedColumns([...columns]),
    rows: nonEmpty,
  };
}

/** A plain decimal keeps its written form, so that digits beyond a double's precision stay. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function valueIn(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadableImport("The file is not UTF-8, which JSON requires. Save it as UTF-8");
  }
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === "number" && /^-?\d+(\.\d+)?$/.test(context?.source ?? "")
        ? new Digits(context?.source as string)
        : value,
    );
  } catch (error) {
    throw invalidJson(error as Error);
  }
}

/** A SyntaxError of the parser, or a RangeError for deep nesting. */
function invalidJson(error: Error): AppError {
  const position = /line \d+ column \d+/.exec(error.message)?.[0];
  return unreadableImport(`The file is not valid JSON${position ? ` (${position})` : ""}`);
}

function listOf(content: unknown): unknown[] {
  const list = Array.isArray(content) ? content : (content as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(list))
    throw unreadableImport('JSON has to be a list of rows, or { "rows": […] }');
  return list;
}

function textOf(value: unknown, name: string, line: number): string {
  if (value instanceof Digits) return value.text;
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return numberText(value);
    case "boolean":
      return String(value);
    default:
      if (value === null) return "";
      throw unreadableImport(
        `Row ${line}: "${name.slice(0, 40)}" contains a list or an object; only flat values can be imported`,
        line,
      );
  }
}
