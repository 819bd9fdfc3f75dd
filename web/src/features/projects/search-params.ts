import type { SearchSchemaInput } from "@tanstack/react-router";
import type { Enums } from "../../supabase/client.ts";
import { type DocumentsSearch, kindIn, stateIn } from "../documents/search-params.ts";

export type TaskStatus = Enums["task_status"];
type TimelineKind = Enums["timeline_kind"];

export const taskStatuses: readonly TaskStatus[] = [
  "open",
  "in_progress",
  "blocked",
  "done",
  "cancelled",
];
/** Work that is still to be done: its due day can be missed. */
export function isOpen(status: TaskStatus): boolean {
  return status !== "done" && status !== "cancelled";
}

export const timelineKinds: readonly TimelineKind[] = [
  "status_update",
  "classification",
  "project_changed",
  "tasks_completed",
  "tasks_started",
  "hours",
];
export const views = ["timeline", "tasks", "hours", "documents", "details"] as const;
const taskSorts = ["title", "status", "estimate_hours", "due_on", "completed_on"] as const;

export type ProjectTab = (typeof views)[number];
export type TaskSort = (typeof taskSorts)[number];

/**
 * What a project's address says. `kinds` lists what the timeline tells, `status` task statuses, both
 * by comma; empty shows all.
 */
export interface ProjectSearch {
  view: ProjectTab;
  kinds: string;
  q: string;
  status: string;
  sort: TaskSort;
  dir: "asc" | "desc";
  /** A task that is opened above the table. */
  task: string;
  /** The one day whose hours are listed (YYYY-MM-DD); empty lists all. */
  day: string;
  /** Kind and status of documents, and whether the form that uploads is open. */
  kind: DocumentsSearch["kind"];
  reading: DocumentsSearch["status"];
  upload: DocumentsSearch["upload"];
}

export const defaultProjectSearch: ProjectSearch = {
  view: "timeline",
  kinds: "",
  q: "",
  status: "",
  sort: "status",
  dir: "asc",
  task: "",
  day: "",
  kind: "",
  reading: "",
  upload: "",
};

/** Reads an address; what it does not know falls back to the default. */
export function parseProjectSearch(
  input: Partial<ProjectSearch> & SearchSchemaInput,
): ProjectSearch {
  return {
    // Links to a task say no more than the task.
    view:
      views.find((name) => name === input.view) ??
      (input.task ? "tasks" : defaultProjectSearch.view),
    kinds: timelineKindsIn(input.kinds ?? "").join(","),
    q: input.q ?? "",
    status: taskStatusesIn(input.status ?? "").join(","),
    sort: taskSorts.find((key) => key === input.sort) ?? defaultProjectSearch.sort,
    dir: input.dir === "desc" ? "desc" : "asc",
    task: input.task ?? "",
    day: /^\d{4}-\d{2}-\d{2}$/.test(input.day ?? "") ? (input.day ?? "") : "",
    kind: kindIn(input.kind),
    reading: stateIn(input.reading),
    upload: input.upload === "1" ? "1" : "",
  };
}

export function taskStatusesIn(list: string): TaskStatus[] {
  const named = list.split(",");
  return taskStatuses.filter((status) => named.includes(status));
}

export function timelineKindsIn(list: string): TimelineKind[] {
  const named = list.split(",");
  return timelineKinds.filter((kind) => named.includes(kind));
}
