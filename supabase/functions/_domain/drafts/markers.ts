import type { EvidenceItem } from "./contract.ts";

const MARKER = /\[(\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*)\](?!\()/g;

/**
 * Renumbers the markers of the texts, and returns the pack's item behind each number. Used passages come first,
 * because the card cites them under the same numbers. All rows and figures follow, so that an editor can cite them
 * too. A marker that names no item is removed, which leaves its sentence without a source.
 */
export function renumber(
  texts: readonly string[],
  items: readonly EvidenceItem[],
): { texts: string[]; itemNumbers: number[] } {
  const usedNumbers = new Set(
    texts.flatMap((text) => [...text.matchAll(MARKER)].flatMap(numbersOf)),
  );
  const itemNumbers = [
    ...items.filter(({ kind, number }) => kind === "passage" && usedNumbers.has(number)),
    ...items.filter(({ kind }) => kind !== "passage"),
  ].map(({ number }) => number);
  const newNumbers = new Map(itemNumbers.map((number, index) => [number, index + 1]));
  return {
    itemNumbers,
    texts: texts.map((text) =>
      text.replace(MARKER, (...match) => {
        const numbers = numbersOf(match as unknown as RegExpMatchArray).flatMap(
          (number) => newNumbers.get(number) ?? [],
        );
        return numbers.length > 0 ? `[${numbers.join(", ")}]` : "";
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
