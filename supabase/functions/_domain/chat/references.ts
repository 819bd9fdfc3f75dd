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

/** A passage or row that an answer can cite by its number. */
export type Reference = { n: number; id: string; title: string; text: string } & (
  | { kind: "chunk"; sourceId: string }
  | { kind: "row"; table: CitedTable }
);

type NewReference =
  | Omit<Extract<Reference, { kind: "chunk" }>, "n">
  | Omit<Extract<Reference, { kind: "row" }>, "n">;

/** The database stores no more per message. */
const MAX_SOURCES = 500;

/**
 * The possible citations of an answer, numbered in the order in which the model saw them. The numbers continue
 * through the tools of a turn. A passage that is shown twice keeps its number, and so does an unchanged row. Other
 * figures of a row get another number, so that each number shows what was read.
 */
export class References {
  readonly #all: Reference[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #remembered: string[] = [];

  /** Returns the citation number of something that the model is shown. */
  add(reference: NewReference): number {
    const key =
      reference.kind === "row"
        ? `${reference.table} ${reference.id} ${reference.text}`
        : reference.id;
    const number = this.#numbers.get(key);
    if (number !== undefined) return number;
    const n = this.#all.length + 1;
    this.#all.push({ ...reference, n } as Reference);
    this.#numbers.set(key, n);
    return n;
  }

  get(n: number): Reference | undefined {
    return this.#all[n - 1];
  }

  /** Records the sources of earlier turns. They can no longer be cited, but remembered text may repeat them. */
  remember(sourceIds: string[]): void {
    this.#remembered.push(...sourceIds);
  }

  /**
   * The ids of the sources that may have influenced answers and proposals: first the shown ones, then the
   * remembered ones.
   */
  sourceIds(): string[] {
    const passageSources = this.#all.flatMap((reference) =>
      reference.kind === "chunk" ? [reference.sourceId] : [],
    );
    return [...new Set([...passageSources, ...this.#remembered])].slice(0, MAX_SOURCES);
  }

  get all(): readonly Reference[] {
    return this.#all;
  }
}
