import { DIVIDERS, FORWARDS, introductionOf, LABELS, SENT_FROM } from "./quote-words.ts";

export interface TextPart {
  kind: "new" | "quote" | "signature";
  text: string;
}

/**
 * Divides an email's text into what its sender wrote, quotes and signatures. The parts add up to the text, character
 * for character. When in doubt, a line counts as new, because quotes are shown folded.
 */
export function foldQuotes(text: string): TextPart[] {
  const lines = text.split(/(?<=\n)/);
  const { kinds } = new LineKinds(lines);
  const parts: TextPart[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index] ?? "new";
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += line;
    else if (last && last.text.trim() === "") Object.assign(last, { kind, text: last.text + line });
    else parts.push({ kind, text: line });
  }
  const end = parts.at(-1);
  const above = parts.at(-2);
  // Empty lines at the end belong to the part above them.
  if (end && above && end.text.trim() === "") {
    above.text += end.text;
    parts.pop();
  }
  return text === "" ? [] : parts;
}

/** Only the beginning of a longer line is compared, because it is a paragraph of text. */
const MAX_LINE = 500;

const comparableLine = (line: string) =>
  line.length > MAX_LINE
    ? line.slice(0, MAX_LINE).trimStart()
    : line
        .normalize("NFC")
        .replaceAll(/[\u00a0\u202f]/g, " ")
        // Proton's rules are made of hyphens that break no line.
        .replaceAll(/[\u2010\u2011]/g, "-")
        // Marks of the direction of writing.
        .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
        .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
        .trim();

type Kind = TextPart["kind"];

class LineKinds {
  readonly kinds: Kind[] = [];
  readonly #lines: string[];
  readonly #lengths: number[];
  readonly #quoteStarts = new Map<number, boolean>();

  constructor(lines: string[]) {
    this.#lines = lines.map(comparableLine);
    this.#lengths = lines.map((line) => line.trim().length);
    let kind: Kind = "new";
    while (this.kinds.length < lines.length) {
      const at = this.kinds.length;
      const quoteEnd = this.#quoteEnd(at);
      if (quoteEnd !== undefined) {
        // An empty line belongs to the text above it.
        this.#add("quote", quoteEnd);
        kind = "new";
      } else if (this.#beginsSignature(at)) {
        kind = "signature";
        this.#add(kind, at + 1);
      } else {
        this.#add(SENT_FROM.test(this.#line(at)) && this.#isLast(at) ? "signature" : kind, at + 1);
      }
    }
  }

  #line(at: number): string {
    return this.#lines[at] ?? "";
  }

  #add(kind: Kind, end: number): void {
    while (this.kinds.length < end) this.kinds.push(kind);
  }

  #nextFilled(from: number): number {
    let at = from;
    while (at < this.#lines.length && this.#line(at) === "") at += 1;
    return at;
  }

  /** The end of the quote that begins at a line; undefined if none begins. */
  #quoteEnd(at: number): number | undefined {
    if (this.#isQuoted(at) || this.#isWrappedQuote(at)) return at + 1;
    const line = this.#line(at);
    if (line === "") return this.#gapEnd(at);
    const endOfIntroduction = this.#introductionEnd(at);
    if (endOfIntroduction !== undefined) return endOfIntroduction;
    const head = this.#headEnd(at);
    return head === undefined ? undefined : this.#unmarkedQuoteEnd(head);
  }

  #isQuoted(at: number): boolean {
    const line = this.#line(at);
    if (!line.startsWith(">")) return false;
    // Mailbox files put this sign before a line of text that begins with "From".
    return (
      !line.startsWith(">From ") ||
      this.#line(at - 1).startsWith(">") ||
      this.#line(at + 1).startsWith(">")
    );
  }

  /** Empty lines between two quoted ones. */
  #gapEnd(at: number): number | undefined {
    if (this.kinds[at - 1] !== "quote") return undefined;
    const next = this.#nextFilled(at);
    return this.#isQuoted(next) ? next : undefined;
  }

  /** The rest of a quoted line that a program wrapped without repeating the quote sign. */
  #isWrappedQuote(at: number): boolean {
    const [before, line] = [this.#line(at - 1), this.#line(at)];
    if (line === "" || !this.#isQuoted(at - 1) || !this.#isQuoted(at + 1)) return false;
    const word = line.split(" ", 1)[0] ?? "";
    return /[,-]$/.test(before) && /^\p{Ll}/u.test(line) && before.length + word.length > 75;
  }

  #introductionEnd(at: number): number | undefined {
    for (let end = at + 1; end <= at + MAX_INTRODUCTION && this.#line(end - 1) !== ""; end += 1) {
      const form = this.#introduction(at, end);
      if (form === undefined) continue;
      for (let later = at + 1; later < end; later += 1) {
        const laterForm = this.#introduction(later, end);
        // A line above the introduction does not belong to it, unless it is the date.
        if (laterForm !== undefined && !(laterForm === "undated" && form === "known"))
          return undefined;
      }
      const next = this.#nextFilled(end);
      if (this.#isQuoted(next)) return next;
      if (form !== "known" || !this.#standsAlone(at, end)) return undefined;
      return this.#lines.length;
    }
    return undefined;
  }

  #introduction(start: number, end: number): ReturnType<typeof introductionOf> {
    const lines = this.#lines.slice(start, end);
    // Some programs write the introduction in bold.
    const text = lines.join(" ").replaceAll("*", "").replace("< ", "<").trim();
    if (text.length > MAX_LINE) return undefined;
    // A sentence that ends on a line above does not belong to the introduction.
    const above = lines.slice(0, -1);
    if (above.some((line) => /[.!?:。！？：]$/.test(line) && !ABBREVIATION.test(line)))
      return undefined;
    return introductionOf(text.replace(/^-{2,}\s*(\S.*?)\s*-{2,}$/, "$1:"));
  }

  /**
   * Whether an introduction is clear enough to begin a quote without quote signs: it needs an answer above it, a
   * paragraph of its own, and a year or an address.
   */
  #standsAlone(start: number, end: number): boolean {
    const isAnswered = this.kinds.some((kind, index) => kind === "new" && this.#line(index) !== "");
    const text = this.#lines.slice(start, end).join(" ");
    const isPrecise = /\b\d{4}\b|@/.test(text);
    return isAnswered && isPrecise && this.#line(start - 1) === "" && this.#line(end) === "";
  }

  /** The end of the lines before a quote: a divider, the headers of the message, or both. */
  #headEnd(at: number): number | undefined {
    const line = this.#line(at);
    const isRule = /^[-_=*\s]{5,}$/.test(line);
    const divider = /^[-_=*]{2,}\s*(\S.*?)\s*[-_=*]{2,}$/.exec(line)?.[1];
    const isDivider = divider !== undefined && DIVIDERS.test(divider);
    const isForward = FORWARDS.test(line);
    const first = isRule || divider !== undefined || isForward ? this.#nextFilled(at + 1) : at;
    const headers = this.#headersEnd(first);
    if (headers !== undefined) return headers;
    // Proton has a divider above its introduction.
    if (isDivider) return this.#introductionEndBelow(first) ?? at + 1;
    return isForward && this.#isQuoted(first) ? first : undefined;
  }

  #introductionEndBelow(start: number): number | undefined {
    for (let end = start + 1; end <= start + MAX_INTRODUCTION; end += 1) {
      if (this.#introduction(start, end) !== undefined) return end;
    }
    return undefined;
  }

  #headersEnd(start: number): number | undefined {
    const values = new Map<keyof typeof LABELS, string>();
    let end = start;
    for (; end < start + MAX_HEADERS && this.#line(end) !== ""; end += 1) {
      if (this.#isQuoted(end)) break;
      const label = labelOf(this.#line(end));
      if (end === start && label?.name !== "from" && label?.name !== "subject") return undefined;
      if (label && !values.has(label.name)) values.set(label.name, label.value);
    }
    const isHead =
      values.has("from") && values.has("subject") && (values.has("sent") || values.has("date"));
    // A memo has such lines too, but no address and no time of sending.
    const isMessage = values.get("from")?.includes("@") || /\d/.test(values.get("sent") ?? "");
    return isHead && isMessage ? end : undefined;
  }

  /** A quote without quote signs extends to the end of the email. */
  #unmarkedQuoteEnd(head: number): number {
    const next = this.#nextFilled(head);
    return this.#isQuoted(next) ? next : this.#lines.length;
  }

  #beginsSignature(at: number): boolean {
    const line = this.#line(at);
    if (line === "--") return this.#isShort(at + 1);
    if (!/^(?:[—–]{1,10}|_{2,3})$/.test(line)) return false;
    const lines = this.#lines.slice(at + 1, at + MAX_SIGNATURE + 1);
    return at + MAX_SIGNATURE >= this.#lines.length && lines.some((below) => below !== "");
  }

  /** Whether the lines up to a quote, or to the end, are few enough for a signature. */
  #isShort(start: number): boolean {
    let [lines, letters] = [0, 0];
    for (let at = start; at < this.#lines.length; at += 1) {
      const line = this.#line(at);
      if (line !== "" && this.#mayBeginQuote(at)) return true;
      lines += line === "" ? 0 : 1;
      letters += this.#lengths[at] ?? 0;
      if (lines > MAX_SIGNATURE || letters > MAX_SIGNATURE_LETTERS) return false;
    }
    return true;
  }

  /** Computed once per line, because every row of hyphens above a line would check it again. */
  #mayBeginQuote(at: number): boolean {
    const mayBegin = this.#quoteStarts.get(at) ?? this.#quoteEnd(at) !== undefined;
    this.#quoteStarts.set(at, mayBegin);
    return mayBegin;
  }

  /** The last line of the email, or of the text above a quote. */
  #isLast(at: number): boolean {
    const next = this.#nextFilled(at + 1);
    return next > at + 1 || next === this.#lines.length || this.#quoteEnd(next) !== undefined;
  }
}

/** A single letter, as in "10:15 ч." */
const ABBREVIATION = /[\s.]\p{L}\.$/u;
const MAX_INTRODUCTION = 4;
const MAX_HEADERS = 12;
const MAX_SIGNATURE = 12;
const MAX_SIGNATURE_LETTERS = 1000;

function labelOf(line: string): { name: keyof typeof LABELS; value: string } | undefined {
  for (const name of Object.keys(LABELS) as (keyof typeof LABELS)[]) {
    const value = LABELS[name].exec(line)?.[1];
    if (value !== undefined) return { name, value };
  }
  return undefined;
}
