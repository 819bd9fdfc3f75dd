import { describe, expect, it } from "vitest";
import { burnOf } from "../../../web/src/features/portfolio/burn.ts";
import { listed, viewPortfolio } from "../../../web/src/features/portfolio/portfolio-view.ts";
import type { ProjectSummary } from "../../../web/src/features/portfolio/queries.ts";
import {
  defaultPortfolioSearch,
  type PortfolioSearch,
  parsePortfolioSearch,
} from "../../../web/src/features/portfolio/search.ts";

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

function view(projects: ProjectSummary[], search: Partial<PortfolioSearch>) {
  return viewPortfolio(projects, { ...defaultPortfolioSearch, ...search });
}

const names = (projects: ProjectSummary[], search: Partial<PortfolioSearch>) =>
  view(projects, { group: "none", ...search }).groups.flatMap((group) =>
    group.projects.map(({ name }) => name),
  );

describe("viewPortfolio", () => {
  it("totals are exact sums of the shown projects, per group and overall", () => {
    const projects = [
      project("A", { client_name: "Acme", actual_hours: 0.1, open_task_count: 2 }),
      project("B", { client_name: "Acme", actual_hours: 0.2, open_task_count: 1 }),
      project("C", { client_name: "Zeta", actual_hours: 5, status: "planned" }),
    ];
    const { groups, totals } = view(projects, { status: "active" });
    expect(groups.map(({ label, totals: sums }) => [label, sums])).toEqual([
      ["Acme", { projects: 2, openTasks: 3, actualHours: 0.3 }],
    ]);
    expect(totals).toEqual({ projects: 2, openTasks: 3, actualHours: 0.3 });
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

  it("groups by status stand in the order of work, without a lead at the end", () => {
    const projects = [
      project("A", { status: "completed", lead_name: "Zoe" }),
      project("B", { status: "active" }),
    ];
    const labels = (group: "status" | "lead") =>
      view(projects, { group }).groups.map(({ label }) => label);
    expect(labels("status")).toEqual(["Active", "Completed"]);
    expect(labels("lead")).toEqual(["Zoe", "No lead"]);
  });

  it("lists a head before the projects of each group", () => {
    const grouped = view([project("A"), project("B")], { group: "client" });
    expect(listed(grouped, true).map((line) => line.project?.name ?? "head")).toEqual([
      "head",
      "A",
      "B",
    ]);
  });
});

describe("burnOf", () => {
  it("measures against the budget, else against the estimate, else not at all", () => {
    const hours = { actual_hours: 50, budget_hours: 100, estimate_hours: 40 };
    expect(burnOf(hours)).toMatchObject({ planned: 100, basis: "budget", ratio: 0.5 });
    expect(burnOf({ ...hours, budget_hours: null })).toMatchObject({ planned: 40, ratio: 1.25 });
    expect(burnOf({ ...hours, budget_hours: null, estimate_hours: 0 }).ratio).toBeNull();
    expect(burnOf({ ...hours, budget_hours: 0, estimate_hours: 0 }).ratio).toBeNull();
  });
});

describe("the portfolio's address", () => {
  it("falls back where it says something unknown", () => {
    const odd = { status: "active,nonsense", group: "x", sort: "y", dir: "z" } as never;
    expect(parsePortfolioSearch(odd)).toEqual({ ...defaultPortfolioSearch, status: "active" });
  });
});
