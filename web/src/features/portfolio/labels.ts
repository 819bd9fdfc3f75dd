import type { ProjectHealth, ProjectStatus } from "./queries.ts";

export const statusLabels: Record<ProjectStatus, string> = {
  planned: "Planned",
  active: "Active",
  on_hold: "On hold",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** Worst first, the order in which they need somebody. */
export const healthLabels: Record<ProjectHealth, string> = {
  off_track: "Off track",
  at_risk: "At risk",
  on_track: "On track",
};

/** Work that should move: silence and passed days matter here. */
export function isRunning(status: ProjectStatus): boolean {
  return status === "active";
}
