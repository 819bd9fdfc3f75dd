import type { TimeEntry, Timesheet } from "../../api/time-routes.ts";
import { formatExactHours } from "../../format/numbers.ts";

export interface ProjectTask {
  project: { id: string; name: string; is_archived: boolean };
  task: { id: string; title: string } | null;
}

/** A row of the grid, with or without hours. */
export interface Line extends ProjectTask {
  key: string;
  days: { day: string; hours: number; entries: TimeEntry[] }[];
  hours: number;
}

/** "1 hour", "2.5 hours". */
export function hoursInWords(hours: number): string {
  return hours === 1 ? "1 hour" : `${formatExactHours(hours)} hours`;
}

export function keyOf({ project, task }: ProjectTask): string {
  return `${project.id}/${task?.id ?? ""}`;
}

/** "Web shop relaunch, Design". */
export function nameOf({ project, task }: ProjectTask): string {
  return task ? `${project.name}, ${task.title}` : project.name;
}

/** The rows with hours and those that the person added, by their names. */
export function linesOf(sheet: Timesheet, added: readonly ProjectTask[]): Line[] {
  const lines = sheet.rows.map((row) => ({ ...row, key: keyOf(row) }));
  const keys = new Set(lines.map(({ key }) => key));
  return [
    ...lines,
    ...added
      .filter((work) => !keys.has(keyOf(work)))
      .map((work) => ({
        ...work,
        key: keyOf(work),
        days: sheet.days.map(({ day }) => ({ day, hours: 0, entries: [] })),
        hours: 0,
      })),
  ].toSorted(
    (a, b) =>
      a.project.name.localeCompare(b.project.name) ||
      a.project.id.localeCompare(b.project.id) ||
      (a.task?.title ?? "").localeCompare(b.task?.title ?? ""),
  );
}

/** Two lists of rows, each row once. */
export function mergeRows(
  rows: readonly ProjectTask[],
  more: readonly ProjectTask[],
): ProjectTask[] {
  return [...new Map([...rows, ...more].map((work) => [keyOf(work), work])).values()];
}
