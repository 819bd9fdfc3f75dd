import type { Database } from "../../_schema/database.types.ts";

type Enums = Database["public"]["Enums"];

// The database defines these values; the compiler refuses a list that differs from its enums.
export const ProjectStatusValues = [
  "planned",
  "active",
  "on_hold",
  "completed",
  "cancelled",
] as const satisfies readonly Enums["project_status"][];

export const TaskStatusValues = [
  "open",
  "in_progress",
  "blocked",
  "done",
  "cancelled",
] as const satisfies readonly Enums["task_status"][];

export const ProjectHealthValues = [
  "on_track",
  "at_risk",
  "off_track",
] as const satisfies readonly Enums["project_health"][];

export const ReportingCadenceValues = [
  "weekly",
  "fortnightly",
  "monthly",
  "quarterly",
  "on_request",
] as const satisfies readonly Enums["reporting_cadence"][];

export const PortfolioTierValues = [
  "strategic",
  "core",
  "standard",
] as const satisfies readonly Enums["portfolio_tier"][];

export const RiskLevelValues = [
  "low",
  "medium",
  "high",
] as const satisfies readonly Enums["risk_level"][];

export const FindingSeverityValues = [
  "high",
  "medium",
  "low",
] as const satisfies readonly Enums["finding_severity"][];

export const FindingStateValues = [
  "open",
  "unverified",
  "settled",
] as const satisfies readonly Enums["finding_state"][];

export const FindingSubjectValues = [
  "project",
  "client",
  "import_run",
  "approval",
  "job",
  "document",
  "sync_stream",
  "organization",
] as const satisfies readonly Enums["finding_subject"][];

export const ResolutionStateValues = [
  "settled",
  "reopened",
] as const satisfies readonly Enums["resolution_state"][];
