/** Reads a table written as text: personas in the first line, an object and its cells in every further line. */
import { type PersonaName, personaNames } from "../../support/personas.ts";

export interface Row {
  name: string;
  cells: Record<PersonaName, string>;
}

export type Matrix = Row[];

/** Throws an Error unless every line has a cell for every persona. */
export function parseMatrix(text: string): Matrix {
  const [header, ...lines] = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const [, ...columns] = header ?? [];
  if (columns.join() !== personaNames.join()) {
    throw new Error(`The columns must be ${personaNames.join(" | ")}`);
  }
  return lines.map(([name = "", ...cells]) => {
    if (cells.length !== columns.length || cells.includes("")) {
      throw new Error(`The line of ${name} must have ${columns.length} cells`);
    }
    const pairs = columns.map((column, index) => [column, cells[index]]);
    return { name, cells: Object.fromEntries(pairs) as Record<PersonaName, string> };
  });
}

/** The names of a matrix, for comparison with the catalog. */
export function namesOf(matrix: Matrix): string[] {
  return matrix.map((row) => row.name).sort();
}
