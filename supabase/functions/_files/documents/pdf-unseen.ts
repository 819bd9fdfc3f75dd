import { Clock } from "../limits.ts";
import { BLANK, type Box, Drawing, type Operators } from "./pdf-drawing.ts";

/** Far more than a page of text needs. Maps and plans have more. */
const MAX_OPERATORS = 50_000;
const MAX_MS = 5_000;
/** On the page of a scan, pictures cover at least this share, and at least this share of its letters is invisible. */
const MOSTLY_PICTURE = 0.5;
const MOSTLY_UNSEEN = 0.8;
/** How many letters ahead a run is searched for. */
const WINDOW = 20_000;

interface OperatorChunk {
  fnArray: number[];
  argsArray: (unknown[] | null)[];
}

/** A page of the parser with an undocumented part: its operators as a stream. */
interface OperatorSource {
  _transport: {
    messageHandler: {
      sendWithStream(name: string, what: object): ReadableStream<OperatorChunk>;
    };
  };
}

/** The parser's flags: render for display, without annotations, and return only the operators. */
const INTENT = 0x02 | 0x40 | 0x100;

/**
 * How a page draws its letters; null if it is too complex. The parser's own getOperatorList collects all operators
 * first, and a crafted page can have any number, so this reads them as a stream, up to a limit.
 */
export async function drawingOf(
  page: object,
  number: number,
  box: Box,
  ops: Operators,
): Promise<Drawing | null> {
  const drawing = new Drawing(ops, box);
  const reader = (page as OperatorSource)._transport.messageHandler
    .sendWithStream("GetOperatorList", {
      pageId: number - 1,
      pageIndex: number - 1,
      intent: INTENT,
      cacheKey: "letters",
      annotationStorage: null,
      modifiedIds: null,
    })
    .getReader();
  const clock = new Clock(MAX_MS);
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return drawing;
      count += value.fnArray.length;
      if (count > MAX_OPERATORS || clock.isOver) return null;
      for (const [index, operator] of value.fnArray.entries()) {
        drawing.draw(operator, value.argsArray[index] ?? null);
      }
    }
  } finally {
    await reader.cancel(new Error("read")).catch(() => {});
  }
}

/** Removes letters that cannot be seen from the runs of a page. The runs come in drawing order. */
export class SeenRuns {
  /** Letters that were left out. */
  hidden = 0;
  /** Whether letters that may be invisible stay in the text. */
  retainsUnseen = false;
  readonly #drawing: Drawing | null;
  readonly #letters: string;
  readonly #keepsAll: boolean;
  #next = 0;

  constructor(drawing: Drawing | null) {
    this.#drawing = drawing;
    this.#letters = drawing?.letters.join("") ?? "";
    const unseenCount = drawing?.unseen.filter((isUnseen) => isUnseen).length ?? 0;
    // The recognized text of a scan is invisible, but it is the only text of the page.
    const isScan =
      drawing !== null &&
      drawing.pictured >= MOSTLY_PICTURE &&
      unseenCount >= this.#letters.length * MOSTLY_UNSEEN;
    this.retainsUnseen = drawing === null || (isScan && unseenCount > 0);
    this.#keepsAll = unseenCount === 0 || isScan;
  }

  take(text: string, isRightToLeft: boolean): string {
    if (this.#keepsAll || !this.#drawing) return text;
    const letters = text.replace(BLANK, "");
    if (letters === "") return text;
    const at = this.#find(letters, isRightToLeft);
    if (at === undefined) {
      this.retainsUnseen = true;
      return text;
    }
    this.#next = at + letters.length;
    const unseen = this.#drawing.unseen.slice(at, this.#next);
    const count = unseen.filter((isUnseen) => isUnseen).length;
    if (count === 0) return text;
    const isPartly = count < letters.length && !isRightToLeft;
    this.hidden += isPartly ? count : letters.length;
    if (!isPartly) return "";
    let unit = 0;
    return text.replace(/[^\s\p{Cf}]/gu, (letter) => {
      const isUnseen = unseen[unit];
      unit += letter.length;
      return isUnseen ? "" : letter;
    });
  }

  #find(letters: string, isRightToLeft: boolean): number | undefined {
    const forms = isRightToLeft ? [[...letters].reverse().join(""), letters] : [letters];
    for (const form of forms) {
      if (this.#letters.startsWith(form, this.#next)) return this.#next;
    }
    const window = this.#letters.slice(this.#next, this.#next + WINDOW);
    const positions = forms.map((form) => window.indexOf(form)).filter((position) => position >= 0);
    return positions.length === 0 ? undefined : this.#next + Math.min(...positions);
  }
}
