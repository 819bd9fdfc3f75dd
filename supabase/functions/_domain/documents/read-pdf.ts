import { getResolvedPDFJS } from "unpdf";
import type { Json } from "../../_db/database.types.ts";
import { tooMuchText } from "./decode-text.ts";
import { furnitureOf, type Line, paragraphsOf, withoutFurniture } from "./pdf-lines.ts";
import { checkPdfStreams } from "./pdf-streams.ts";
import { type Batch, type Clock, MAX_TEXT, type ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";
import { UnreadableFile } from "./unreadable.ts";

const MAX_PAGES = 2_000;
/** Few enough for a step, and enough to see which lines every page repeats. */
const PAGES_PER_BATCH = 10;

type Pdf = Awaited<
  ReturnType<Awaited<ReturnType<typeof getResolvedPDFJS>>["getDocument"]>["promise"]
>;

/** What the next step must know of the pages before. */
interface Place {
  page: number;
  withoutText: number;
  /** Heads and feet that pages repeat. */
  furniture: string[];
}

/** Pages in turn; a PDF is the one format that can be read from its middle. */
export async function* readPdf(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  let place = (from as unknown as Place | null) ?? { page: 1, withoutText: 0, furniture: [] };
  if (from === null) await checkPdfStreams(bytes, clock);
  const { getDocument } = await getResolvedPDFJS();
  const loading = getDocument({
    // The library takes what it is given away.
    data: bytes.slice(),
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Pictures are never decoded: nobody looks at them here.
    maxImageSize: 0,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    const pages = pdf.numPages;
    if (pages === 0) throw new UnreadableFile("empty", "The PDF has no pages.");
    if (pages > MAX_PAGES) throw tooManyPages(pages);
    while (place.page <= pages) {
      const { batch, next } = await readPages(pdf, place, clock);
      yield batch;
      place = next;
    }
  } catch (error) {
    throw isNamed(error, "PasswordException") ? new UnreadableFile("encrypted") : error;
  } finally {
    await loading.destroy();
  }
}

async function readPages(
  pdf: Pdf,
  place: Place,
  clock: Clock,
): Promise<{ batch: Batch; next: Place }> {
  const last = Math.min(place.page + PAGES_PER_BATCH - 1, pdf.numPages);
  const pages: { number: number; lines: Line[] }[] = [];
  let hidden = 0;
  let withoutText = place.withoutText;
  for (let number = place.page; number <= last; number += 1) {
    const page = await linesOf(pdf, number, clock);
    hidden += page.hidden;
    if (page.lines.length === 0) withoutText += 1;
    pages.push({ number, lines: page.lines });
  }
  const furniture = furnitureOf(
    pages.map(({ lines }) => lines),
    place.furniture,
  );
  const blocks: Block[] = pages.flatMap(({ number, lines }) =>
    paragraphsOf(withoutFurniture(lines, furniture)).map((paragraph) => ({
      ...paragraph,
      location: { page: number },
    })),
  );
  const next = { page: last + 1, withoutText, furniture };
  const batch = {
    blocks,
    next: last === pdf.numPages ? null : (next as unknown as Json),
    done: last,
    total: pdf.numPages,
    facts: { pages: pdf.numPages, ...(withoutText > 0 ? { pages_without_text: withoutText } : {}) },
    hidden,
  };
  return { batch, next };
}

/** The visible lines of a page, as far as its text goes; a page that is broken has none. */
async function linesOf(pdf: Pdf, number: number, clock: Clock) {
  const lines: Line[] = [];
  let line: Line | undefined;
  let hidden = 0;
  let size = 0;
  const page = await pdf.getPage(number);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const reader = page.streamTextContent().getReader();
  try {
    for (;;) {
      clock.check();
      const { done, value } = await reader.read();
      if (done) break;
      for (const item of value.items) {
        if (!("str" in item)) continue;
        const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
        const height = Math.hypot(c, d);
        size += item.str.length;
        if (size > MAX_TEXT) throw tooMuchText();
        const isOutside = x > right || y > top || x + item.width < left || y + height < bottom;
        if (item.str.trim() !== "" && (isOutside || height < TINY)) {
          hidden += item.str.trim().length;
          continue;
        }
        line ??= { text: "", x, y, height: 0 };
        line.text += item.str;
        if (item.str.trim() !== "") line.height = Math.max(line.height, height);
        if (item.hasEOL) {
          lines.push(line);
          line = undefined;
        }
      }
    }
  } finally {
    // Also stops a page that goes on and on.
    await reader.cancel(new Error("read")).catch(() => {});
    page.cleanup();
  }
  if (line) lines.push(line);
  return { lines: lines.filter(({ text }) => text.trim() !== ""), hidden };
}

/** Of letters nobody can see, in points. */
const TINY = 1;

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

function tooManyPages(pages: number): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    `The PDF has ${pages} pages, more than ${MAX_PAGES}. Split it and upload the parts.`,
  );
}
