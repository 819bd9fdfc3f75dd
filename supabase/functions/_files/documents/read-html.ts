import { Parser } from "htmlparser2";
import type { Json } from "../../_schema/database.types.ts";
import type { Clock } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";
import { decodeText } from "./decode-text.ts";
import { hasBackground, isHiddenElement, isWhite, pageStyles } from "./html-hidden.ts";
import { type Batch, Headings, inBatches, type ReadableFile } from "./reading.ts";
import type { Block } from "./split.ts";

const MAX_DEPTH = 500;
const CHUNK = 65_536;

const NOT_SHOWN = new Set(
  "script style noscript template svg iframe object embed audio video canvas head datalist".split(
    " ",
  ),
);
const BLOCKS = new Set(
  "p div section article main aside header footer nav form fieldset address blockquote pre li ul ol dl dt dd table caption thead tbody tfoot tr figure figcaption details summary hr body html option legend title h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** A web page: its headings with their text, without scripts, styles and hidden parts. */
export async function* readHtml(
  { bytes }: ReadableFile,
  from: Json | null,
  clock: Clock,
): AsyncGenerator<Batch> {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const charset = /<meta\b[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(start)?.[1];
  const { blocks, hidden } = htmlBlocks(decodeText(bytes, charset), clock);
  yield* inBatches(blocks, from, { hidden });
}

interface Element {
  isShown: boolean;
  isHidden: boolean;
  isWhite: boolean;
  isColored: boolean;
  isPreformatted: boolean;
}

export function htmlBlocks(html: string, clock: Clock): { blocks: Block[]; hidden: number } {
  const page = new Page(html);
  const parser = new Parser(page, { decodeEntities: true });
  // The page is parsed in parts, so that the clock can stop one that keeps the parser busy.
  for (let at = 0; at < html.length; at += CHUNK) {
    clock.check();
    parser.write(html.slice(at, at + CHUNK));
  }
  parser.end();
  page.endBlock();
  return page;
}

const ROOT: Element = {
  isShown: true,
  isHidden: false,
  isWhite: false,
  isColored: false,
  isPreformatted: false,
};

class Page {
  readonly blocks: Block[] = [];
  hidden = 0;
  readonly #styles;
  readonly #headings = new Headings();
  readonly #open: Element[] = [];
  #text = "";
  /** The separator that is written before the next cell with text. */
  #bar = "";
  #isFilled = false;

  constructor(html: string) {
    this.#styles = pageStyles(html);
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#open.length >= MAX_DEPTH) throw new UnreadableFile("corrupt");
    const outer = this.#open.at(-1) ?? ROOT;
    const isColored = outer.isColored || this.#styles.mayColor || hasBackground(attributes);
    this.#open.push({
      // The title is the only visible part of a page's head.
      isShown: name === "title" || (outer.isShown && !NOT_SHOWN.has(name)),
      isHidden: outer.isHidden || isHiddenElement(attributes, this.#styles),
      isWhite: (outer.isWhite || isWhite(attributes)) && !colors(attributes),
      isColored,
      isPreformatted: outer.isPreformatted || name === "pre" || name === "textarea",
    });
    if (name === "br") this.#add("\n");
    else if ((name === "td" || name === "th") && this.#isFilled) this.#bar = " | ";
    else if (BLOCKS.has(name)) this.endBlock();
  }

  ontext(text: string): void {
    const element = this.#open.at(-1) ?? ROOT;
    if (!element.isShown) return;
    if (element.isHidden || (element.isWhite && !element.isColored)) {
      this.hidden += text.trim().length;
      return;
    }
    this.#add(element.isPreformatted ? text : text.replace(/\s+/g, " "));
  }

  #add(text: string): void {
    const isFilled = text.trim() !== "";
    if (this.#bar !== "" && !isFilled) return;
    this.#text += this.#bar + text;
    this.#bar = "";
    this.#isFilled ||= isFilled;
  }

  /** Returns the text of the current block, and begins a new one. */
  #take(): string {
    const text = this.#text.trim();
    this.#text = "";
    this.#bar = "";
    this.#isFilled = false;
    return text;
  }

  onclosetag(name: string): void {
    this.#open.pop();
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) this.#endHeading(Number(level));
    else if (name === "title") this.#endHeading(undefined);
    else if (BLOCKS.has(name)) this.endBlock();
  }

  #endHeading(level: number | undefined): void {
    const text = this.#take();
    if (text === "") return;
    if (level !== undefined) this.#headings.add(level, text);
    this.blocks.push({ text, location: this.#headings.location, startsSection: true });
  }

  endBlock(): void {
    const text = this.#take();
    if (text !== "") this.blocks.push({ text, location: this.#headings.location });
  }
}

/** Whether the element has a color of its own, which replaces the white of the surrounding element. */
const colors = (attributes: Record<string, string>) =>
  !isWhite(attributes) && /(?:^|[;\s])color\s*:/i.test(attributes["style"] ?? "");
