import { describe, expect, it } from "vitest";
import { burnOf } from "../../../web/src/entities/project/burn.ts";
import type { ProjectSummary } from "../../../web/src/entities/project/queries.ts";
import {
  byName,
  filterPortfolio,
  groupingOf,
  groupLabel,
  sortValues,
  totalsOf,
} from "../../../web/src/features/portfolio/portfolio-view.ts";
import {
  defaultPortfolioSearch,
  type Grouping,
  type PortfolioSearch,
  parsePortfolioSearch,
  sortKeys,
  toggleClosed,
} from "../../../web/src/features/portfolio/search-params.ts";
import { arrangedTable } from "../../support/arranged-table.ts";

function project(name: string, facts: Partial<ProjectSummary> = {}): ProjectSummary {
  return {
    id: name,
    organization_id: "o",
    account_id: "a",
    account_name: "Site",
    client_id: "c",
    client_name: "Acme",
    code: null,
    name,
    summary: null,
    status: "active",
    lead_id: null,
    lead_name: null,
    starts_on: null,
    due_on: null,
    budget_hours: null,
    budget_amount: null,
    version: 1,
    updated_at: "2026-01-01T00:00:00+00:00",
    archived_at: null,
    actual_hours: 0,
    estimate_hours: 0,
    task_count: 0,
    open_task_count: 0,
    health: null,
    health_reported_at: null,
    last_activity_on: null,
    tier: null,
    service_line: null,
    risk: null,
    classification_version: 0,
    ...facts,
  };
}

/** The portfolio of an address: its groups with their labels and totals, and its lines. */
function view(projects: ProjectSummary[], search: Partial<PortfolioSearch>) {
  const full = { ...defaultPortfolioSearch, ...search };
  const rows = filterPortfolio(projects, full);
  const { groups, lines } = arrangedTable({
    columns: sortKeys.map((id) => ({ id, label: id, sort: "asc", order: sortValues[id] })),
    rows,
    rowId: ({ id }) => id,
    sort: { key: full.sort, direction: full.dir },
    tie: byName,
    grouping: groupingOf(full.group, full.closed, ({ key }) => key),
  });
  return {
    lines,
    totals: totalsOf(rows),
    groups: groups.map((group) => ({
      label: full.group === "none" ? "" : groupLabel(group.rows[0] ?? project(""), full.group),
      totals: totalsOf(group.rows),
    })),
  };
}

const linesIn = (projects: ProjectSummary[], search: Partial<PortfolioSearch>) =>
  view(projects, search).lines.map(({ row, group }) => row?.name ?? group?.key);

const names = (projects: ProjectSummary[], search: Partial<PortfolioSearch>) =>
  linesIn(projects, { group: "none", ...search });

describe("the portfolio", () => {
  it("totals are exact sums of the shown projects, per group and overall", () => {
    const projects = [
      project("A", { client_name: "Acme", actual_hours: 0.1, open_task_count: 2 }),
      project("B", { client_name: "Acme", actual_hours: 0.2, open_task_count: 1 }),
      project("C", { client_name: "Zeta", actual_hours: 5, status: "planned" }),
    ];
    const { groups, totals } = view(projects, { status: "active" });
    const sums = {
      projects: 2,
      openTasks: 3,
      actualHours: 0.3,
      plannedHours: 0,
      estimatedHours: 0,
    };
    expect(groups.map((group) => [group.label, group.totals])).toEqual([["Acme", sums]]);
    expect(totals).toEqual(sums);
  });

  it("planned hours are the budgets, and the estimates of projects without one", () => {
    const { totals } = view(
      [
        project("Budget", { budget_hours: 10.1, estimate_hours: 99 }),
        project("Estimate", { estimate_hours: 0.2 }),
        project("Neither"),
      ],
      {},
    );
    expect(totals.plannedHours).toBe(10.3);
    expect(totals.estimatedHours).toBe(0.2);
  });

  it("every word of the search must appear somewhere in name, code, account, client or lead", () => {
    const projects = [
      project("Web shop", { code: "SHOP-1", lead_name: "Ada" }),
      project("App", { client_name: "Shoprite" }),
    ];
    expect(names(projects, { q: "shop" })).toEqual(["App", "Web shop"]);
    expect(names(projects, { q: "SHOP ada" })).toEqual(["Web shop"]);
    expect(names(projects, { q: "nothing" })).toEqual([]);
  });

  it("projects without a value come last in both directions", () => {
    const projects = [
      project("None"),
      project("Late", { due_on: "2026-03-01" }),
      project("Soon", { due_on: "2026-01-01" }),
    ];
    expect(names(projects, { sort: "due" })).toEqual(["Soon", "Late", "None"]);
    expect(names(projects, { sort: "due", dir: "desc" })).toEqual(["Late", "Soon", "None"]);
  });

  it("health sorts the worst first", () => {
    const projects = [
      project("Good", { health: "on_track" }),
      project("Bad", { health: "off_track" }),
      project("Risky", { health: "at_risk" }),
    ];
    expect(names(projects, { sort: "health" })).toEqual(["Bad", "Risky", "Good"]);
  });

  it("groups are in the order of their values, and the one without a value is last", () => {
    const projects = [
      project("A", { status: "completed", lead_id: "z", lead_name: "Zoe", risk: "low" }),
      project("B", { status: "active", tier: "standard" }),
      project("C", { status: "active", tier: "strategic", risk: "high" }),
    ];
    const labels = (group: Grouping) => view(projects, { group }).groups.map(({ label }) => label);
    expect(labels("status")).toEqual(["Active", "Completed"]);
    expect(labels("lead")).toEqual(["Zoe", "No lead"]);
    expect(labels("risk")).toEqual(["High risk", "Low risk", "No risk set"]);
    expect(labels("tier")).toEqual(["Strategic", "Standard", "No tier"]);
  });

  it("two clients with the same name stay two groups", () => {
    const projects = [project("A", { client_id: "1" }), project("B", { client_id: "2" })];
    expect(view(projects, { group: "client" }).groups.map(({ label }) => label)).toEqual([
      "Acme",
      "Acme",
    ]);
  });

  it("a folded group keeps its heading and its totals", () => {
    const projects = [
      project("A", { client_id: "1", open_task_count: 2 }),
      project("B", { client_id: "2" }),
    ];
    const search = { group: "client", closed: "1" } as const;
    expect(linesIn(projects, search)).toEqual(["1", "2", "B"]);
    expect(view(projects, search).totals).toMatchObject({ projects: 2, openTasks: 2 });
  });

  it("filters combine, and each offers the projects without a value", () => {
    const projects = [
      project("A", { risk: "high", tier: "core", lead_id: "z", service_line: "Data" }),
      project("B", { risk: "high", health: "at_risk" }),
      project("C", { risk: "low", tier: "core" }),
    ];
    expect(names(projects, { risk: "high", tier: "core" })).toEqual(["A"]);
    expect(names(projects, { risk: "high,low", tier: "none" })).toEqual(["B"]);
    expect(names(projects, { health: "none" })).toEqual(["A", "C"]);
    expect(names(projects, { lead: "none", service: "none", risk: "low" })).toEqual(["C"]);
    expect(names(projects, { lead: "z", service: "Data" })).toEqual(["A"]);
  });

  it("the filter for own projects uses the caller's test", () => {
    const myProjects = filterPortfolio(
      [project("A"), project("B")],
      { ...defaultPortfolioSearch, mine: "1" },
      ({ name }) => name === "B",
    );
    expect(myProjects.map(({ name }) => name)).toEqual(["B"]);
  });

  it("lists a heading before the projects of each group", () => {
    expect(linesIn([project("A"), project("B")], { group: "client" })).toEqual(["c", "A", "B"]);
  });
});

describe("burnOf", () => {
  it("measures against the budget, else against the estimate, else returns no share", () => {
    const hours = { actual_hours: 50, budget_hours: 100, estimate_hours: 40 };
    expect(burnOf(hours)).toMatchObject({ planned: 100, basis: "budget", ratio: 0.5 });
    expect(burnOf({ ...hours, budget_hours: null })).toMatchObject({ planned: 40, ratio: 1.25 });
    expect(burnOf({ ...hours, budget_hours: null, estimate_hours: 0 }).ratio).toBeNull();
    expect(burnOf({ ...hours, budget_hours: 0, estimate_hours: 0 }).ratio).toBeNull();
  });
});

describe("the portfolio's search parameters", () => {
  it("fall back to the default for an unknown value", () => {
    const odd = {
      status: "active,nonsense",
      risk: "none,huge,high",
      mine: "yes",
      view: "cloud",
      group: "x",
      sort: "y",
      dir: "z",
    } as never;
    expect(parsePortfolioSearch(odd)).toEqual({
      ...defaultPortfolioSearch,
      status: "active",
      risk: "high,none",
    });
  });

  it("folding a group twice changes nothing", () => {
    expect(toggleClosed("", "a")).toBe("a");
    expect(toggleClosed("a", "b")).toBe("a,b");
    expect(toggleClosed("a,b", "a")).toBe("b");
  });
});
