import { CsvError, parse } from "csv-parse/sync";
import {
  checkedColumns,
  MAX_CELLS,
  MAX_ROWS,
  noRows,
  type ParsedFile,
  tooManyCells,
  tooManyRows,
  unreadableImport,
} from "./parsed-file.ts";

const PARSER_VERSION = "csv-3";

/**
 * Reads a CSV file: UTF-8 or, where that fails, Windows-1252; comma, semicolon or tab; header first.
 * Line numbers are those of the file, so that a person finds the row in their editor.
 * Throws 400 with the line where the file is broken or past 200 columns, 413 past 20,000 rows.
 */
export function parseCsv(bytes: Uint8Array): ParsedFile {
  // With mixed line ends, even inside cells, line numbers would be wrong.
  const text = decode(bytes).replace(/\r\n?/g, "\n");
  const delimiter = delimiterOf(text);
  if (separatorsIn(text, delimiter) > MAX_CELLS) throw tooManyCells();
  let records: { record: Record<string, string>; info: { lines: number } }[];
  let columns: string[] = [];
  try {
    records = parse(text, {
      bom: true,
      columns: (header: string[]) => {
        columns = checkedColumns(header, 1);
        return columns;
      },
      delimiter,
      info: true,
      relax_column_count: false,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One more row shows that there are too many, without reading the rest of a huge file.
      to: MAX_ROWS + 1,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadableImport(plainReason(error), lineOf(error));
  }
  if (records.length === 0) throw noRows();
  if (records.length > MAX_ROWS) throw tooManyRows();
  return {
    parserVersion: PARSER_VERSION,
    columns,
    rows: records.map(({ record, info }) => ({ line: info.lines, cells: record })),
  };
}

function decode(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw unreadableImport("The file is not text: export it as CSV");
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

/** An upper bound for the number of cells that is fast to compute. Separators within quoted cells count too. */
function separatorsIn(text: string, delimiter: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === delimiter || text[index] === "\n") count += 1;
  }
  return count;
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

function lineOf(error: CsvError): number | undefined {
  const line = error["lines"];
  return typeof line === "number" ? line : undefined;
}
