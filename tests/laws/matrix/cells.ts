/** Requests the cells of a matrix, counts them, and reports the differences in one list per row. */
import { expect } from "vitest";
import { type Answer, codeOf } from "../../support/http.ts";
import { type PersonaName, personaNames } from "../../support/personas.ts";
import type { Row } from "./parse-matrix.ts";

/** Counts the cells of one test file. Files of a worker share modules, so the count is not module state. */
export function countCells() {
  let executedCount = 0;

  /**
   * Requests a row's cells for all personas at once, and compares them. `look` returns a persona's actual result, in
   * the vocabulary of the matrix.
   */
  async function expectRow(
    row: Row,
    look: (persona: PersonaName, expected: string) => Promise<string>,
  ): Promise<void> {
    const results = await Promise.all(
      personaNames.map(async (persona) => {
        const cell = await look(persona, row.cells[persona]);
        executedCount += 1;
        return [persona, cell] as const;
      }),
    );
    const differences = results
      .filter(([persona, cell]) => cell !== row.cells[persona])
      .map(
        ([persona, cell]) => `${row.name} as ${persona}: ${row.cells[persona]}, but got ${cell}`,
      );
    expect(differences).toEqual([]);
  }

  return { expectRow, executedCells: () => executedCount };
}

/** Which gate refused a request to the Data API or Storage; undefined when none did. */
export function gateOf(persona: PersonaName, answer: Answer): string | undefined {
  const code = codeOf(answer);
  const refusalStatus = persona === "anonymous" ? 401 : 403;
  if (code === "42501" && answer.status === refusalStatus) return "grant";
  if (code === "55000" && answer.status === 500) return "view";
  if (answer.status !== 401) return undefined;
  const messages = {
    no_key: "No API key found in request",
    expired: "JWT expired",
    forged: "The JWT is malformed or not signed by this stack.",
    alg_none: "The JWT is malformed or not signed by this stack.",
  };
  const { message } = (answer.json ?? {}) as { message?: string };
  return message === (messages as Record<string, string>)[persona] ? "gateway" : undefined;
}

/** A result that no word of the matrix describes, in a short form. */
export function describeUnexpected(answer: Answer): string {
  return `${answer.status} ${answer.text.slice(0, 200)}`;
}
