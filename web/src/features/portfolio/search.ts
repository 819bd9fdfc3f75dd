import type { SearchSchemaInput } from "@tanstack/react-router";
import type { ProjectStatus } from "./queries.ts";

export const statuses: readonly ProjectStatus[] = [
  "active",
  "planned",
  "on_hold",
  "completed",
  "cancelled",
];
export const groupings = ["client", "account", "status", "lead", "none"] as const;
export const sortKeys = [
  "name",
  "status",
  "health",
  "lead",
  "burn",
  "open",
  "activity",
  "due",
] as const;

export type Grouping = (typeof groupings)[number];
export type SortKey = (typeof sortKeys)[number];

/** What the portfolio's address says. `status` lists statuses by comma; empty shows all. */
export interface PortfolioSearch {
  q: string;
  status: string;
  group: Grouping;
  sort: SortKey;
  dir: "asc" | "desc";
}

export const defaultPortfolioSearch: PortfolioSearch = {
  q: "",
  status: "",
  group: "client",
  sort: "name",
  dir: "asc",
};

/** Reads an address; what it does not know falls back to the default. */
export function parsePortfolioSearch(
  given: Partial<PortfolioSearch> & SearchSchemaInput,
): PortfolioSearch {
  return {
    q: given.q ?? "",
    status: statusesIn(given.status ?? "").join(","),
    group: groupings.find((name) => name === given.group) ?? defaultPortfolioSearch.group,
    sort: sortKeys.find((key) => key === given.sort) ?? defaultPortfolioSearch.sort,
    dir: given.dir === "desc" ? "desc" : "asc",
  };
}

export function statusesIn(list: string): ProjectStatus[] {
  const named = list.split(",");
  return statuses.filter((status) => named.includes(status));
}
