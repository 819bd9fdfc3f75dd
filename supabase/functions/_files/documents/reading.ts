import type { Enums, Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import type { Block } from "./split.ts";

export type DocumentKind = Enums<"document_kind">;

export interface ReadableFile {
  bytes: Uint8Array<ArrayBuffer>;
  kind: DocumentKind;
  title: string;
}

/**
 * A batch of a file's text. The same position always gives the same blocks, regardless of how the work is divided
 * into steps.
 */
export interface Batch {
  blocks: Block[];
  /** Where the next batch begins; null after the last. */
  next: Json | null;
  /** The file's units (pages, slides, rows, blocks): how many are read, and how many there are. */
  done: number;
  total: number | null;
  facts?: { pages?: number; slides?: number; sheets?: number; pages_without_text?: number };
  /** Characters left out because a reader of the file does not see them. */
  hidden?: number;
  /** Whether text was skipped because the file hides it, such as a hidden sheet. */
  leftOut?: boolean;
  /**
   * Whether the text includes something that a reader of the file may not see, such as the result of text recognition
   * in a scan.
   */
  retainsUnseen?: boolean;
}

/** Reads a file from a position on. For any bytes, it throws nothing but UnreadableFile. */
export type Reader = (file: ReadableFile, from: Json | null, clock: Clock) => AsyncGenerator<Batch>;

const BATCH_TEXT = 150_000;

/** Batches of blocks from a file that is parsed as a whole; the cursor is the number of a block. */
export function* inBatches(
  blocks: Block[],
  from: Json | null,
  rest: Pick<Batch, "facts" | "hidden" | "leftOut"> = {},
): Generator<Batch> {
  let start = typeof from === "number" ? from : 0;
  do {
    let end = start;
    let size = 0;
    while (end < blocks.length && size < BATCH_TEXT) size += blocks[end++]?.text.length ?? 0;
    yield {
      blocks: blocks.slice(start, end),
      next: end < blocks.length ? end : null,
      done: end,
      total: blocks.length,
      // Reported once, with the first blocks.
      ...(start === 0 ? rest : {}),
    };
    start = end;
  } while (start < blocks.length);
}

/** The headings above a position, outermost first. */
export class Headings {
  readonly #open: { level: number; text: string }[] = [];

  add(level: number, text: string): void {
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    this.#open.push({ level, text: shortLine(text, 120) });
  }

  get location(): { heading?: string } {
    const heading = this.#open.map(({ text }) => text).join(" › ");
    return heading === "" ? {} : { heading: shortLine(heading, 300) };
  }
}

/** One line that can be stored: without zeros, and cut between letters. */
export function shortLine(text: string, max: number): string {
  const line = text.replace(/[\s\0]+/gu, " ").trim();
  if (line.length <= max) return line;
  return `${line
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
