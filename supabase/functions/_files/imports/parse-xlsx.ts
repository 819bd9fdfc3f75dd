import { readXlsx, streamXlsxRows } from "hucre/xlsx";
import { AppError } from "../../_domain/app-error.ts";
import type { SourceRow } from "../../_domain/portfolio/import-rows.ts";
import { dateText, numberText } from "../cell-text.ts";
import {
  checkedColumns,
  MAX_CELLS,
  MAX_ROWS,
  noRows,
  type ParsedFile,
  tooManyCells,
  tooManyRows,
  unreadable,
} from "./parsed-file.ts";
import { brokenWorkbook, checkArchive, workbookTooLarge } from "./workbook-archive.ts";

const PARSER_VERSION = "xlsx-2";
/** A string may stand once in the file and in every cell; the file's size says nothing about that. */
const MAX_TEXT = 20_000_000;
const MAX_MS = 15_000;

/**
 * Reads one sheet of a workbook: the first row that is not blank names the columns, formulas give the
 * result they were saved with, of merged cells only the first has a value. A row's line is its number in
 * the sheet. Throws 400 when the workbook cannot be read, 413 past the limits.
 */
export async function parseXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  wanted?: string,
): Promise<ParsedFile> {
  await checkArchive(bytes);
  const sheets = await damagedUnlessReadable(() => visibleSheets(bytes));
  const sheet = wanted ?? sheets[0];
  if (sheet === undefined) throw unreadable("The workbook has no visible sheet");
  if (!sheets.includes(sheet)) {
    throw new AppError(400, "unknown_sheet", `The workbook has no sheet "${sheet}"`, { sheets });
  }
  const table = new Table();
  await damagedUnlessReadable(async () => {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      table.add(index + 1, values);
    }
  });
  if (table.rows.length === 0) throw noRows();
  return {
    parserVersion: PARSER_VERSION,
    columns: table.columns.filter((name) => name !== ""),
    rows: table.rows,
    sheets,
    sheet,
  };
}

/** What the library throws at a file that is none of its kind is no fault of ours. */
async function damagedUnlessReadable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof AppError ? error : brokenWorkbook();
  }
}

async function visibleSheets(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  return names;
}

/** The rows of a sheet as they come, within the limits. */
class Table {
  columns: string[] = [];
  readonly rows: SourceRow[] = [];
  #line = 0;
  #cells = 0;
  #text = 0;
  readonly #end = performance.now() + MAX_MS;

  add(line: number, values: unknown[]): void {
    if (!Number.isSafeInteger(line) || line <= this.#line) throw brokenWorkbook();
    this.#line = line;
    // Rows without a cell take their time too.
    this.#cells += values.length + 1;
    if (this.#cells > MAX_CELLS) throw tooManyCells();
    const texts = values.map(textOf);
    const filled = texts.findLastIndex((text) => text.trim() !== "") + 1;
    if (filled === 0) return;
    this.#text += texts.reduce((sum, text) => sum + text.length, 0);
    if (this.#text > MAX_TEXT || performance.now() > this.#end) throw workbookTooLarge();
    if (this.columns.length === 0) this.columns = namesOf(texts.slice(0, filled), line);
    else this.#addRow(line, texts.slice(0, filled));
  }

  #addRow(line: number, texts: string[]): void {
    if (this.rows.length === MAX_ROWS) throw tooManyRows();
    const nameless = texts.findIndex((text, index) => text.trim() !== "" && !this.columns[index]);
    if (nameless >= 0) {
      throw unreadable(`Column ${letters(nameless)} has a cell in row ${line}, but no name`, line);
    }
    const cells = this.columns.flatMap((name, index) => (name ? [[name, texts[index] ?? ""]] : []));
    this.rows.push({ line, cells: Object.fromEntries(cells) });
  }
}

/** Names of the columns; empty for one without, which may stand between others for looks. */
function namesOf(header: string[], line: number): string[] {
  const names = checkedColumns(
    header.filter((name) => name.trim() !== ""),
    line,
  );
  return header.map((name) => (name.trim() === "" ? "" : (names.shift() ?? "")));
}

function textOf(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === "number") return numberText(value);
  return value === null || value === undefined ? "" : String(value);
}

/** The letters of a column as spreadsheets count: A to Z, AA, AB. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
