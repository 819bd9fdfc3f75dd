/** A vendor in memory, with cursors, pages, tombstones and the faults of real ones. */
import type { SyncPage, SyncRecord } from "../../supabase/functions/_integrations/sync-port.ts";
import type { SyncKind } from "./sync-kinds.ts";

interface Item {
  title: string;
  list: string;
  isBad: boolean;
  isDeleted: boolean;
  version: number;
}

export interface SimulatedVendor {
  /** People create, edit, move and delete records. */
  change(): void;
  /** Makes every record one that can be stored. */
  repair(): void;
  list(cursor: string | null): SyncPage;
  /** The records that belong to our projects, as our rows should be. */
  rows(): { id: string; title: string; project: string }[];
  /** Ids of the live records of our projects that a reader with this cursor has been shown in its listing. */
  shownBefore(cursor: string | null): string[];
}

// L9 is mapped to no project.
const PROJECTS: Record<string, string> = { L1: "alpha", L2: "beta" };
const LISTS = ["L1", "L1", "L2", "L9"];
// The delete brake begins at 20.
const MOST_ITEMS = 15;

export function simulateVendor(kind: SyncKind, random: () => number): SimulatedVendor {
  const items = new Map<string, Item>();
  const log: { id: string; record: SyncRecord }[] = [];
  const listings: { records: SyncRecord[]; at: number; isFull: boolean }[] = [];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const shuffled = <T>(items: T[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);

  const isOurs = ({ isDeleted, list }: Item) => !isDeleted && list in PROJECTS;
  const recordOf = (id: string, { isDeleted, version, ...content }: Item): SyncRecord => ({
    externalId: id,
    version: instantOf(version),
    isDeleted,
    filteredBecause: null,
    data: isDeleted ? null : kind.data(content),
  });

  function write(id: string, changes: Partial<Item>) {
    const version = log.length + 1;
    const blank = { title: "", list: "L1", isBad: false, isDeleted: false };
    const item = { ...blank, ...items.get(id), ...changes, version };
    items.set(id, item);
    log.push({ id, record: recordOf(id, item) });
  }

  function change() {
    for (let n = Math.floor(random() * 12); n > 0; n--) {
      const live = [...items].filter(([, item]) => !item.isDeleted).map(([id]) => id);
      const action =
        live.length === 0 ? "create" : pick(["create", "edit", "edit", "move", "delete"]);
      const content = { title: `Title ${log.length}`, isBad: random() < 0.1 };
      if (action !== "create") {
        const changes = {
          edit: content,
          move: { list: pick(LISTS) },
          delete: { isDeleted: true },
        };
        write(pick(live), changes[action as keyof typeof changes]);
      } else if (items.size < MOST_ITEMS) {
        write(String(items.size + 1), { ...content, list: pick(LISTS) });
      }
    }
  }

  /** The current state of what changed, with earlier versions among it, in any order. */
  function begin(cursor: string | null) {
    const isFull = cursor === null;
    const since = isFull ? 0 : Number(cursor.split(":")[1]);
    const changed = new Set(log.slice(since).map(({ id }) => id));
    const current = [...items]
      .filter(([id, item]) => (isFull ? !item.isDeleted : changed.has(id)))
      .map(([id, item]) => recordOf(id, item));
    const replayed = isFull
      ? []
      : log.filter(({ id }) => changed.has(id) && random() < 0.1).map(({ record }) => record);
    listings.push({ records: shuffled([...current, ...replayed]), at: log.length, isFull });
    return { listing: listings.length - 1, offset: 0 };
  }

  function list(cursor: string | null): SyncPage {
    const { listing, offset } = cursor?.startsWith("page:")
      ? { listing: Number(cursor.split(":")[1]), offset: Number(cursor.split(":")[2]) }
      : begin(cursor);
    const { records, at, isFull } = listings[listing] as (typeof listings)[number];
    const next = offset + 1 + Math.floor(random() * 9);
    const hasMore = next < records.length;
    // The bound is inclusive and overlaps.
    const since = Math.max(0, at - Math.floor(random() * 4));
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
      for (const [id, item] of items) {
        if (!item.isDeleted && item.isBad) write(id, { title: "Repaired", isBad: false });
      }
    },
    rows: () =>
      [...items]
        .filter(([, item]) => isOurs(item))
        .map(([id, { title, list }]) => ({ id, title, project: PROJECTS[list] as string }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    shownBefore(cursor) {
      if (!cursor?.startsWith("page:")) return [];
      const [, listing, offset] = cursor.split(":").map(Number) as [number, number, number];
      const shown = listings[listing]?.records.slice(0, offset) ?? [];
      return shown
        .map(({ externalId, version }) => ({ externalId, version, item: items.get(externalId) }))
        .filter(({ item, version }) => item && isOurs(item) && version === instantOf(item.version))
        .map(({ externalId }) => externalId);
    },
  };
}

/** Versions of one history differ by microseconds only. */
const instantOf = (version: number) => `2026-03-02T10:00:00.${String(version).padStart(6, "0")}Z`;
