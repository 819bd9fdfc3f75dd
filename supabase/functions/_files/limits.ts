import { UnreadableFile } from "./unreadable.ts";

/** The maximum number of characters in a file. */
export const MAX_TEXT = 5_000_000;

/** The time limit of a step. */
export class Clock {
  readonly #end: number;
  readonly #pageMs: number;

  constructor(ms: number, pageMs = ms) {
    this.#end = performance.now() + ms;
    this.#pageMs = pageMs;
  }

  /** The time limit of the page that begins now. */
  ofPage(): Clock {
    return new Clock(this.#pageMs);
  }

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** Call it in every loop over a file's content. */
  check(): void {
    if (this.isOver) {
      throw new UnreadableFile(
        "too_large",
        "The file takes too long to read. Save it again in a simpler form, or split it.",
      );
    }
  }
}

export function tooMuchText(): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    "The file has more than 5 million characters of text. Split it and upload the parts.",
  );
}
