import type { SearchSchemaInput } from "@tanstack/react-router";

/** The question of the page. */
export interface EstimatesSearch {
  query: string;
  category: string;
  /** The hours as typed; "" if there are none. */
  hours: string;
  project: string;
  /** The id of the task that is estimated; `task` is the one in the panel. */
  estimatedTask: string;
}

export const defaultEstimatesSearch: EstimatesSearch = {
  query: "",
  category: "",
  hours: "",
  project: "",
  estimatedTask: "",
};

export function parseEstimatesSearch(
  search: { [Name in keyof EstimatesSearch]?: unknown } & SearchSchemaInput,
): EstimatesSearch {
  const text = (value: unknown, maxLength: number) =>
    typeof value === "string" || typeof value === "number" ? String(value).slice(0, maxLength) : "";
  const hours = text(search.hours, 12);
  return {
    query: text(search.query, 1000),
    category: text(search.category, 200),
    hours: Number(hours) > 0 ? hours : "",
    project: text(search.project, 36),
    estimatedTask: search.project ? text(search.estimatedTask, 36) : "",
  };
}
