import { formatDay } from "../../format/dates.ts";
import { formatExactHours } from "../../format/numbers.ts";
import type { TaskStatus } from "./search-params.ts";
import { priorityName, taskStatusLabels } from "./task-status.tsx";

/** A value of a task's field in words. */
export function wordsFor(
  field: string,
  value: unknown,
  names: ReadonlyMap<string, string> | undefined,
): string {
  if (field === "assignee_id") {
    return value ? (names?.get(String(value)) ?? "Former colleague") : "Unassigned";
  }
  if (field === "is_archived") return value ? "Yes" : "No";
  if (field === "archived_at") return value ? "Archived" : "Not archived";
  if (field === "parent_id") return value ? "Subtask" : "No parent task";
  if (value === null || value === undefined || value === "") return "Nothing";
  if (Array.isArray(value)) return value.join(", ") || "Nothing";
  if (field === "status") return taskStatusLabels[value as TaskStatus] ?? String(value);
  if (field === "priority") return priorityName(Number(value));
  if (field === "estimate_hours") return `${formatExactHours(Number(value))} h`;
  if (/_on$/.test(field)) return formatDay(String(value));
  return String(value);
}
