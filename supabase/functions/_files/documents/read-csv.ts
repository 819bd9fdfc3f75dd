import { CsvError, parse } from "csv-parse/sync";
import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import { decodeText } from "./decode-text.ts";
import { type Batch, inBatches, type ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";
import { type Header, headerOf, MAX_CELLS, tableRow, tooManyCells } from "./table-rows.ts";

/** A table: each row with the names of its columns, and its line in the file. */
export async function* readCsv(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const text = decodeText(bytes);
  const delimiter = delimiterOf(text);
  if (separatorsIn(text, delimiter) > MAX_CELLS) throw tooManyCells();
  const blocks: Block[] = [];
  let header: Header | undefined;
  for (const { record, info } of recordsOf(text, delimiter)) {
    clock.check();
    const line = info.lines - record.join("").split("\n").length + 1;
    header ??= headerOf(record);
    const block = tableRow(record, header, blocks.length === 0);
    if (block !== "") blocks.push({ text: block, location: { row: line } });
  }
  yield* inBatches(blocks, from);
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function recordsOf(text: string, delimiter: string): CsvRecord[] {
  const options = {
    bom: true,
    delimiter,
    info: true as const,
    relax_column_count: true,
    skip_empty_lines: true,
  };
  try {
    return parse(text, { ...options, relax_quotes: true }) as unknown as CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    try {
      // Unclosed quotes are ordinary characters.
      return parse(text, { ...options, quote: null }) as unknown as CsvRecord[];
    } catch {
      throw new UnreadableFile("corrupt");
    }
  }
}

/** The separator that the first lines contain most often. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 5000);
  const counts = [",", ";", "\t", "|"].map((sign) => start.split(sign).length);
  return [",", ";", "\t", "|"][counts.indexOf(Math.max(...counts))] as string;
}

function separatorsIn(text: string, delimiter: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === delimiter || text[index] === "\n") count += 1;
  }
  return count;
}
