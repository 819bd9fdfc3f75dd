import type { SearchSchemaInput } from "@tanstack/react-router";
import type {
  PortfolioTier,
  ProjectHealth,
  ProjectStatus,
  RiskLevel,
} from "../../entities/project/queries.ts";

export const statuses: readonly ProjectStatus[] = [
  "active",
  "planned",
  "on_hold",
  "completed",
  "cancelled",
];
/** Worst first: the order of urgency. */
export const healths: readonly ProjectHealth[] = ["off_track", "at_risk", "on_track"];
export const risks: readonly RiskLevel[] = ["high", "medium", "low"];
export const tiers: readonly PortfolioTier[] = ["strategic", "core", "standard"];

/** Projects without a value: no lead, not reported, not classified. */
export const NONE = "none";
const orNone = <Value extends string>(values: readonly Value[]) => [...values, NONE] as const;

export const healthChoices = orNone(healths);
export const riskChoices = orNone(risks);
export const tierChoices = orNone(tiers);

export const groupings = ["client", "account", "status", "lead", "risk", "tier", "none"] as const;
export const sortKeys = [
  "name",
  "status",
  "health",
  "risk",
  "tier",
  "lead",
  "burn",
  "open",
  "activity",
  "due",
] as const;
const layouts = ["table", "board"] as const;

export type Grouping = (typeof groupings)[number];
export type SortKey = (typeof sortKeys)[number];
export type Layout = (typeof layouts)[number];

/**
 * The search parameters of the portfolio. Lists are written with commas; empty ones show all. `closed` are the keys of
 * the groups that are folded.
 */
export interface PortfolioSearch {
  q: string;
  status: string;
  health: string;
  risk: string;
  tier: string;
  /** Id of a person, or `none`. */
  lead: string;
  service: string;
  mine: "" | "1";
  group: Grouping;
  closed: string;
  sort: SortKey;
  dir: "asc" | "desc";
  view: Layout;
}

/** The default search parameters, which clearing the filters restores. */
export const noFilters = {
  q: "",
  status: "",
  health: "",
  risk: "",
  tier: "",
  lead: "",
  service: "",
  mine: "",
} as const satisfies Partial<PortfolioSearch>;

export const defaultPortfolioSearch: PortfolioSearch = {
  ...noFilters,
  group: "client",
  closed: "",
  sort: "name",
  dir: "asc",
  view: "table",
};

/** Whether a URL contains any of the portfolio's filters or sort orders. */
export function hasPortfolioSearch(search: object): boolean {
  return Object.keys(search).some((name) => name in defaultPortfolioSearch);
}

/** Parses search parameters; an unknown value becomes the default. */
export function parsePortfolioSearch(
  input: Partial<PortfolioSearch> & SearchSchemaInput,
): PortfolioSearch {
  return {
    q: input.q ?? "",
    status: namedIn(input.status, statuses).join(","),
    health: namedIn(input.health, healthChoices).join(","),
    risk: namedIn(input.risk, riskChoices).join(","),
    tier: namedIn(input.tier, tierChoices).join(","),
    lead: input.lead ?? "",
    service: input.service ?? "",
    mine: input.mine === "1" ? "1" : "",
    group: groupings.find((name) => name === input.group) ?? defaultPortfolioSearch.group,
    closed: input.closed ?? "",
    sort: sortKeys.find((key) => key === input.sort) ?? defaultPortfolioSearch.sort,
    dir: input.dir === "desc" ? "desc" : "asc",
    view: layouts.find((name) => name === input.view) ?? defaultPortfolioSearch.view,
  };
}

/** The known values in a list with commas, in their own order. */
export function namedIn<Value extends string>(
  list: string | undefined,
  values: readonly Value[],
): Value[] {
  const names = list?.split(",") ?? [];
  return values.filter((value) => names.includes(value));
}

/** Folds a group, or opens it again. */
export function toggleClosed(closed: string, key: string): string {
  const keys = closed.split(",").filter(Boolean);
  return (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]).join(",");
}
