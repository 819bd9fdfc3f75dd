import { Parser } from "htmlparser2";
import { visibleText } from "../../_domain/visible-text.ts";
import { hasBackground, isHiddenElement, isWhite, pageStyles } from "../documents/html-hidden.ts";
import { type Clock, MAX_TEXT, tooMuchText } from "../limits.ts";
import { UnreadableFile } from "../unreadable.ts";

const MAX_DEPTH = 500;
const MAX_QUOTES = 20;
const CHUNK = 65_536;

const NOT_SHOWN = new Set(
  "script style noscript template svg iframe object embed audio video canvas head title datalist".split(
    " ",
  ),
);
/** Elements that begin on a new line. */
const LINES = new Set(
  "div section article main aside header footer nav form fieldset address li dt dd table tr figure figcaption center hr body html title".split(
    " ",
  ),
);
/** Elements with an empty line around them. */
const PARAGRAPHS = new Set("p ul ol dl pre blockquote h1 h2 h3 h4 h5 h6".split(" "));
const EMPTY = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** The line with which email programs introduce a quote: Gmail, Thunderbird, Proton. */
const INTRODUCTION = /(?:^|\s)(?:gmail_attr|moz-cite-prefix|moz-email-headers-table)(?:\s|$)/;
/** The element around quotes, which also contains the answers between them. */
const QUOTE = /(?:^|\s)(?:gmail|yahoo|protonmail)_quoted?\b/;
const SIGNATURE = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)/;

export interface HtmlText {
  text: string;
  /** Characters that a reader of the page does not see; they are not part of the text. */
  hidden: number;
}

/**
 * The text of an HTML email as its reader sees it, with quotes as plain text has them: each line begins
 * with ">". Throws UnreadableFile.
 */
export function htmlText(html: string, clock: Clock): HtmlText {
  if (html.length > MAX_TEXT * 2) throw tooMuchText();
  const page = new MailPage(html);
  const parser = new Parser(page, { decodeEntities: true });
  // The page is parsed in parts, so that the clock can stop one that keeps the parser busy.
  for (let at = 0; at < html.length; at += CHUNK) {
    clock.check();
    parser.write(html.slice(at, at + CHUNK));
  }
  parser.end();
  const { text, hidden } = visibleText(page.text());
  return { text, hidden: hidden + page.hidden };
}

interface Element {
  name: string;
  isShown: boolean;
  isHidden: boolean;
  isWhite: boolean;
  isColored: boolean;
  isPreformatted: boolean;
  quotes: number;
}

const ROOT: Element = {
  name: "",
  isShown: true,
  isHidden: false,
  isWhite: false,
  isColored: false,
  isPreformatted: false,
  quotes: 0,
};

class MailPage {
  hidden = 0;
  readonly #styles;
  readonly #open: Element[] = [];
  readonly #lines: string[] = [];
  #length = 0;
  #line = "";
  /** Whether an empty line comes before the next text. */
  #isApart = false;
  /** The number of quotes around the last line. */
  #quotes = 0;

  constructor(html: string) {
    this.#styles = pageStyles(html);
  }

  text(): string {
    this.#endLine();
    return this.#lines.join("\n");
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#open.length >= MAX_DEPTH) throw new UnreadableFile("corrupt");
    const outer = this.#top;
    if (name === "br") {
      this.#break();
      return;
    }
    if (LINES.has(name) || PARAGRAPHS.has(name)) this.#endLine();
    if (PARAGRAPHS.has(name) || QUOTE.test(attributes["class"] ?? "")) this.#isApart = true;
    this.#open.push({
      name,
      isShown: outer.isShown && !NOT_SHOWN.has(name),
      isHidden: outer.isHidden || isHiddenElement(attributes, this.#styles),
      isWhite: (outer.isWhite || isWhite(attributes)) && !hasColor(attributes),
      isColored: outer.isColored || this.#styles.mayColor || hasBackground(attributes),
      isPreformatted: outer.isPreformatted || name === "pre",
      quotes: outer.quotes + (isQuote(name, attributes) ? 1 : 0),
    });
    if (name === "hr" || attributes["id"] === "divRplyFwdMsg") this.#rule();
    if (SIGNATURE.test(attributes["class"] ?? "")) this.#beginSignature();
    if ((name === "td" || name === "th") && this.#line.trim() !== "") this.#line += " | ";
    if (EMPTY.has(name)) this.#open.pop();
  }

  ontext(text: string): void {
    const element = this.#top;
    if (!element.isShown) return;
    if (element.isHidden || (element.isWhite && !element.isColored)) {
      this.hidden += text.trim().length;
      return;
    }
    const lines = element.isPreformatted
      ? text.split(/\r?\n/)
      : [text.replace(/[^\S\u00a0]+/g, " ")];
    const [first = "", ...rest] = lines;
    this.#add(first);
    for (const line of rest) {
      this.#break();
      this.#add(line);
    }
  }

  onclosetag(name: string): void {
    if (EMPTY.has(name)) return;
    if (LINES.has(name) || PARAGRAPHS.has(name)) this.#endLine();
    if (PARAGRAPHS.has(name)) this.#isApart = true;
    this.#open.pop();
  }

  get #top(): Element {
    return this.#open.at(-1) ?? ROOT;
  }

  #add(text: string): void {
    if (this.#line.length + text.length > MAX_TEXT) throw tooMuchText();
    this.#line += text;
  }

  /** Outlook puts a rule above the headers of a quoted message. */
  #rule(): void {
    this.#endLine();
    if (this.#lines.at(-1)?.endsWith(RULE)) return;
    this.#line = RULE;
    this.#endLine();
  }

  #beginSignature(): void {
    this.#endLine();
    const last = this.#lines.findLast((line) => line.trim() !== "");
    if (last !== undefined && /^[> ]*--\s*$/.test(last)) return;
    this.#line = "-- ";
    this.#endLine();
  }

  #break(): void {
    if (this.#line.trim() === "") this.#push("", this.#top.quotes);
    else this.#endLine();
  }

  #endLine(): void {
    const line = this.#line.replaceAll("\u00a0", " ").trimEnd();
    this.#line = "";
    if (line.trim() === "") return;
    const { quotes, isPreformatted } = this.#top;
    if (this.#isApart && this.#lines.length > 0) this.#push("", Math.min(quotes, this.#quotes));
    this.#isApart = false;
    this.#push(isPreformatted ? line : line.trimStart(), quotes);
  }

  #push(line: string, quotes: number): void {
    this.#quotes = quotes;
    const quotedLine = quotes === 0 ? line : `${">".repeat(Math.min(quotes, MAX_QUOTES))} ${line}`;
    this.#length += quotedLine.length;
    if (this.#length > MAX_TEXT) throw tooMuchText();
    this.#lines.push(quotedLine);
  }
}

const RULE = "_".repeat(32);

/**
 * Whether an element quotes an earlier message. Apple Mail, Gmail and Outlook also use a blockquote to indent what a
 * person writes; that one has a margin and no border.
 */
function isQuote(name: string, attributes: Record<string, string>): boolean {
  const classes = attributes["class"] ?? "";
  if (INTRODUCTION.test(classes)) return true;
  if (name !== "blockquote") return false;
  if (attributes["type"] === "cite" || attributes["cite"] !== undefined) return true;
  if (/quote/i.test(classes)) return true;
  const style = attributes["style"]?.slice(0, 2000).replace(/\s+/g, "") ?? "";
  if (/(?:^|;)border(?:-left)?(?:-style|-width)?:(?:none|0)/i.test(style)) return false;
  return !/(?:^|;)margin/i.test(style) || /(?:^|;)border/i.test(style);
}

/** Whether the element has another color than white, which replaces the white of the surrounding element. */
const hasColor = (attributes: Record<string, string>) =>
  !isWhite(attributes) && /(?:^|[;\s])color\s*:/i.test(attributes["style"] ?? "");
