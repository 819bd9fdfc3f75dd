import { outsideCode } from "../../../../supabase/functions/_domain/chat/markers.ts";

// Citation numbers in the text of an answer, [3] or [3, 7]. They are replaced before Markdown is parsed, because
// Markdown may read brackets as a link, and its parsed text does not show which brackets were escaped.

const MARKER = /(?<!\\)\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;
/** Characters that no text contains: they enclose a list of numbers. */
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** The text with its numbers enclosed by such characters, so that Markdown finds no brackets. */
export function withNumbersSetApart(text: string): string {
  return text.replace(/[\uE000\uE001]/g, "").replace(MARKER, `${OPEN}$1${CLOSE}`);
}

/** Restores the brackets around numbers. */
export function withNumbersAsText(text: string): string {
  return text.replaceAll(OPEN, "[").replaceAll(CLOSE, "]");
}

export function withoutNumbers(text: string): string {
  return text.replace(/\s*(?<!\\)\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g, "");
}

export type Segment = { text: string } | { numbers: number[] };

/** The text between numbers, and the numbers. */
export function segmentsOf(text: string): Segment[] {
  return text
    .split(/\uE000([^\uE001]*)\uE001/)
    .map((part, position) =>
      position % 2 === 0 ? { text: part } : { numbers: part.split(",").map(Number) },
    )
    .filter((segment) => !("text" in segment) || segment.text !== "");
}

/** The distinct numbers of an answer, in order; numbers in code don't count. */
export function numbersIn(text: string): number[] {
  const lists = [...outsideCode(text, (prose) => prose, "").matchAll(MARKER)];
  return [...new Set(lists.flatMap(([, list = ""]) => list.split(",").map(Number)))];
}

/**
 * The numbers of an answer as readers see them: 1 for the first, and so on. A model is given hundreds of numbers and
 * uses a few; a number that was shown does not change as the answer grows.
 */
export function shownNumbers(text: string): ReadonlyMap<number, number> {
  return new Map(numbersIn(text).map((n, position) => [n, position + 1]));
}

/** Citations in the order of the text. */
export function inOrderOf<C extends { n: number }>(
  citations: C[],
  displayNumbers: ReadonlyMap<number, number>,
): C[] {
  const position = ({ n }: C) => displayNumbers.get(n) ?? Number.MAX_SAFE_INTEGER;
  return citations.toSorted((a, b) => position(a) - position(b));
}

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
}

/** A plugin of the renderer: numbers become elements, except in code, where they stay text. */
export function numbersAsElements() {
  return (tree: unknown) => replaceIn(tree as Node, false);
}

function replaceIn(node: Node, isCode: boolean): void {
  node.children = node.children?.flatMap((child): Node[] => {
    if (child.type !== "text") {
      replaceIn(child, isCode || child.tagName === "code");
      return [child];
    }
    const value = child.value ?? "";
    if (isCode) return [{ ...child, value: withNumbersAsText(value) }];
    return segmentsOf(value).map((segment) =>
      "text" in segment
        ? { type: "text", value: segment.text }
        : {
            type: "element",
            tagName: "sup",
            properties: { dataNumbers: segment.numbers.join(",") },
            children: [],
          },
    );
  });
}
