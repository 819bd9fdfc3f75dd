// Numbers of citations in the text of an answer, [3] or [3, 7]. They are found before Markdown is: to Markdown
// brackets may be a link, and what it has read as text may have been escaped.

const MARKER = /(?<!\\)\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;
/** Characters that no text has: what stands between them is a list of numbers. */
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** A text in which Markdown sees no brackets of numbers. */
export function withNumbersSetApart(text: string): string {
  return text.replace(/[\uE000\uE001]/g, "").replace(MARKER, `${OPEN}$1${CLOSE}`);
}

/** The same text as it was. */
export function withNumbersAsText(text: string): string {
  return text.replaceAll(OPEN, "[").replaceAll(CLOSE, "]");
}

export function withoutNumbers(text: string): string {
  return text.replace(/\s*(?<!\\)\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g, "");
}

export type Piece = { text: string } | { numbers: number[] };

/** What stands between numbers, and the numbers. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/\uE000([^\uE001]*)\uE001/)
    .map((part, place) =>
      place % 2 === 0 ? { text: part } : { numbers: part.split(",").map(Number) },
    )
    .filter((piece) => !("text" in piece) || piece.text !== "");
}

/** Each number of an answer once, in its order. */
export function numbersIn(text: string): number[] {
  const lists = [...text.matchAll(MARKER)].map(([, list = ""]) => list.split(",").map(Number));
  return [...new Set(lists.flat())];
}

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
}

/** A step of the renderer: numbers become elements, except in code, where they are what they were. */
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
    return piecesOf(value).map((piece) =>
      "text" in piece
        ? { type: "text", value: piece.text }
        : {
            type: "element",
            tagName: "sup",
            properties: { dataNumbers: piece.numbers.join(",") },
            children: [],
          },
    );
  });
}
