import type { TaskChanges, TaskRow } from "../../api/task-routes.ts";
import type { TaskStatus } from "./search-params.ts";

/** A change to several due days; empty if each row keeps its own. */
export interface DueEdit {
  due: "" | "shift" | "set" | "clear";
  shiftDays: string;
  dueOn: string;
}

export const noDueEdit: DueEdit = { due: "", shiftDays: "7", dueOn: "" };

/** Changes to several tasks; an empty field leaves each task's own value. */
export interface BulkEdit extends DueEdit {
  status: TaskStatus | "";
  /** A person's id, or "none". */
  assignee: string;
  addLabels: string[];
  removeLabels: string[];
  archive: "" | "archive" | "restore";
}

export const noBulkEdit: BulkEdit = {
  status: "",
  assignee: "",
  ...noDueEdit,
  addLabels: [],
  removeLabels: [],
  archive: "",
};

const DAY_MS = 86_400_000;

/** Why the due days can't change; null when they can. */
export function problemInDue({ due, shiftDays, dueOn }: DueEdit): string | null {
  const days = Number(shiftDays);
  if (due === "shift" && !(Number.isInteger(days) && days !== 0 && Math.abs(days) <= 3650)) {
    return "Enter the number of days to shift by, such as 7 or -3.";
  }
  return due === "set" && !dueOn ? "Choose the due date." : null;
}

/** Why the edit can't be previewed; null when it can. */
export function problemIn(edit: BulkEdit): string | null {
  const problem = problemInDue(edit);
  if (problem) return problem;
  const { status, assignee, due, addLabels, removeLabels, archive } = edit;
  const isEmpty = !status && !assignee && !due && !archive;
  return isEmpty && addLabels.length + removeLabels.length === 0
    ? "Choose at least one change."
    : null;
}

/** The changes that an edit makes to one task; null if there are none. */
export function changesFor(task: TaskRow, edit: BulkEdit): TaskChanges | null {
  const changes: TaskChanges = {};
  if (edit.status && edit.status !== task.status) changes.status = edit.status;
  const assignee = edit.assignee === "none" ? null : edit.assignee;
  if (edit.assignee && assignee !== (task.assignee?.id ?? null)) changes.assignee_id = assignee;
  const dueOn = dueFor(task.due_on, edit);
  if (dueOn !== task.due_on) changes.due_on = dueOn;
  const labels = labelsFor(task, edit);
  if (labels.join("\n") !== task.labels.join("\n")) changes.labels = labels;
  const isArchived = task.archived_at !== null;
  if (edit.archive && (edit.archive === "archive") !== isArchived) {
    changes.is_archived = !isArchived;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

export function dueFor(due_on: string | null, { due, shiftDays, dueOn }: DueEdit): string | null {
  if (due === "set") return dueOn;
  if (due === "clear") return null;
  if (due !== "shift" || due_on === null) return due_on;
  return new Date(Date.parse(due_on) + Number(shiftDays) * DAY_MS).toISOString().slice(0, 10);
}

function labelsFor({ labels }: TaskRow, { addLabels, removeLabels }: BulkEdit): string[] {
  const isSame = (label: string) => (other: string) => other.toLowerCase() === label.toLowerCase();
  const retainedLabels = labels.filter((label) => !removeLabels.some(isSame(label)));
  return [...retainedLabels, ...addLabels.filter((label) => !retainedLabels.some(isSame(label)))];
}
