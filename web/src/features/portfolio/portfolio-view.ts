import { daysSince } from "../../format/dates.ts";
import { burnOf } from "./burn.ts";
import { healthLabels, statusLabels } from "./labels.ts";
import type { ProjectSummary } from "./queries.ts";
import {
  type Grouping,
  type PortfolioSearch,
  type SortKey,
  statuses,
  statusesIn,
} from "./search.ts";

// What the portfolio shows for its address: decided here, drawn elsewhere.

export interface Totals {
  projects: number;
  openTasks: number;
  actualHours: number;
}

export interface Group {
  key: string;
  label: string;
  projects: ProjectSummary[];
  totals: Totals;
}

export interface PortfolioView {
  groups: Group[];
  /** Over exactly the projects in `groups`. */
  totals: Totals;
}

/** Filters, sorts and groups. Every total is the sum of the rows under it. */
export function viewPortfolio(projects: ProjectSummary[], search: PortfolioSearch): PortfolioView {
  const shown = projects
    .filter(matcher(search))
    .sort(comparer(search.sort, search.dir === "desc" ? -1 : 1));

  const groups = new Map<string, ProjectSummary[]>();
  for (const project of shown) {
    const label = groupLabel(project, search.group);
    const group = groups.get(label);
    if (group) group.push(project);
    else groups.set(label, [project]);
  }
  return {
    groups: [...groups]
      .map(([label, members]) => ({
        key: label,
        label,
        projects: members,
        totals: totalsOf(members),
      }))
      .sort((a, b) => compareGroups(a, b, search.group)),
    totals: totalsOf(shown),
  };
}

function matcher({ q, status }: PortfolioSearch): (project: ProjectSummary) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = statusesIn(status);
  return (project) => {
    if (wanted.length > 0 && !wanted.includes(project.status)) return false;
    const text = [
      project.name,
      project.code,
      project.account_name,
      project.client_name,
      project.lead_name,
    ]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function groupLabel(project: ProjectSummary, grouping: Grouping): string {
  switch (grouping) {
    case "none":
      return "";
    case "account":
      return `${project.client_name} / ${project.account_name}`;
    case "client":
      return project.client_name;
    case "status":
      return statusLabels[project.status];
    case "lead":
      return project.lead_name ?? noLead;
  }
}

const noLead = "No lead";

function compareGroups(a: Group, b: Group, grouping: Grouping): number {
  if (grouping === "status") {
    const place = (group: Group) =>
      statuses.findIndex((status) => statusLabels[status] === group.key);
    return place(a) - place(b);
  }
  if (grouping === "lead" && (a.key === noLead) !== (b.key === noLead)) {
    return a.key === noLead ? 1 : -1;
  }
  return a.label.localeCompare(b.label);
}

const sortValues: Record<SortKey, (project: ProjectSummary) => string | number | null> = {
  name: (project) => project.name,
  status: (project) => statuses.indexOf(project.status),
  health: (project) => (project.health ? Object.keys(healthLabels).indexOf(project.health) : null),
  lead: (project) => project.lead_name,
  burn: (project) => burnOf(project).ratio,
  open: (project) => project.open_task_count,
  activity: (project) => (project.last_activity_on ? daysSince(project.last_activity_on) : null),
  due: (project) => project.due_on,
};

/** Projects without a value come last in both directions; equal ones stand by name. */
function comparer(
  key: SortKey,
  direction: 1 | -1,
): (a: ProjectSummary, b: ProjectSummary) => number {
  const valueIn = sortValues[key];
  return (a, b) => {
    const [x, y] = [valueIn(a), valueIn(b)];
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1;
    } else {
      const order =
        typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      if (order !== 0) return order * direction;
    }
    return a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
  };
}

function totalsOf(projects: ProjectSummary[]): Totals {
  const totals = { projects: projects.length, openTasks: 0, actualHours: 0 };
  for (const project of projects) {
    totals.openTasks += project.open_task_count;
    // Hundredths are whole numbers, so that the sum is exact.
    totals.actualHours += Math.round(project.actual_hours * 100);
  }
  totals.actualHours /= 100;
  return totals;
}

/** A line of the list: the head of a group, or a project. */
export interface Line {
  group: Group;
  project?: ProjectSummary;
}

export function listed(view: PortfolioView, withHeads: boolean): Line[] {
  return view.groups.flatMap((group): Line[] => [
    ...(withHeads ? [{ group }] : []),
    ...group.projects.map((project) => ({ group, project })),
  ]);
}

/** Client and account of a project, without what the head of its group says already. */
export function placeOf(project: ProjectSummary, group: Grouping = "none"): string {
  if (group === "account") return "";
  const isOneName = project.client_name === project.account_name;
  if (group === "client") return isOneName ? "" : project.account_name;
  if (isOneName) return project.client_name;
  return `${project.client_name} / ${project.account_name}`;
}
