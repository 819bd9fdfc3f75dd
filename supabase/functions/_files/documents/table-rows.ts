import { UnreadableFile } from "../unreadable.ts";
import { shortLine } from "./reading.ts";

/** The limit for a whole file. Empty cells count, because they take time too. */
export const MAX_CELLS = 500_000;

/** The names of columns; null if the first row looks like the others. */
export type Header = string[] | null;

export function headerOf(first: string[]): Header {
  const names = first.map((name) => shortLine(name, 40));
  const texts = names.filter((name) => name !== "");
  const isHeader =
    texts.length > 1 &&
    new Set(texts).size === texts.length &&
    texts.every((name) => /\p{L}/u.test(name));
  return isHeader ? names : null;
}

/** A row as one line: `Name: value | Name: value`, so that search finds a cell by the name of its column. */
export function tableRow(cells: string[], header: Header, isFirst: boolean): string {
  // Iterates over the existing cells, because thousands may be missing between two cells of a sheet.
  return Object.entries(cells)
    .flatMap(([column, cell]) => {
      const text = cell.trim();
      if (text === "") return [];
      const name = isFirst ? undefined : header?.[Number(column)];
      return [name ? `${name}: ${text}` : text];
    })
    .join(" | ");
}

export function tooManyCells(): UnreadableFile {
  return new UnreadableFile(
    "too_large",
    `The tables of the file have more than ${MAX_CELLS.toLocaleString("en")} cells. Split it and upload the parts.`,
  );
}
