import type { Range } from "./marks.ts";

interface Piece {
  text: string;
  /** The position of each character in the original text. */
  origins: number[];
}

const word = "[\\p{L}\\p{N}]";

/** Removes a match, except its second group if there are three. */
const removals: RegExp[] = [
  /```\w*/g,
  // Images and links; the edge of a snippet may cut either end off.
  /(?<!\\)(!?\[)([^[\]]*)(\]\((?:[^()\s]|\([^()\s]*\))*(?:\s"[^"]*")?(?:\)|…?$))/g,
  /(?<=\S)\]\(https?:[^()\s]*\)/g,
  /(?<=^…?|\s)#{1,6}\s+(?=\S)/g,
  /(?<=^…?\s*)(?:>\s?)+/g,
  /(?<=^…?\s*|\s)[-*+]\s+\[[ xX]\]\s+/g,
  /(?<=^…?\s*)[-*+]\s+/g,
  // The snippet may contain only one of two bold markers.
  new RegExp(`(?<!${word}|[*_~\\\\])(?:\\*{2,3}|_{2,3}|~~)(?=[^\\s*_~])`, "gu"),
  new RegExp(`(?<=[^\\s*_~\\\\])(?:\\*{2,3}|_{2,3}|~~)(?!${word})`, "gu"),
  new RegExp(`(?<!${word}|[*\\\\])(\\*)([^\\s*](?:[^*]*[^\\s*])?)(\\*)(?!${word}|\\*)`, "gu"),
  new RegExp(`(?<!${word}|[_\\\\])(_)([^\\s_](?:[^_]*[^\\s_])?)(_)(?!${word}|_)`, "gu"),
  /(?<!\\)(`)([^`]+)(`)/g,
  // The line below the header of a table, and the edges of its first and last row.
  /\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?(?=\s*$))?/g,
  /(?<=^…?\s*)\|\s*/g,
  /\s*(?<!\\)\|(?=\s*…?$)/g,
];

/** The end of a cell, or of a row and the beginning of the next one. */
const betweenCells = /\s*\|(?:\s+\|)+\s*|\s+\|+\s+/g;
const escapes = /\\(?=[*_#|`[\]])/g;

/**
 * A snippet of a text without its Markdown, on one line as before, and the ranges at the same words. No parser of
 * Markdown can do this: the lines of a snippet are joined, and its edges can cut through a link or a table.
 */
export function plainSnippet(
  snippet: string,
  ranges: readonly Range[],
): { text: string; ranges: Range[] } {
  let piece: Piece = { text: snippet, origins: [...snippet.split("").keys()] };
  for (const pattern of removals) piece = replaceIn(piece, pattern, "");
  piece = replaceIn(piece, betweenCells, " · ");
  const { text, origins } = replaceIn(piece, escapes, "");
  const placeOf = (position: number) => {
    const place = origins.findIndex((origin) => origin >= position);
    return place === -1 ? text.length : place;
  };
  return { text, ranges: ranges.map(([start, end]) => [placeOf(start), placeOf(end)] as const) };
}

function replaceIn({ text, origins }: Piece, pattern: RegExp, separator: string): Piece {
  const result: Piece = { text: "", origins: [] };
  const keep = (start: number, end: number) => {
    result.text += text.slice(start, end);
    result.origins.push(...origins.slice(start, end));
  };
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [all, opening, inner] = match;
    keep(end, match.index);
    if (opening !== undefined && inner !== undefined) {
      const start = match.index + opening.length;
      keep(start, start + inner.length);
    }
    result.text += separator;
    for (const _ of separator) result.origins.push(origins[match.index] ?? 0);
    end = match.index + all.length;
  }
  keep(end, text.length);
  return result;
}
