/** A task tracker in memory, with cursors, pages, tombstones and the faults of real ones. */
import type { SyncPage, SyncRecord } from "../../supabase/functions/_integrations/sync-port.ts";

interface Task {
  title: string;
  list: string;
  isDeleted: boolean;
  version: number;
}

export interface SimulatedVendor {
  /** People create, edit, move and delete tasks. */
  change(): void;
  /** Gives every task a title that can be stored. */
  repair(): void;
  list(cursor: string | null): SyncPage;
  /** The tasks that belong to our projects, as our rows should be. */
  rows(): { id: string; title: string; project: string }[];
}

// L9 is mapped to no project.
const PROJECTS: Record<string, string> = { L1: "alpha", L2: "beta" };
const LISTS = ["L1", "L1", "L2", "L9"];
// The delete brake begins at 20.
const MOST_TASKS = 15;
const UNSTORABLE = " ";

export function simulateVendor(random: () => number): SimulatedVendor {
  const tasks = new Map<string, Task>();
  const log: { id: string; record: SyncRecord }[] = [];
  const listings: { records: SyncRecord[]; at: number; isFull: boolean }[] = [];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const shuffled = <T>(items: T[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);

  function write(id: string, changes: Partial<Task>) {
    const version = log.length + 1;
    const task = { title: "", list: "L1", isDeleted: false, ...tasks.get(id), ...changes, version };
    tasks.set(id, task);
    log.push({ id, record: recordOf(id, task) });
  }

  function change() {
    for (let n = Math.floor(random() * 12); n > 0; n--) {
      const live = [...tasks].filter(([, task]) => !task.isDeleted).map(([id]) => id);
      const action =
        live.length === 0 ? "create" : pick(["create", "edit", "edit", "move", "delete"]);
      const title = random() < 0.1 ? UNSTORABLE : `Title ${log.length}`;
      if (action !== "create") {
        const changes = {
          edit: { title },
          move: { list: pick(LISTS) },
          delete: { isDeleted: true },
        };
        write(pick(live), changes[action as keyof typeof changes]);
      } else if (tasks.size < MOST_TASKS) {
        write(String(tasks.size + 1), { title, list: pick(LISTS) });
      }
    }
  }

  /** The current state of what changed, with earlier versions among it, in any order. */
  function begin(cursor: string | null) {
    const isFull = cursor === null;
    const since = isFull ? 0 : Number(cursor.split(":")[1]);
    const changed = new Set(log.slice(since).map(({ id }) => id));
    const current = [...tasks]
      .filter(([id, task]) => (isFull ? !task.isDeleted : changed.has(id)))
      .map(([id, task]) => recordOf(id, task));
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
    const next = offset + 1 + Math.floor(random() * 6);
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
      for (const [id, task] of tasks) {
        if (!task.isDeleted && task.title === UNSTORABLE) write(id, { title: "Repaired" });
      }
    },
    rows: () =>
      [...tasks]
        .filter(([, task]) => !task.isDeleted && task.list in PROJECTS)
        .map(([id, { title, list }]) => ({ id, title, project: PROJECTS[list] as string }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** Versions of one history differ by microseconds only. */
const instantOf = (version: number) => `2026-03-02T10:00:00.${String(version).padStart(6, "0")}Z`;

const recordOf = (id: string, { title, list, isDeleted, version }: Task): SyncRecord => ({
  externalId: id,
  version: instantOf(version),
  isDeleted,
  filteredBecause: null,
  data: isDeleted ? null : { list_id: list, title, status: "open", is_closed: false, labels: [] },
});
