import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";
import { isDay } from "../calendar/search-params.ts";

export const slotLengths = [15, 30, 45, 60, 90, 120, 180, 240] as const;
export const slotWeeks = [1, 2, 4] as const;

/** The search parameters of the availability page: the day shown, and the people and slots of the slot finder. */
export interface AvailabilitySearch {
  /** YYYY-MM-DD; empty for today. */
  day: string;
  /** Ids of the people who are to meet, separated by commas. */
  people: string;
  minutes: number;
  weeks: number;
}

export const defaultAvailabilitySearch: AvailabilitySearch = {
  day: "",
  people: "",
  minutes: 60,
  weeks: 1,
};

/** Larger groups hardly ever share a free hour. */
const MAX_PEOPLE = 50;

/** Parses search parameters; an unknown value becomes the default. */
export function parseAvailabilitySearch(
  input: Partial<Record<keyof AvailabilitySearch, string | number>> & SearchSchemaInput,
): AvailabilitySearch {
  const day = String(input.day ?? "");
  const ids = String(input.people ?? "")
    .split(",")
    .filter(isUuid);
  return {
    day: isDay(day) ? day : "",
    people: ids.slice(0, MAX_PEOPLE).join(","),
    minutes: slotLengths.find((length) => length === Number(input.minutes)) ?? 60,
    weeks: slotWeeks.find((count) => count === Number(input.weeks)) ?? 1,
  };
}

export const peopleIn = ({ people }: AvailabilitySearch): string[] =>
  people === "" ? [] : people.split(",");
