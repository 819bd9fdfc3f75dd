import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The search parameters of the hours: any day of the week that is shown, and the person. */
export interface TimeSearch {
  view: "" | "team";
  /** YYYY-MM-DD; empty for the current week. */
  week: string;
  /** Empty for the viewer. */
  person: string;
  /** The entry that is open. */
  entry: string;
}

export const defaultTimeSearch: TimeSearch = { view: "", week: "", person: "", entry: "" };

/** Parses search parameters; an unknown value becomes the default. */
export function parseTimeSearch(input: Partial<TimeSearch> & SearchSchemaInput): TimeSearch {
  const idOf = (text: string | undefined) => (text && isUuid(text) ? text : "");
  return {
    view: input.view === "team" ? "team" : "",
    week: input.week && isDay(input.week) ? input.week : "",
    person: idOf(input.person),
    entry: idOf(input.entry),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
