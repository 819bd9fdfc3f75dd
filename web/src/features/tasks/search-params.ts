import type { SearchSchemaInput } from "@tanstack/react-router";
import type { TaskQuery } from "../../api/task-routes.ts";
import { isUuid } from "../../format/uuid.ts";
import type { Enums } from "../../supabase/client.ts";

export type TaskStatus = Enums["task_status"];

export const taskStatuses: readonly TaskStatus[] = [
  "open",
  "in_progress",
  "blocked",
  "done",
  "cancelled",
];
const taskSorts = ["due_on", "priority", "title", "status", "created_at", "updated_at"] as const;
export type TaskSort = (typeof taskSorts)[number];

/** Work that is still to be done: its due day can be missed. */
export function isOpen(status: TaskStatus): boolean {
  return status !== "done" && status !== "cancelled";
}

/** Filters and order of a list of tasks, as its URL contains them. */
export interface TaskFilters {
  q: string;
  /** Statuses separated by commas; "all" and an empty value show all. */
  status: string;
  /** A person's id, "me", or "none" for tasks without an assignee. */
  assignee: string;
  label: string;
  /** First and last due day. */
  from: string;
  to: string;
  archived: "" | "1";
  sort: TaskSort;
  dir: "asc" | "desc";
}

/** Filters of the page with all tasks. */
export interface TasksSearch extends TaskFilters {
  project: string;
}

const openStatuses = taskStatuses.filter(isOpen).join(",");

export const noTaskFilters: TaskFilters = {
  q: "",
  status: "",
  assignee: "",
  label: "",
  from: "",
  to: "",
  archived: "",
  sort: "due_on",
  dir: "asc",
};

/** Open work first: most tasks of an organization are done. */
export const defaultTasksSearch: TasksSearch = {
  ...noTaskFilters,
  status: openStatuses,
  project: "",
};

/** The filters that the search parameters contain. */
export function filtersOf(search: TaskFilters): TaskFilters {
  const { q, status, assignee, label, from, to, archived, sort, dir } = search;
  return { q, status, assignee, label, from, to, archived, sort, dir };
}

/** Parses the filters. An unknown status becomes "all", any other unknown value the default. */
export function parseTaskFilters(
  input: Partial<TaskFilters>,
  defaults: TaskFilters = noTaskFilters,
): TaskFilters {
  return {
    q: input.q ?? "",
    status:
      input.status === undefined
        ? defaults.status
        : taskStatusesIn(input.status).join(",") || "all",
    assignee:
      input.assignee === "me" || input.assignee === "none" ? input.assignee : idIn(input.assignee),
    label: input.label?.slice(0, 40) ?? "",
    from: dayIn(input.from),
    to: dayIn(input.to),
    archived: input.archived === "1" ? "1" : "",
    sort: taskSorts.find((key) => key === input.sort) ?? defaults.sort,
    dir: input.dir === "desc" ? "desc" : "asc",
  };
}

export function parseTasksSearch(input: Partial<TasksSearch> & SearchSchemaInput): TasksSearch {
  return { ...parseTaskFilters(input, defaultTasksSearch), project: idIn(input.project) };
}

export function taskStatusesIn(list: string): TaskStatus[] {
  const names = list.split(",");
  return taskStatuses.filter((status) => names.includes(status));
}

/** The query of the route for these filters. */
export function queryFor(filters: TaskFilters, projectId: string, viewerId: string): TaskQuery {
  const { q, label, from, to, archived, sort, dir } = filters;
  const assignee = filters.assignee === "me" ? viewerId : filters.assignee;
  const statuses = taskStatusesIn(filters.status).join(",");
  return {
    ...(projectId && { project_id: projectId }),
    ...(assignee && { assignee_id: assignee }),
    ...(statuses && { status: statuses }),
    ...(label && { label }),
    ...(from && { due_from: from }),
    ...(to && { due_to: to }),
    ...(q.trim() && { q: q.trim().slice(0, 200) }),
    ...(archived && { archived: "true" }),
    sort,
    direction: dir,
  };
}

function dayIn(text: string | undefined): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") ? (text ?? "") : "";
}

function idIn(text: string | undefined): string {
  return text && isUuid(text) ? text : "";
}
