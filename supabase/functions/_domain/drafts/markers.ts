import type { EvidenceItem } from "./contract.ts";

const MARKER = /\[(\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*)\](?!\()/g;

/**
 * The texts with renumbered markers, and the item of the pack behind each number: used passages first, because the
 * card cites them under the same numbers, then every row and figure, so that an editor can point to those as well.
 * A marker that names no item is removed, which leaves its sentence without a source.
 */
export function renumber(
  texts: readonly string[],
  items: readonly EvidenceItem[],
): { texts: string[]; itemNumbers: number[] } {
  const used = new Set(texts.flatMap((text) => [...text.matchAll(MARKER)].flatMap(numbersOf)));
  const itemNumbers = [
    ...items.filter(({ kind, number }) => kind === "passage" && used.has(number)),
    ...items.filter(({ kind }) => kind !== "passage"),
  ].map(({ number }) => number);
  const index = new Map(itemNumbers.map((number, at) => [number, at + 1]));
  return {
    itemNumbers,
    texts: texts.map((text) =>
      text.replace(MARKER, (...match) => {
        const known = numbersOf(match as unknown as RegExpMatchArray).flatMap(
          (number) => index.get(number) ?? [],
        );
        return known.length > 0 ? `[${known.join(", ")}]` : "";
      }),
    ),
  };
}

function numbersOf(match: RegExpMatchArray): number[] {
  return (match[1] as string).split(",").flatMap((part) => {
    const [first, last = first] = (part.match(/\d+/g) ?? []).map(Number);
    if (first === undefined || last === undefined || last < first) return [];
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  });
}
