import type { ImportRow, ImportRun } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";

type Counts = NonNullable<ImportRun["counts"]>;
export type Entity = Exclude<keyof Counts, "rows">;

export const entities: Record<Entity, [one: string, many: string]> = {
  clients: ["client", "clients"],
  accounts: ["account", "accounts"],
  projects: ["project", "projects"],
  people: ["person", "people"],
  tasks: ["task", "tasks"],
  time_entries: ["time entry", "time entries"],
  rates: ["rate", "rates"],
  memberships: ["membership", "memberships"],
};

/** The effect of undoing, such as "delete 3 projects, and restore 1 task". */
export function undoInWords(counts: Counts): string | null {
  return countsInWords(counts, { create: "delete", update: "restore" });
}

/** The effect of a plan, such as "create 3 projects and 40 tasks, and update 1 task"; null if there is none. */
export function planInWords(counts: Counts): string | null {
  return countsInWords(counts, { create: "create", update: "update" });
}

/** The effect of an import, such as "created 3 projects"; null if there is none. */
export function resultInWords(counts: Counts): string | null {
  return countsInWords(counts, { create: "created", update: "updated" });
}

function countsInWords(counts: Counts, verbs: { create: string; update: string }): string | null {
  const parts = (["create", "update"] as const).flatMap((verb) => {
    const phrases = Object.entries(entities).flatMap(([entity, words]) => {
      const count = counts[entity as Entity]?.[verb] ?? 0;
      return count > 0 ? [countOf(count, ...words)] : [];
    });
    return phrases.length > 0 ? [`${verbs[verb]} ${enumerate(phrases)}`] : [];
  });
  return parts.length > 0 ? parts.join(", and ") : null;
}

/** "a", "a and b", "a, b and c". */
function enumerate(phrases: string[]): string {
  return phrases.length > 1
    ? `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1)}`
    : phrases.join();
}

/** The changes of an update, with the name of each field in words. */
export function changesOf(row: ImportRow): { field: string; from: string; to: string }[] {
  return Object.entries(row.changes ?? {}).map(([path, { from, to }]) => ({
    field: path.replace(/^time_entry\./, "").replace(/[._]/g, " "),
    from: valueInWords(from),
    to: valueInWords(to),
  }));
}

function valueInWords(value: unknown): string {
  return value === null || value === undefined || value === "" ? "nothing" : String(value);
}

type Problem = NonNullable<ImportRun["validation"]>["problems"][number];

/** Groups problems by message: each message is shown once, with its lines and its field. */
export function groupProblems(
  problems: Problem[],
): { message: string; lines: number[]; field?: Problem["field"] }[] {
  const byMessage = new Map<string, { lines: number[]; field?: Problem["field"] }>();
  for (const { line, message, field } of problems) {
    const group = byMessage.get(message);
    if (group) group.lines.push(line);
    else byMessage.set(message, { lines: [line], field });
  }
  return [...byMessage]
    .map(([message, group]) => ({ message, ...group }))
    .sort((a, b) => b.lines.length - a.lines.length);
}
