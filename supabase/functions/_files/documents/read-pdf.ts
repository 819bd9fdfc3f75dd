import { getResolvedPDFJS } from "unpdf";
import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import {
  furnitureOf,
  type Line,
  lineText,
  paragraphsOf,
  type Run,
  withoutFurniture,
} from "./pdf-lines.ts";
import { checkPdfStreams, withoutPictures } from "./pdf-streams.ts";
import { drawingOf, SeenRuns } from "./pdf-unseen.ts";
import type { Batch, ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";

const MAX_PAGES = 2_000;
/** A page of small print has 10,000 letters and takes a few hundredths of a second. */
const MAX_PAGE_TEXT = 200_000;
/** Few enough to fit into a step, and enough to find the lines that pages repeat. */
const PAGES_PER_BATCH = 10;

type PdfParser = Awaited<ReturnType<typeof getResolvedPDFJS>>;
type Pdf = Awaited<ReturnType<PdfParser["getDocument"]>["promise"]>;

/** The position in the file, and the facts about earlier pages that the next step needs. */
interface Position {
  page: number;
  withoutText: number;
  /** Repeated headers and footers. */
  furniture: string[];
}

/** Reads the pages in order. PDF is the only format that can be read from its middle. */
export async function* readPdf(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  let position = (from as unknown as Position | null) ?? { page: 1, withoutText: 0, furniture: [] };
  if (from === null) await checkPdfStreams(bytes, clock);
  const parser = await getResolvedPDFJS();
  const loading = parser.getDocument({
    // The library gets a copy, because it detaches its input.
    data: withoutPictures(bytes),
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Pictures are never decoded, because nothing here uses them.
    maxImageSize: 0,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    const pages = pdf.numPages;
    if (pages === 0) throw new UnreadableFile("empty", "The PDF has no pages.");
    if (pages > MAX_PAGES) throw tooManyPages(pages);
    while (position.page <= pages) {
      const { batch, next } = await readPages(parser, pdf, position, clock);
      yield batch;
      position = next;
    }
  } catch (error) {
    throw isNamed(error, "PasswordException") ? new UnreadableFile("encrypted") : error;
  } finally {
    await loading.destroy();
  }
}

async function readPages(
  parser: PdfParser,
  pdf: Pdf,
  position: Position,
  clock: Clock,
): Promise<{ batch: Batch; next: Position }> {
  const last = Math.min(position.page + PAGES_PER_BATCH - 1, pdf.numPages);
  const pages: { number: number; lines: Line[] }[] = [];
  let hidden = 0;
  let retainsUnseen = false;
  let withoutText = position.withoutText;
  for (let number = position.page; number <= last; number += 1) {
    const page = await linesOf(parser, pdf, number, clock);
    hidden += page.hidden;
    retainsUnseen ||= page.retainsUnseen;
    if (page.lines.length === 0) withoutText += 1;
    pages.push({ number, lines: page.lines });
  }
  const furniture = furnitureOf(
    pages.map(({ lines }) => lines),
    position.furniture,
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
    retainsUnseen,
  };
  return { batch, next };
}

type Item = Extract<
  Awaited<ReturnType<Awaited<ReturnType<Pdf["getPage"]>>["getTextContent"]>>["items"][number],
  { str: string }
>;

/** The visible lines of a page. The parser itself leaves out text outside the page. */
async function linesOf(parser: PdfParser, pdf: Pdf, number: number, clock: Clock) {
  const lines: Line[] = [];
  let runs: Run[] = [];
  let line: Line | undefined;
  let hidden = 0;
  const page = await pdf.getPage(number);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const margin = (top - bottom) * MARGIN;
  const endLine = () => {
    const text = lineText(runs);
    runs = [];
    if (line && text.trim() !== "") lines.push({ ...line, text });
    line = undefined;
  };
  try {
    const items = await itemsOf(page, clock);
    if (items.every(({ str }) => str.trim() === "")) return { lines, hidden, retainsUnseen: false };
    const visible = new SeenRuns(
      await drawingOf(page, number, [left, bottom, right, top], parser.OPS),
    );
    for (const { str, dir, transform, hasEOL } of items) {
      const [, , c = 0, d = 0, x = 0, y = 0] = transform as number[];
      const height = Math.hypot(c, d);
      const isRightToLeft = dir === "rtl";
      const text = parser.normalizeUnicode(visible.take(str, isRightToLeft));
      if (text.trim() === "" || height >= TINY) {
        const isMargin = y > top - margin || y < bottom + margin;
        line ??= { text: "", x, y, height: 0, isMargin };
        runs.push({ text, x, isRightToLeft });
        if (text.trim() !== "") line.height = Math.max(line.height, height);
      } else hidden += text.trim().length;
      if (hasEOL) endLine();
    }
    endLine();
    return { lines, hidden: hidden + visible.hidden, retainsUnseen: visible.retainsUnseen };
  } finally {
    page.cleanup();
  }
}

async function itemsOf(page: Awaited<ReturnType<Pdf["getPage"]>>, clock: Clock): Promise<Item[]> {
  const items: Item[] = [];
  const pageClock = clock.ofPage();
  let size = 0;
  // Letters as the page draws them; ligatures are split later.
  const reader = page.streamTextContent({ disableNormalization: true }).getReader();
  try {
    for (;;) {
      clock.check();
      pageClock.check();
      const { done, value } = await reader.read();
      if (done) return items;
      for (const item of value.items as Item[]) {
        if (!("str" in item)) continue;
        size += item.str.length;
        if (size > MAX_PAGE_TEXT) throw tooFullPage(page.pageNumber);
        items.push(item);
      }
    }
  } finally {
    // This also stops a page that has no end.
    await reader.cancel(new Error("read")).catch(() => {});
  }
}

/** Letters up to this size, in points, are invisible. */
const TINY = 1;
/** A share of a page's height. */
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
    `Page ${page} of the PDF has too much text for one page. Save it again in a simpler form.`,
  );
}
