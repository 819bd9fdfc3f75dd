/**
 * The vendors' real records, with their versions and history: a sync is correct if it ends with the same records.
 */

export interface Entry<T> {
  id: string;
  data: T;
  createdAt: number;
  updatedAt: number;
  /** The change that created this version; unique and increasing across all vendors. */
  sequence: number;
  isDeleted: boolean;
  /** The record into which this one was merged. */
  mergedInto: string | null;
}

export type ChangeKind = "created" | "updated" | "deleted" | "merged";

export interface Change<T = unknown> {
  kind: ChangeKind;
  entry: Entry<T>;
}

/** A clock in milliseconds since 1970. A test can set it; otherwise it is the machine's clock. */
export class Clock {
  /** Advances the clock after each change; 0 gives successive changes the same timestamp. */
  step = 1000;
  #at: number | null;

  constructor(at: number | null) {
    this.#at = at;
  }

  now(): number {
    return this.#at ?? Date.now();
  }

  advance(milliseconds: number): void {
    if (this.#at !== null) this.#at += milliseconds;
  }
}

export class History {
  sequence = 0;
  readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  next(): { at: number; sequence: number } {
    const at = this.clock.now();
    this.clock.advance(this.clock.step);
    this.sequence += 1;
    return { at, sequence: this.sequence };
  }
}

/** The records of one kind at one vendor. */
export class Collection<T extends object> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #listeners: ((change: Change<T>) => void)[] = [];
  readonly #history: History;
  readonly #newId: (number: number) => string;

  constructor(history: History, newId: (number: number) => string) {
    this.#history = history;
    this.#newId = newId;
  }

  create(data: T, options: { id?: string; at?: number } = {}): Entry<T> {
    const { at, sequence } = this.#history.next();
    const id = options.id ?? this.#newId(this.#entries.size + 1);
    const time = options.at ?? at;
    const version = { createdAt: time, updatedAt: time, sequence };
    return this.#store("created", { id, data, ...version, isDeleted: false, mergedInto: null });
  }

  edit(id: string, changes: Partial<T>): Entry<T> {
    const entry = this.#live(id);
    const data = { ...entry.data, ...changes };
    return this.#store("updated", { ...entry, data, ...this.#version() });
  }

  delete(id: string): Entry<T> {
    return this.#store("deleted", { ...this.#live(id), isDeleted: true, ...this.#version() });
  }

  /** The survivor gets a new version as well. */
  merge(id: string, survivor: string): Entry<T> {
    const duplicate = this.#live(id);
    if (id === survivor) throw new Error(`${id} cannot be merged into itself.`);
    const target = this.edit(survivor, {});
    const version = this.#version();
    this.#store("merged", { ...duplicate, isDeleted: true, mergedInto: survivor, ...version });
    return target;
  }

  get(id: string): Entry<T> | undefined {
    return this.#entries.get(id);
  }

  /** A record that was merged leads to its survivor. */
  survivor(id: string): Entry<T> | undefined {
    const entry = this.#entries.get(id);
    return entry?.mergedInto ? this.survivor(entry.mergedInto) : entry;
  }

  /** In the order of their creation, the deleted ones included. */
  all(): Entry<T>[] {
    return [...this.#entries.values()];
  }

  live(): Entry<T>[] {
    return this.all().filter((entry) => !entry.isDeleted);
  }

  /** The newest versions of all records that changed after a change, oldest change first. */
  changedAfter(sequence: number): Entry<T>[] {
    return this.all()
      .filter((entry) => entry.sequence > sequence)
      .sort((a, b) => a.sequence - b.sequence);
  }

  onChange(listener: (change: Change<T>) => void): void {
    this.#listeners.push(listener);
  }

  #version() {
    const { at, sequence } = this.#history.next();
    return { updatedAt: at, sequence };
  }

  #live(id: string): Entry<T> {
    const entry = this.#entries.get(id);
    if (!entry || entry.isDeleted) throw new Error(`There is no record ${id}.`);
    return entry;
  }

  #store(kind: ChangeKind, entry: Entry<T>): Entry<T> {
    this.#entries.set(entry.id, entry);
    for (const listener of this.#listeners) listener({ kind, entry });
    return entry;
  }
}
