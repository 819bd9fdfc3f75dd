/**
 * What an answer can cite, numbered in the order in which it was shown to the model. Numbers of one turn go on
 * through its tools; a thing that is shown twice keeps its number.
 */
export type Reference = { n: number; id: string; title: string; text: string } & (
  | { kind: "chunk"; sourceId: string }
  | { kind: "row"; table: "projects" | "tasks" | "status_updates" }
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
    const known = this.#numbers.get(shown.id);
    if (known !== undefined) return known;
    const n = this.#all.length + 1;
    this.#all.push({ ...shown, n } as Reference);
    this.#numbers.set(shown.id, n);
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
