import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { OfficeArchive, type XmlPosition } from "../office-archive.ts";
import { type Book, openBook } from "../workbook/book.ts";
import { type CellOptions, type SheetRow, SheetRows } from "../workbook/rows.ts";
import type { Batch, ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";
import { type Header, headerOf, MAX_CELLS, tableRow, tooManyCells } from "./table-rows.ts";

const ROWS_PER_BATCH = 1_000;
const OPTIONS: CellOptions = { as: "shown", maxCells: MAX_CELLS, tooMany: tooManyCells };

/**
 * The position at which the next step continues: the index of the visible sheet, the last row that was read, and the
 * header.
 */
interface Position {
  sheet: number;
  row: number;
  cells: number;
  header?: Header;
  at?: XmlPosition;
}

/** Reads the visible sheets of a workbook row by row, with the saved results of its formulas. */
export async function* readXlsx(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const archive = new OfficeArchive(bytes, clock);
  const book = await openBook(archive);
  const count = book.sheets.length;
  const facts = { sheets: count };
  let position = (from as unknown as Position | null) ?? { sheet: 0, row: 0, cells: 0 };
  while (position.sheet < count) {
    for await (const { blocks, next, hidden } of batchesOf(archive, book, position, clock)) {
      position = next;
      yield {
        blocks,
        next: next.sheet < count ? (next as unknown as Json) : null,
        done: next.sheet,
        total: count,
        facts,
        hidden,
        leftOut: book.hidden > 0,
      };
    }
  }
  if (count === 0) yield { blocks: [], next: null, done: 0, total: 0, facts };
}

/** The blocks of the rest of a sheet, in batches. */
async function* batchesOf(
  archive: OfficeArchive,
  book: Book,
  { sheet, row, cells, header, at }: Position,
  clock: Clock,
): AsyncGenerator<{ blocks: Block[]; next: Position; hidden: number }> {
  const { name = "", part = "" } = book.sheets[sheet] ?? {};
  const rows = new SheetRows(book, sheet, OPTIONS, { row, cells });
  const table = new Table(name, header);
  for await (const _ of archive.parsing(part, rows, at)) {
    clock.check();
    while (rows.rows.length > ROWS_PER_BATCH) {
      const sheetRows = rows.take(ROWS_PER_BATCH);
      const last = sheetRows.at(-1) as SheetRow;
      const blocks = table.blocksOf(sheetRows);
      const next = { sheet, row: last.number, cells: last.cellsSoFar, at: last.end };
      yield { blocks, next: { ...next, ...table.known }, hidden: hiddenIn(sheetRows) };
    }
  }
  const sheetRows = rows.take(Number.POSITIVE_INFINITY);
  const next = { sheet: sheet + 1, row: 0, cells: rows.cells };
  yield { blocks: table.blocksOf(sheetRows), next, hidden: hiddenIn(sheetRows) };
}

const hiddenIn = (rows: SheetRow[]) => rows.reduce((sum, { hidden }) => sum + hidden, 0);

/** Rows as text; the first row that is not empty names their columns. */
class Table {
  readonly #sheet: string;
  #header: Header | undefined;

  constructor(sheet: string, header: Header | undefined) {
    this.#sheet = sheet;
    this.#header = header;
  }

  get known(): { header?: Header } {
    return this.#header === undefined ? {} : { header: this.#header };
  }

  blocksOf(rows: SheetRow[]): Block[] {
    return rows.flatMap(({ number, cells }) => {
      const isFirst = this.#header === undefined && cells.some((cell) => cell.trim() !== "");
      if (isFirst) this.#header = headerOf(cells);
      const text = tableRow(cells, this.#header ?? null, isFirst);
      if (text === "") return [];
      const location = { sheet: this.#sheet, row: number };
      return [{ text, location, ...(isFirst ? { startsSection: true } : {}) }];
    });
  }
}
