import { burnOf } from "../../entities/project/burn.ts";
import { noneLabels, riskLabels, statusLabels, tierLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { daysSince } from "../../format/dates.ts";
import type { Grouping as DataGrouping } from "../../ui/data-table/columns.ts";
import {
  type Grouping,
  healths,
  NONE,
  type PortfolioSearch,
  risks,
  type SortKey,
  statuses,
  tiers,
} from "./search-params.ts";

// The rows that the portfolio shows for its search parameters, with their groups and order; components only render
// them.

export interface Totals {
  projects: number;
  openTasks: number;
  actualHours: number;
  /** Budgets, and estimates if there is no budget: the basis of the rows' burn. */
  plannedHours: number;
  /** The part of `plannedHours` that is estimated, since those projects have no budget. */
  estimatedHours: number;
}

export function filterPortfolio(
  projects: ProjectSummary[],
  search: PortfolioSearch,
  /** Whether the viewer leads the project or works on it. */
  isMine: (project: ProjectSummary) => boolean = () => true,
): ProjectSummary[] {
  const fits = matcher(search);
  return projects.filter((project) => fits(project) && (!search.mine || isMine(project)));
}

/** The grouping that the search parameters select; undefined without one. */
export function groupingOf(
  grouping: Grouping,
  closed: string,
  head: DataGrouping<ProjectSummary>["head"],
): DataGrouping<ProjectSummary> | undefined {
  if (grouping === "none") return undefined;
  return {
    keyOf: (project) => groupKey(project, grouping),
    compare: (a, b) => compareGroups(a, b, grouping),
    closed: closed.split(","),
    head,
  };
}

function matcher(search: PortfolioSearch): (project: ProjectSummary) => boolean {
  const words = search.q.toLowerCase().split(/\s+/).filter(Boolean);
  const filters = (["status", "health", "risk", "tier"] as const)
    .map((fact) => ({ fact, values: search[fact].split(",").filter(Boolean) }))
    .filter(({ values }) => values.length > 0);
  return (project) => {
    for (const { fact, values } of filters) {
      if (!values.includes(project[fact] ?? NONE)) return false;
    }
    if (search.lead && search.lead !== (project.lead_id ?? NONE)) return false;
    if (search.service && search.service !== (project.service_line ?? NONE)) return false;
    const text = [
      project.name,
      project.code,
      project.account_name,
      project.client_name,
      project.lead_name,
      project.service_line,
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

type Groups = Exclude<Grouping, "none">;

function groupKey(project: ProjectSummary, grouping: Groups): string {
  switch (grouping) {
    case "account":
      return project.account_id;
    case "client":
      return project.client_id;
    case "lead":
      return project.lead_id ?? NONE;
    default:
      return project[grouping] ?? NONE;
  }
}

export function groupLabel(project: ProjectSummary, grouping: Grouping): string {
  switch (grouping) {
    case "none":
      return "";
    case "account":
      return clientAndAccount(project);
    case "client":
      return project.client_name;
    case "status":
      return statusLabels[project.status];
    case "lead":
      return project.lead_name ?? noneLabels.lead;
    case "risk":
      return project.risk ? riskLabels[project.risk] : noneLabels.risk;
    case "tier":
      return project.tier ? tierLabels[project.tier] : noneLabels.tier;
  }
}

/** Groups by an ordered fact follow its order; the group without a value is last. */
const orderOfKeys: Partial<Record<Grouping, readonly string[]>> = {
  status: statuses,
  risk: risks,
  tier: tiers,
};

function compareGroups(a: ProjectSummary, b: ProjectSummary, grouping: Groups): number {
  const [x, y] = [groupKey(a, grouping), groupKey(b, grouping)];
  if ((x === NONE) !== (y === NONE)) return x === NONE ? 1 : -1;
  const order = orderOfKeys[grouping];
  if (order) return order.indexOf(x) - order.indexOf(y);
  return groupLabel(a, grouping).localeCompare(groupLabel(b, grouping)) || x.localeCompare(y);
}

/** The index of a value in its order; null if there is none. */
function indexIn<Value extends string>(order: readonly Value[], value: Value | null) {
  return value === null ? null : order.indexOf(value);
}

/** Value to sort by; null comes last. */
export const sortValues: Record<SortKey, (project: ProjectSummary) => string | number | null> = {
  name: (project) => project.name,
  status: (project) => indexIn(statuses, project.status),
  health: (project) => indexIn(healths, project.health),
  risk: (project) => indexIn(risks, project.risk),
  tier: (project) => indexIn(tiers, project.tier),
  lead: (project) => project.lead_name,
  burn: (project) => burnOf(project).ratio,
  open: (project) => project.open_task_count,
  activity: (project) => (project.last_activity_on ? daysSince(project.last_activity_on) : null),
  due: (project) => project.due_on,
};

/** The order of projects whose sorted fact is equal. */
export function byName(a: ProjectSummary, b: ProjectSummary): number {
  return a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

export function totalsOf(projects: ProjectSummary[]): Totals {
  const totals = {
    projects: projects.length,
    openTasks: 0,
    actualHours: 0,
    plannedHours: 0,
    estimatedHours: 0,
  };
  for (const project of projects) {
    totals.openTasks += project.open_task_count;
    // Hundredths are whole numbers, so that the sums are exact.
    totals.actualHours += Math.round(project.actual_hours * 100);
    const { planned, basis } = burnOf(project);
    const hundredths = Math.round((planned ?? 0) * 100);
    totals.plannedHours += hundredths;
    if (basis === "estimate") totals.estimatedHours += hundredths;
  }
  totals.actualHours /= 100;
  totals.plannedHours /= 100;
  totals.estimatedHours /= 100;
  return totals;
}

/** The client and the account of a project, without the name that is already in the heading of its group. */
export function clientAndAccount(
  project: Pick<ProjectSummary, "client_name" | "account_name">,
  group: Grouping = "none",
): string {
  if (group === "account") return "";
  const isOneName = project.client_name === project.account_name;
  if (group === "client") return isOneName ? "" : project.account_name;
  if (isOneName) return project.client_name;
  return `${project.client_name} / ${project.account_name}`;
}
