import type { PortfolioTier, ProjectHealth, ProjectStatus, RiskLevel } from "./queries.ts";

export const statusLabels: Record<ProjectStatus, string> = {
  planned: "Planned",
  active: "Active",
  on_hold: "On hold",
  completed: "Completed",
  cancelled: "Cancelled",
};

export const healthLabels: Record<ProjectHealth, string> = {
  off_track: "Off track",
  at_risk: "At risk",
  on_track: "On track",
};

export const riskWords: Record<RiskLevel, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

export const riskLabels: Record<RiskLevel, string> = {
  high: "High risk",
  medium: "Medium risk",
  low: "Low risk",
};

export const tierLabels: Record<PortfolioTier, string> = {
  strategic: "Strategic",
  core: "Core",
  standard: "Standard",
};

/** Labels for missing values. */
export const noneLabels = {
  health: "Not reported",
  risk: "No risk set",
  tier: "No tier",
  lead: "No lead",
  service: "No service line",
} as const;

/** Work that should progress: silence and missed dates matter here. */
export function isRunning(status: ProjectStatus): boolean {
  return status === "active";
}
