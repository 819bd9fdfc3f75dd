/**
 * Text as a person reads it: composed, with normalized white space, and without invisible characters, which could
 * carry text past a human reader to a machine.
 */
export interface VisibleText {
  text: string;
  /** How many characters were removed that can hide or reorder text. */
  hidden: number;
}

/** Broken or layout-only characters: removed without being counted as hidden text. */
const NOISE = /[\p{Cc}\p{Cs}\u00ad\u061c\u200e\u200f\ufffd\ufff9-\ufffb]/gu;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
/** Characters without width, with another direction, or blank instead of a letter. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const JOINER = /[\u200c\u200d]/u;
/** The flags of England, Scotland and Wales, the only valid uses of tag characters. */
const TAGGED_FLAG =
  /^\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;
const JOINING_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const PLAIN = /^[\x20-\x7e\n]*$/;

export function visibleText(raw: string): VisibleText {
  if (PLAIN.test(raw)) return { text: inOneForm(raw), hidden: 0 };
  // The byte order mark describes the encoding and is not text.
  const lines = raw.replace(/^\ufeff/, "").replace(LINE_ENDS, "\n");
  const { text, hidden } = withoutUnseen(lines.toWellFormed().replace(NOISE, keepBreaks));
  return { text: inOneForm(text.normalize("NFC")), hidden };
}

function withoutUnseen(text: string): VisibleText {
  let hidden = 0;
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(UNSEEN)) {
    const at = match.index;
    if (at < end) continue;
    const flag = at >= 2 ? TAGGED_FLAG.exec(text.slice(at - 2, at + 14))?.[0] : undefined;
    if (flag) {
      parts.push(text.slice(end, at - 2 + flag.length));
      end = at - 2 + flag.length;
    } else if (shapesText(match[0], text, at)) {
      parts.push(text.slice(end, at + match[0].length));
      end = at + match[0].length;
    } else {
      parts.push(text.slice(end, at));
      end = at + match[0].length;
      hidden += 1;
    }
  }
  parts.push(text.slice(end));
  return { text: parts.join(""), hidden };
}

/** Joiners shape some scripts and emoji, and selectors shape emoji; elsewhere both are invisible. */
function shapesText(character: string, text: string, at: number): boolean {
  if (JOINER.test(character)) {
    const before = characterBefore(text, at);
    const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
    return (
      (JOINING_SCRIPT.test(before) && (JOINING_SCRIPT.test(after) || /\s|^\0$/.test(after))) ||
      (character === "\u200d" && EMOJI.test(before) && /\p{Extended_Pictographic}/u.test(after))
    );
  }
  if (character === "\ufe0f" || character === "\ufe0e") {
    const before = characterBefore(text, at);
    // A digit with its selector is an emoji only as a keycap.
    const isKeycap = /[0-9#*]/.test(before) && text[at + 1] === "\u20e3";
    return isKeycap || EMOJI.test(before);
  }
  return false;
}

function characterBefore(text: string, at: number): string {
  const point = at >= 2 ? text.codePointAt(at - 2) : undefined;
  return point !== undefined && point > 0xffff ? String.fromCodePoint(point) : (text[at - 1] ?? "");
}

const keepBreaks = (character: string) =>
  character === "\n" ? "\n" : character === "\t" ? " " : "";

/** Single spaces, at most one empty line, none at the ends. */
function inOneForm(text: string): string {
  return text
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
