import { readXlsx as openWorkbook, streamXlsxRows } from "hucre/xlsx";
import type { Json } from "../../_db/database.types.ts";
import { AppError } from "../app-error.ts";
import { dateText, numberText } from "../portfolio/cell-text.ts";
import { checkArchive } from "../portfolio/workbook-archive.ts";
import type { Batch, Clock, ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";
import { type Header, headerOf, MAX_CELLS, tableRow, tooManyCells } from "./table-rows.ts";
import { UnreadableFile } from "./unreadable.ts";

const ROWS_PER_BATCH = 1_000;

/** Where the next step reads on: so many of the visible sheets are read, and so many rows of the next. */
interface Place {
  sheet: number;
  rows: number;
  cells: number;
}

interface Sheet {
  name: string;
  index: number;
}

/** The visible sheets of a workbook, row by row, with the values that its formulas were saved with. */
export async function* readXlsx(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  if (from === null) await check(bytes);
  const { sheets, hidden } = await visibleSheets(bytes);
  let place = (from as unknown as Place | null) ?? { sheet: 0, rows: 0, cells: 0 };
  const batchOf = (blocks: Block[], next: Place | null): Batch => ({
    blocks,
    next: next as unknown as Json,
    done: next?.sheet ?? sheets.length,
    total: sheets.length,
    facts: { sheets: sheets.length },
    leftOut: hidden > 0,
  });
  for (const sheet of sheets.slice(place.sheet)) {
    const isLast = place.sheet === sheets.length - 1;
    for await (const { blocks, rows, cells, isDone } of batchesOf(bytes, sheet, place, clock)) {
      place = isDone
        ? { sheet: place.sheet + 1, rows: 0, cells }
        : { sheet: place.sheet, rows, cells };
      yield batchOf(blocks, isDone && isLast ? null : place);
    }
  }
  if (sheets.length === 0) yield batchOf([], null);
}

async function* batchesOf(
  bytes: Uint8Array<ArrayBuffer>,
  sheet: Sheet,
  place: Place,
  clock: Clock,
): AsyncGenerator<{ blocks: Block[]; rows: number; cells: number; isDone: boolean }> {
  let blocks: Block[] = [];
  let rows = 0;
  let cells = place.cells;
  let header: Header | undefined;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: sheet.index })) {
    clock.check();
    const texts = values.map(textOf);
    const isFirst = header === undefined && texts.some((text) => text.trim() !== "");
    if (isFirst) header = headerOf(texts);
    rows += 1;
    if (rows <= place.rows) continue;
    cells += values.length + 1;
    if (cells > MAX_CELLS) throw tooManyCells();
    const text = tableRow(texts, header ?? null, isFirst);
    if (text !== "") {
      const startsSection = isFirst ? { startsSection: true } : {};
      blocks.push({ text, location: { sheet: sheet.name, row: index + 1 }, ...startsSection });
    }
    if (rows % ROWS_PER_BATCH === 0) {
      yield { blocks, rows, cells, isDone: false };
      blocks = [];
    }
  }
  yield { blocks, rows, cells, isDone: true };
}

async function check(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await checkArchive(bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw error.status === 413
      ? new UnreadableFile(
          "too_large",
          "The workbook holds more than is read. Save its sheets apart and upload them.",
        )
      : new UnreadableFile("corrupt");
  }
}

async function visibleSheets(bytes: Uint8Array): Promise<{ sheets: Sheet[]; hidden: number }> {
  const sheets: Sheet[] = [];
  let hidden = 0;
  await openWorkbook(bytes, {
    sheets: (sheet, index) => {
      if (sheet.hidden || sheet.veryHidden) hidden += 1;
      else sheets.push({ name: sheet.name, index });
      return false;
    },
  });
  return { sheets, hidden };
}

function textOf(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === "number") return numberText(value);
  return value === null || value === undefined ? "" : String(value);
}
