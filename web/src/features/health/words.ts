import type { FindingSeverity, FindingState } from "../../api/routes.ts";
import type { Grouping, ShownState } from "./search-params.ts";

export const severityLabels: Record<FindingSeverity, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

export const stateLabels: Record<FindingState, string> = {
  open: "Open",
  unverified: "Unverified",
  settled: "Settled",
};

export const shownStateLabels: Record<ShownState, string> = {
  unsettled: "To settle",
  ...stateLabels,
};

export const groupingLabels: Record<Grouping, string> = {
  severity: "By severity",
  project: "By project",
};
