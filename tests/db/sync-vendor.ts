/** A vendor in memory, with cursors, pages, tombstones and the faults of real ones. */
import type { SyncPage, SyncRecord } from "../../supabase/functions/_integrations/sync-port.ts";
import type { SyncedRow, SyncKind, VendorRecord } from "./sync-kinds.ts";

interface Item extends VendorRecord {
  isDeleted: boolean;
  version: number;
}

export interface SimulatedVendor {
  /** People create, edit, move, merge, delete and restore records. */
  change(): void;
  /** Repairs every record, so that it can be stored. */
  repair(): void;
  list(cursor: string | null): SyncPage;
  /** The rows that we should have of the live records. */
  rows(): SyncedRow[];
  /** The ids of our rows whose current version is on a page before this cursor. */
  idsBefore(cursor: string | null): string[];
}

// L9 is mapped to no project.
const LISTS = ["L1", "L1", "L2", "L9"];
// From 20 deletions on, a run waits for a person's decision.
const MAX_ITEMS = 15;

export function simulateVendor(kind: SyncKind, random: () => number): SimulatedVendor {
  const items = new Map<string, Item>();
  const log: { version: number; id: string; record: SyncRecord }[] = [];
  const listings: { records: SyncRecord[]; at: number; isFull: boolean }[] = [];
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const shuffled = <T>(items: T[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);

  const externalId = (item: Item) => kind.externalId?.(item) ?? item.id;
  const truth = (item: Item) => (item.isDeleted ? null : kind.truth(item));
  const recordOf = (item: Item): SyncRecord => ({
    externalId: externalId(item),
    version: instantOf(item.version),
    isDeleted: item.isDeleted,
    filteredBecause: null,
    data: item.isDeleted ? null : kind.data(item),
  });

  let clock = 1;
  function write(id: string, changes: Partial<Item>) {
    const currentItem = items.get(id);
    // Changes of several records often happen within one tick of the vendor's clock.
    if (currentItem?.version === clock || random() < 0.5) clock++;
    const blank = { id, title: "", list: "L1", isBad: false, isDeleted: false, merged: [] };
    const item = { ...blank, ...currentItem, ...changes, version: clock };
    items.set(id, item);
    log.push({ version: clock, id, record: recordOf(item) });
  }

  const newContent = () => ({ title: `Title ${log.length}`, isBad: random() < 0.1 });
  function create() {
    if (items.size < MAX_ITEMS) {
      write(String(items.size + 1), { ...newContent(), list: pick(LISTS) });
    }
  }

  const actions = {
    create: (_live: Item[]) => create(),
    edit: (liveItems: Item[]) => write(pick(liveItems).id, newContent()),
    move(liveItems: Item[]) {
      const { id } = pick(liveItems);
      if (!kind.isListFixed) return write(id, { list: pick(LISTS) });
      write(id, { isDeleted: true });
      create();
    },
    delete: (liveItems: Item[]) => write(pick(liveItems).id, { isDeleted: true }),
    restore() {
      const merged = new Set([...items.values()].flatMap((item) => item.merged));
      const deletedItems = [...items.values()].filter(
        ({ id, isDeleted }) => isDeleted && !merged.has(id),
      );
      if (deletedItems.length > 0) write(pick(deletedItems).id, { isDeleted: false });
    },
    merge(liveItems: Item[]) {
      const [merged, survivor] = shuffled(liveItems);
      if (!kind.canMerge || !merged || !survivor) return;
      write(merged.id, { isDeleted: true });
      write(survivor.id, { merged: [...survivor.merged, merged.id, ...merged.merged] });
    },
  };
  const weightedActions = ["create", "edit", "edit", "move", "delete", "restore", "merge"] as const;

  function change() {
    for (let n = below(12); n > 0; n--) {
      const liveItems = [...items.values()].filter(({ isDeleted }) => !isDeleted);
      actions[liveItems.length === 0 ? "create" : pick(weightedActions)](liveItems);
    }
  }

  /** The current versions of the changed records, mixed with earlier versions, in any order. */
  function begin(cursor: string | null) {
    const isFull = cursor === null;
    // The bound is inclusive, because more records may have changed within that tick.
    const since = isFull ? 0 : Number(cursor.split(":")[1]);
    const recentEntries = log.filter(({ version }) => version >= since);
    const changedIds = new Set(recentEntries.map(({ id }) => id));
    const currentItems = [...items.values()]
      .filter(({ id, isDeleted }) => (isFull ? !isDeleted : changedIds.has(id)))
      .map(recordOf);
    // A complete listing lacks removed records.
    const replay = log
      .filter(({ id, record }) =>
        isFull ? !record.isDeleted && !items.get(id)?.isDeleted : changedIds.has(id),
      )
      .filter(() => random() < 0.2)
      .map(({ record }) => record);
    listings.push({ records: shuffled([...currentItems, ...replay]), at: clock, isFull });
    return { listing: listings.length - 1, offset: 0 };
  }

  function list(cursor: string | null): SyncPage {
    const { listing, offset } = cursor?.startsWith("page:")
      ? { listing: Number(cursor.split(":")[1]), offset: Number(cursor.split(":")[2]) }
      : begin(cursor);
    const { records, at, isFull } = listings[listing] as (typeof listings)[number];
    const next = offset + 1 + below(9);
    const hasMore = next < records.length;
    const since = Math.max(0, at - below(4));
    return {
      records: records.slice(offset, next),
      cursor: hasMore ? `page:${listing}:${next}` : `since:${since}`,
      hasMore,
      isSnapshot: isFull && !hasMore,
      confirmedAt: instantOf(at),
      calls: 1,
      retries: 0,
    };
  }

  return {
    change,
    list,
    repair() {
      for (const [id, { isDeleted, isBad }] of items) {
        if (!isDeleted && isBad) write(id, { title: `Title ${log.length}`, isBad: false });
      }
    },
    rows: () =>
      [...items.values()]
        .map(truth)
        .filter((row) => row !== null)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    idsBefore(cursor) {
      if (!cursor?.startsWith("page:")) return [];
      const [, listing, offset] = cursor.split(":").map(Number) as [number, number, number];
      const records = new Set(
        listings[listing]?.records
          .slice(0, offset)
          .map((record) => `${record.externalId} ${record.version}`),
      );
      return [...items.values()]
        .filter((item) => records.has(`${externalId(item)} ${instantOf(item.version)}`))
        .map(truth)
        .filter((row) => row !== null)
        .map(({ id }) => id);
    },
  };
}

/** Versions of one history differ by microseconds only. */
const instantOf = (version: number) => `2026-03-02T10:00:00.${String(version).padStart(6, "0")}Z`;
