import { AppError } from "../../_domain/app-error.ts";
import type { SourceRow } from "../../_domain/portfolio/import-rows.ts";

/** A table read from a file, whatever its format: every cell is text. */
export interface ParsedFile {
  /** Changes whenever the same file may be read differently; stored with each run. */
  parserVersion: string;
  columns: string[];
  rows: SourceRow[];
  /** Visible sheets of a workbook, and the one that was read. */
  sheets?: string[];
  sheet?: string;
}

export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 200;
export const MAX_CELLS = 2_000_000;

/** Names of the columns, trimmed. Throws 400 when one is empty, or there are too many. */
export function checkedColumns(header: string[], line?: number): string[] {
  if (header.length > MAX_COLUMNS) throw tooManyColumns(header.length, line);
  const names = header.map((name) => name.trim());
  const namelessIndex = names.indexOf("");
  if (namelessIndex >= 0) throw unreadableImport(`Column ${namelessIndex + 1} has no name`, line);
  return withNumbers(names);
}

/** Exports of Jira repeat a column for each of its values: "Labels", then "Labels (2)". */
function withNumbers(names: string[]): string[] {
  const usedNames = new Set(names);
  return names.map((name, index) => {
    if (names.indexOf(name) === index) return name;
    let number = 2;
    while (usedNames.has(`${name} (${number})`)) number += 1;
    usedNames.add(`${name} (${number})`);
    return `${name} (${number})`;
  });
}

export function unreadableImport(message: string, line?: number): AppError {
  return new AppError(400, "unreadable_file", message, line === undefined ? undefined : { line });
}

export function noRows(): AppError {
  return unreadableImport("The file has no rows below its header");
}

export function tooManyColumns(count: number, line?: number): AppError {
  return unreadableImport(`The file has ${count} columns, more than ${MAX_COLUMNS}`, line);
}

export function tooManyRows(): AppError {
  return new AppError(
    413,
    "too_many_rows",
    `An import takes at most ${MAX_ROWS} rows. Split the file`,
  );
}

export function tooManyCells(): AppError {
  return new AppError(
    413,
    "too_many_cells",
    `An import takes at most ${MAX_CELLS} cells, empty ones included. Split the file`,
  );
}
