import type { SearchSchemaInput } from "@tanstack/react-router";
import type { Enums } from "../../supabase/client.ts";
import { type DocumentsSearch, kindIn, stateIn } from "../documents/search-params.ts";
import { noTaskFilters, parseTaskFilters, type TaskFilters } from "../tasks/search-params.ts";

type TimelineKind = Enums["timeline_kind"];

export const timelineKinds: readonly TimelineKind[] = [
  "status_update",
  "classification",
  "project_changed",
  "tasks_completed",
  "tasks_started",
  "hours",
];
export const views = [
  "timeline",
  "note",
  "tasks",
  "hours",
  "documents",
  "details",
  "rates",
] as const;

export type ProjectTab = (typeof views)[number];

/**
 * The search parameters of a project. `kinds` lists kinds of the timeline with commas between them; empty shows all.
 * The filters are those of its tasks.
 */
export interface ProjectSearch extends TaskFilters {
  view: ProjectTab;
  kinds: string;
  /** The one day whose hours are listed (YYYY-MM-DD); empty lists all. */
  day: string;
  /** Kind and status of documents, and whether the upload form is open. */
  kind: DocumentsSearch["kind"];
  reading: DocumentsSearch["status"];
  upload: DocumentsSearch["upload"];
}

export const defaultProjectSearch: ProjectSearch = {
  view: "timeline",
  kinds: "",
  ...noTaskFilters,
  sort: "status",
  day: "",
  kind: "",
  reading: "",
  upload: "",
};

/** Parses search parameters; an unknown value becomes the default. */
export function parseProjectSearch(
  input: Partial<ProjectSearch> & SearchSchemaInput,
): ProjectSearch {
  const filters = parseTaskFilters(input, defaultProjectSearch);
  return {
    ...filters,
    view: views.find((name) => name === input.view) ?? defaultProjectSearch.view,
    kinds: timelineKindsIn(input.kinds ?? "").join(","),
    // A project shows all of its tasks unless some statuses are chosen.
    status: filters.status === "all" ? "" : filters.status,
    day: /^\d{4}-\d{2}-\d{2}$/.test(input.day ?? "") ? (input.day ?? "") : "",
    kind: kindIn(input.kind),
    reading: stateIn(input.reading),
    upload: input.upload === "1" ? "1" : "",
  };
}

export function timelineKindsIn(list: string): TimelineKind[] {
  const names = list.split(",");
  return timelineKinds.filter((kind) => names.includes(kind));
}
