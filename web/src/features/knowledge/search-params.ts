import type { SearchSchemaInput } from "@tanstack/react-router";
import { sourceKinds } from "../../../../supabase/functions/_domain/approvals/words.ts";
import type { SourceKind } from "../../api/knowledge-routes.ts";
import { isUuid } from "../../format/uuid.ts";

/** The search parameters of the search page. `from` and `to` are days, both included. */
export interface KnowledgeSearch {
  q: string;
  project: string;
  kind: SourceKind | "";
  from: string;
  to: string;
}

export const defaultKnowledgeSearch: KnowledgeSearch = {
  q: "",
  project: "",
  kind: "",
  from: "",
  to: "",
};

/** The maximum length that the service accepts. */
export const MAX_QUERY = 500;

/** Parses search parameters; an unknown value becomes the default. */
export function parseKnowledgeSearch(
  input: Partial<KnowledgeSearch> & SearchSchemaInput,
): KnowledgeSearch {
  return {
    q: (input.q ?? "").slice(0, MAX_QUERY),
    project: input.project && isUuid(input.project) ? input.project : "",
    kind: sourceKinds.find((name) => name === input.kind) ?? "",
    from: dayIn(input.from),
    to: dayIn(input.to),
  };
}

function dayIn(text: string | undefined): string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return "";
  const instant = Date.parse(text);
  // Some parsers read 30 February as a day of March, others refuse it.
  return Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text ? "" : text;
}

/** Whether the days contradict each other. */
export function isBackwards({ from, to }: KnowledgeSearch): boolean {
  return from !== "" && to !== "" && to < from;
}

export function isNarrowed({ project, kind, from, to }: KnowledgeSearch): boolean {
  return [project, kind, from, to].some((filter) => filter !== "");
}
