import { getResolvedPDFJS } from "unpdf";
import type { Json } from "../../_db/database.types.ts";
import {
  furnitureOf,
  type Line,
  lineText,
  paragraphsOf,
  type Run,
  withoutFurniture,
} from "./pdf-lines.ts";
import { checkPdfStreams } from "./pdf-streams.ts";
import type { Batch, Clock, ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";
import { UnreadableFile } from "./unreadable.ts";

const MAX_PAGES = 2_000;
/** A page of small print has 10,000 letters and takes a few hundredths of a second. */
const MAX_PAGE_TEXT = 200_000;
const MAX_PAGE_MS = 5_000;
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

/** The lines of a page that can be seen. What lies beside the page is left out by the parser itself. */
async function linesOf(pdf: Pdf, number: number, clock: Clock) {
  const lines: Line[] = [];
  let runs: Run[] = [];
  let line: Line | undefined;
  let hidden = 0;
  let size = 0;
  const page = await pdf.getPage(number);
  const [, bottom = 0, , top = 0] = page.view;
  const margin = (top - bottom) * MARGIN;
  const endLine = () => {
    const text = lineText(runs);
    runs = [];
    if (line && text.trim() !== "") lines.push({ ...line, text });
    line = undefined;
  };
  const reader = page.streamTextContent().getReader();
  const pageClock = new Clock(MAX_PAGE_MS);
  try {
    for (;;) {
      clock.check();
      pageClock.check();
      const { done, value } = await reader.read();
      if (done) break;
      for (const item of value.items) {
        if (!("str" in item)) continue;
        const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
        const height = Math.hypot(c, d);
        size += item.str.length;
        if (size > MAX_PAGE_TEXT) throw tooFullPage(number);
        if (item.str.trim() === "" || height >= TINY) {
          const isMargin = y > top - margin || y < bottom + margin;
          line ??= { text: "", x, y, height: 0, isMargin };
          runs.push({ text: item.str, x, isRightToLeft: item.dir === "rtl" });
          if (item.str.trim() !== "") line.height = Math.max(line.height, height);
        } else hidden += item.str.trim().length;
        if (item.hasEOL) endLine();
      }
    }
  } finally {
    // Also stops a page that goes on and on.
    await reader.cancel(new Error("read")).catch(() => {});
    page.cleanup();
  }
  endLine();
  return { lines, hidden };
}

/** Of letters nobody can see, in points. */
const TINY = 1;
/** Of a page's height. */
const MARGIN = 0.085;

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

function tooManyPages(pages: number): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    `The PDF has ${pages} pages, more than ${MAX_PAGES}. Split it and upload the parts.`,
  );
}

function tooFullPage(page: number): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    `Page ${page} of the PDF holds more text than a page has. Save it again in a simpler form.`,
  );
}
