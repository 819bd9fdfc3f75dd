import { CsvError, parse } from "csv-parse/sync";
import { AppError } from "../app-error.ts";
import type { SourceRow } from "./import-rows.ts";

/** Changes whenever the same file may be read differently; stored with each run. */
export const PARSER_VERSION = "csv-1";

export interface ParsedFile {
  columns: string[];
  rows: SourceRow[];
}

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 500;

/**
 * Reads a CSV file: UTF-8 or, where that fails, Windows-1252; comma, semicolon or tab; header first.
 * Line numbers are those of the file, so that a person finds the row in their editor.
 * Throws 400 with the line where the file is broken or past 500 columns, 413 past 20,000 rows.
 */
export function parseCsv(bytes: Uint8Array): ParsedFile {
  // One kind of line end, inside cells too: else line numbers go astray there.
  const text = decode(bytes).replace(/\r\n?/g, "\n");
  let records: { record: Record<string, string>; info: { lines: number } }[];
  let columns: string[] = [];
  try {
    records = parse(text, {
      bom: true,
      columns: (header: string[]) => {
        columns = checkedHeader(header);
        return columns;
      },
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: false,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One more tells that there are too many; the rest of a huge file is not worth reading.
      to: MAX_ROWS + 1,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(plainReason(error), error["lines"]);
  }
  if (records.length === 0) throw unreadable("The file has no rows below its header");
  if (records.length > MAX_ROWS) {
    throw new AppError(
      413,
      "too_many_rows",
      `An import takes at most ${MAX_ROWS} rows. Split the file`,
    );
  }
  return {
    columns,
    rows: records.map(({ record, info }) => ({ line: info.lines, cells: record })),
  };
}

function decode(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw unreadable("The file is not text: export it as CSV");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [",", ";", "\t"].map((delimiter) => header.split(delimiter).length);
  return [",", ";", "\t"][counts.indexOf(Math.max(...counts))] as string;
}

function checkedHeader(header: string[]): string[] {
  if (header.length > MAX_COLUMNS) {
    throw unreadable(`The file has ${header.length} columns, more than ${MAX_COLUMNS}`, 1);
  }
  const names = header.map((name) => name.trim());
  const empty = names.indexOf("");
  if (empty >= 0) throw unreadable(`Column ${empty + 1} has no name`, 1);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw unreadable(`Two columns are named "${twice}"`, 1);
  return names;
}

function plainReason(error: CsvError): string {
  switch (error.code) {
    case "CSV_RECORD_INCONSISTENT_COLUMNS":
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
      return "A row has more or fewer cells than the header";
    case "CSV_QUOTE_NOT_CLOSED":
      return "A quoted cell is never closed";
    default:
      return "The file is not valid CSV";
  }
}

function unreadable(message: string, line?: unknown): AppError {
  const details = typeof line === "number" ? { line } : undefined;
  return new AppError(400, "unreadable_file", message, details);
}
