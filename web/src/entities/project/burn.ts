import type { ProjectSummary } from "./queries.ts";

export interface Burn {
  actual: number;
  /** Hours in the budget or the estimate; null if unknown. */
  planned: number | null;
  basis: "budget" | "estimate" | null;
  /** Actual hours as a share of the planned ones; null without a plan. */
  ratio: number | null;
}

/** Hours spent of the budget, or of the tasks' estimates if there is no budget. */
export function burnOf(
  project: Pick<ProjectSummary, "actual_hours" | "budget_hours" | "estimate_hours">,
): Burn {
  const actual = project.actual_hours;
  if (project.budget_hours) {
    return {
      actual,
      planned: project.budget_hours,
      basis: "budget",
      ratio: actual / project.budget_hours,
    };
  }
  if (project.estimate_hours > 0) {
    return {
      actual,
      planned: project.estimate_hours,
      basis: "estimate",
      ratio: actual / project.estimate_hours,
    };
  }
  return { actual, planned: null, basis: null, ratio: null };
}
