/** Rows that a person can open from a citation number. */
export const citedTables = [
  "projects",
  "tasks",
  "status_updates",
  "documents",
  "approvals",
  "accounts",
  "people",
  // A sum over the whole scope.
  "organizations",
  "skills",
] as const;
export type CitedTable = (typeof citedTables)[number];

/**
 * The possible citations of an answer, numbered in the order in which the model saw them. Numbers of one turn go on
 * through its tools. A passage that is shown twice keeps its number; so does a row that says the same: other figures of
 * it are another number, so that each says what was read there.
 */
export type Reference = { n: number; id: string; title: string; text: string } & (
  | { kind: "chunk"; sourceId: string }
  | { kind: "row"; table: CitedTable }
);

type Shown =
  | Omit<Extract<Reference, { kind: "chunk" }>, "n">
  | Omit<Extract<Reference, { kind: "row" }>, "n">;

/** The database keeps no more of a message. */
const MAX_SOURCES = 500;

export class References {
  readonly #all: Reference[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #remembered: string[] = [];

  /** The number of what is shown. */
  add(shown: Shown): number {
    const key = shown.kind === "row" ? `${shown.table} ${shown.id} ${shown.text}` : shown.id;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const n = this.#all.length + 1;
    this.#all.push({ ...shown, n } as Reference);
    this.#numbers.set(key, n);
    return n;
  }

  get(n: number): Reference | undefined {
    return this.#all[n - 1];
  }

  /** Sources of earlier turns: they can be cited no more, but what is remembered may repeat them. */
  remember(sourceIds: string[]): void {
    this.#remembered.push(...sourceIds);
  }

  /** Ids of the sources that may have influenced what is said and proposed: shown first, then remembered. */
  sourceIds(): string[] {
    const shown = this.#all.flatMap((one) => (one.kind === "chunk" ? [one.sourceId] : []));
    return [...new Set([...shown, ...this.#remembered])].slice(0, MAX_SOURCES);
  }

  get all(): readonly Reference[] {
    return this.#all;
  }
}
