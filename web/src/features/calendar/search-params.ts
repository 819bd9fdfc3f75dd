import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";

/** The search parameters of the calendar: one of the days shown, whose events it shows, and the open event. */
export interface CalendarSearch {
  /** Empty for the week, which is an agenda on a phone. */
  view: "" | "day" | "review";
  /** Empty for the viewer's own events. */
  who: "" | "team";
  /** YYYY-MM-DD; empty for today. */
  day: string;
  /** The event that is open. */
  event: string;
}

export const defaultCalendarSearch: CalendarSearch = { view: "", who: "", day: "", event: "" };

/** Parses search parameters; an unknown value becomes the default. */
export function parseCalendarSearch(
  input: Partial<CalendarSearch> & SearchSchemaInput,
): CalendarSearch {
  return {
    view: input.view === "day" || input.view === "review" ? input.view : "",
    who: input.who === "team" ? "team" : "",
    day: input.day && isDay(input.day) ? input.day : "",
    event: input.event && isUuid(input.event) ? input.event : "",
  };
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
