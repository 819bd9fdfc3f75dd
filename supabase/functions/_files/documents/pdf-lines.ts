import type { Block } from "./split.ts";

/** A line of a page. Its position is that of its first letter, in points from the lower left. */
export interface Line {
  text: string;
  x: number;
  y: number;
  height: number;
  /** In the top or bottom margin of the page, where headers and footers repeat. */
  isMargin: boolean;
}

const MAX_FURNITURE = 30;

/**
 * Finds headers and footers: the lines that at least three pages, and at least half of them, have at the same height.
 * Those in `known` stay.
 */
export function furnitureOf(pages: Line[][], knownKeys: string[]): string[] {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set(lines.filter(({ isMargin }) => isMargin).map(keyOf))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const enough = Math.max(3, pages.length / 2);
  const keys = [...counts].flatMap(([key, count]) => (count >= enough ? [key] : []));
  return [...new Set([...knownKeys, ...keys])].slice(0, MAX_FURNITURE);
}

export function withoutFurniture(lines: Line[], furniture: string[]): Line[] {
  if (furniture.length === 0) return lines;
  return lines.filter((line) => !line.isMargin || !furniture.includes(keyOf(line)));
}

/** Only page numbers differ from page to page. */
const keyOf = ({ text, y }: Line) =>
  `${Math.round(y / 4)} ${text.replace(/\d+/g, "#").replace(/\s+/g, " ").trim().slice(0, 120)}`;

/** A run of letters within a line; `text` is in reading order. */
export interface Run {
  text: string;
  x: number;
  isRightToLeft: boolean;
}

/** The runs of a line in reading order: from the right if at least half of its letters are read so. */
export function lineText(runs: Run[]): string {
  const letters = (isRightToLeft: boolean) =>
    runs.reduce(
      (sum, run) => sum + (run.isRightToLeft === isRightToLeft ? run.text.trim().length : 0),
      0,
    );
  if (letters(true) === 0 || letters(true) < letters(false)) {
    return runs.map(({ text }) => text).join("");
  }
  const readingOrder: Run[] = [];
  let leftToRight: Run[] = [];
  for (const run of runs.toSorted((a, b) => b.x - a.x)) {
    if (!run.isRightToLeft && run.text.trim() !== "") leftToRight.unshift(run);
    else {
      readingOrder.push(...leftToRight, run);
      leftToRight = [];
    }
  }
  return [...readingOrder, ...leftToRight].map(({ text }) => text).join("");
}

/** Groups close lines of one size into paragraphs. Lines that are larger than usual are headings. */
export function paragraphsOf(lines: Line[]): Omit<Block, "location">[] {
  const body = usualHeight(lines);
  const paragraphs: { lines: Line[]; isHeading: boolean }[] = [];
  for (const line of lines) {
    const open = paragraphs.at(-1);
    const isHeading = line.height > body * 1.15 && line.text.trim().length <= 120;
    if (open && open.isHeading === isHeading && goesOn(open.lines.at(-1) as Line, line)) {
      open.lines.push(line);
    } else {
      paragraphs.push({ lines: [line], isHeading });
    }
  }
  return paragraphs.map((paragraph) => ({
    text: joinLines(paragraph.lines.map(({ text }) => text.trim())),
    ...(paragraph.isHeading ? { startsSection: true } : {}),
  }));
}

function goesOn(before: Line, line: Line): boolean {
  const isSameSize = Math.abs(before.height - line.height) <= before.height * 0.15;
  const step = before.y - line.y;
  const isClose = Math.abs(step) <= Math.max(before.height, line.height) * 1.7;
  // An unfinished sentence continues at the top of the next column.
  const isNextColumn = step < 0 && line.x > before.x && !/[.!?:]["'”’»)]?\s*$/.test(before.text);
  return isSameSize && (isClose || isNextColumn);
}

/** The height that most letters of a page have, in steps of half a point. */
function usualHeight(lines: Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, height } of lines) {
    const roundedHeight = Math.round(height * 2) / 2;
    letters.set(roundedHeight, (letters.get(roundedHeight) ?? 0) + text.length);
  }
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Several lines as one text; words that were divided at a line's end are joined. */
export function joinLines(lines: string[]): string {
  let text = "";
  for (const line of lines) {
    const isDivided =
      /\p{L}[-\u2010\u00ad]$/u.test(text) &&
      /^\p{Ll}/u.test(line) &&
      !/^(?:und|oder|bzw|and|or|et|ou)\b/u.test(line);
    if (isDivided) text = text.slice(0, -1) + line;
    else text += text === "" ? line : ` ${line}`;
  }
  return text;
}
