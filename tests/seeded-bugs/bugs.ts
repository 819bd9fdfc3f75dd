/** Bugs that the randomized tests must find at their default depth: `npm run test:seeded-bugs`. */
import { databaseBugs } from "./database-bugs.ts";
import { serviceBugs } from "./service-bugs.ts";
import { unitBugs } from "./unit-bugs.ts";

export interface SeededBug {
  /** The fault, as the product would then behave. */
  name: string;
  project: "unit" | "database" | "service";
  test: string;
  /** The name of the test within the file, or a part of it. */
  testName: string;
  /** A part of the names of the tests that must run before that one. */
  after?: string;
  /** The number of seeds for tests that take too long for ten. */
  seeds?: number;
  change: SourceChange | { sql: string };
}

/** Texts of one file, each of which occurs once. A file of supabase/schemas becomes a migration that replaces its functions. */
interface SourceChange {
  file: string;
  edits: { find: string; replace: string }[];
}

/** The text with the bug. Throws when the text has changed since the bug was written. */
export function applyChange(name: string, { file, edits }: SourceChange, text: string): string {
  return edits.reduce((before, { find, replace }) => {
    if (before.split(find).length !== 2) {
      throw new Error(`"${name}" does not apply: ${file} must contain this once:\n${find}`);
    }
    return before.replace(find, () => replace);
  }, text);
}

export const seededBugs: SeededBug[] = [...databaseBugs, ...serviceBugs, ...unitBugs];
