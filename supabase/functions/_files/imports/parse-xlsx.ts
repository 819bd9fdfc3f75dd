import { AppError } from "../../_domain/app-error.ts";
import type { SourceRow } from "../../_domain/portfolio/import-rows.ts";
import { Clock } from "../limits.ts";
import { OfficeArchive } from "../office-archive.ts";
import { UnreadableFile } from "../unreadable.ts";
import { openBook } from "../workbook/book.ts";
import { type CellOptions, SheetRows } from "../workbook/rows.ts";
import { BadArchive, partsOf } from "../zip-archive.ts";
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

const PARSER_VERSION = "xlsx-2";
/** A string that is stored once may occur in every cell, so the size of the file does not limit the text. */
const MAX_TEXT = 20_000_000;
const MAX_MS = 30_000;
/**
 * Limits for the inflated size of all parts, and of each part that is not a sheet, the table of strings or a picture.
 */
const MAX_INFLATED_BYTES = 60_000_000;
const MAX_PART_BYTES = 8_000_000;
const OPTIONS: CellOptions = { as: "stored", maxCells: MAX_CELLS, tooMany: tooManyCells };

/**
 * Reads one sheet of a workbook: the first row that is not blank names the columns, formulas give the
 * result they were saved with, and only the first of merged cells has a value. A row's line is its number in
 * the sheet. Throws 400 when the workbook cannot be read, 413 past the limits.
 */
export async function parseXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  sheet?: string,
): Promise<ParsedFile> {
  try {
    checkParts(bytes);
    return await readSheet(new OfficeArchive(bytes, new Clock(MAX_MS)), sheet);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isLarge =
      (error instanceof BadArchive || error instanceof UnreadableFile) &&
      reasonOf(error) === "too_large";
    // Any exception of a parser is the file's fault.
    throw isLarge ? workbookTooLarge() : brokenWorkbook();
  }
}

function reasonOf(error: BadArchive | UnreadableFile): string {
  return error instanceof BadArchive ? error.reason : error.code;
}

/** Refuses an archive that no spreadsheet program writes, by the sizes in its directory; the reader verifies them. */
function checkParts(bytes: Uint8Array<ArrayBuffer>): void {
  const parts = partsOf(bytes);
  const inflatedBytes = parts.reduce((sum, { size }) => sum + size, 0);
  const isLarge = parts.some(({ name, size }) => size > MAX_PART_BYTES && !mayBeLarge(name));
  if (inflatedBytes > MAX_INFLATED_BYTES || isLarge) throw new BadArchive("too_large");
  if (!parts.some(({ name }) => name === "[Content_Types].xml")) throw new BadArchive("broken");
}

/** Most of a workbook is sheets and their strings. */
function mayBeLarge(name: string): boolean {
  return /(^|\/)(worksheets\/[^/]+|sharedStrings\.xml|media\/[^/]+)$/i.test(name);
}

async function readSheet(archive: OfficeArchive, name?: string): Promise<ParsedFile> {
  const book = await openBook(archive);
  const sheets = book.sheets.map(({ name }) => name);
  const sheet = name ?? sheets[0];
  if (sheet === undefined) throw unreadableImport("The workbook has no visible sheet");
  const sheetIndex = sheets.indexOf(sheet);
  const part = book.sheets[sheetIndex]?.part;
  if (part === undefined) {
    throw new AppError(400, "unknown_sheet", `The workbook has no sheet "${sheet}"`, { sheets });
  }
  const rows = new SheetRows(book, sheetIndex, OPTIONS);
  const table = new Table();
  const isThere = await archive.parse(part, {
    open: (name, attributes) => rows.open(name, attributes),
    text: (text) => rows.text(text),
    close(name, at) {
      rows.close(name, at);
      if (name !== "row") return;
      for (const { number, cells } of rows.take(1)) table.add(number, cells);
    },
  });
  if (!isThere) throw brokenWorkbook();
  if (table.rows.length === 0) throw noRows();
  return {
    parserVersion: PARSER_VERSION,
    columns: table.columns.filter((name) => name !== ""),
    rows: table.rows,
    sheets,
    sheet,
  };
}

/** The rows of a sheet as they come, within the limits. */
class Table {
  columns: string[] = [];
  readonly rows: SourceRow[] = [];
  #line = 0;
  #text = 0;

  add(line: number, cells: string[]): void {
    if (line <= this.#line) throw brokenWorkbook();
    this.#line = line;
    // The array is sparse: thousands of cells may be missing between two others.
    const texts = Array.from(cells, (text) => text ?? "");
    const width = texts.findLastIndex((text) => text.trim() !== "") + 1;
    if (width === 0) return;
    this.#text += texts.reduce((sum, text) => sum + text.length, 0);
    if (this.#text > MAX_TEXT) throw workbookTooLarge();
    if (this.columns.length === 0) this.columns = namesOf(texts.slice(0, width), line);
    else this.#addRow(line, texts.slice(0, width));
  }

  #addRow(line: number, texts: string[]): void {
    if (this.rows.length === MAX_ROWS) throw tooManyRows();
    const nameless = texts.findIndex((text, index) => text.trim() !== "" && !this.columns[index]);
    if (nameless >= 0) {
      throw unreadableImport(
        `Column ${letters(nameless)} has a cell in row ${line}, but no name`,
        line,
      );
    }
    const cells = this.columns.flatMap((name, index) => (name ? [[name, texts[index] ?? ""]] : []));
    this.rows.push({ line, cells: Object.fromEntries(cells) });
  }
}

/** The column names; empty for a column without one, which may be a spacer. */
function namesOf(header: string[], line: number): string[] {
  const names = checkedColumns(
    header.filter((name) => name.trim() !== ""),
    line,
  );
  return header.map((name) => (name.trim() === "" ? "" : (names.shift() ?? "")));
}

/** The letters of a column as spreadsheets count: A to Z, AA, AB. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

function brokenWorkbook(): AppError {
  return unreadableImport("The workbook is damaged: save it again as .xlsx");
}

function workbookTooLarge(): AppError {
  return new AppError(
    413,
    "workbook_too_large",
    "The workbook is larger than an import can read. Save the sheet alone, or split it",
  );
}
