import { z } from "zod";
import { documentStatuses } from "../documents/words.ts";
import { approvalKinds } from "../words/approvals.ts";
import {
  ProjectHealthValues,
  ProjectStatusValues,
  ReportingCadenceValues,
  TaskStatusValues,
} from "./statuses.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Day = z.string().describe("Calendar day, YYYY-MM-DD");
const Count = z.int();
const Hours = z.number();
const ProjectStatus = z.enum(ProjectStatusValues);
const Cadence = z.enum(ReportingCadenceValues).nullable();

const budget = { budget_hours: Hours, actual_hours: Hours };
const sync = { provider: z.string(), stream: z.string() };
const card = { kind: z.enum(approvalKinds) };

/** The facts of each finding, as the rules in schemas/health return them. */
export const findingFacts = {
  project_over_budget: budget,
  project_past_due: { due_on: Day, days_late: Count, status: ProjectStatus },
  status_contradicted: {
    health: z.enum(ProjectHealthValues),
    status_on: Day,
    due_on: Day.optional(),
    days_late: Count.optional().describe("Absent unless the project is late"),
    budget_hours: Hours.optional(),
    actual_hours: Hours,
  },
  project_without_lead: { status: ProjectStatus },
  project_lead_left: { lead_id: z.string(), lead_name: z.string() },
  import_failed: { file_name: z.string(), error: z.string().nullable() },
  approval_unknown: { ...card, error: z.string() },
  approval_failed: { ...card, error: z.string() },
  job_dead: { kind: z.string(), attempt: Count, error: z.string(), died_at: Instant },
  document_stuck: { file_name: z.string(), waits_since: Instant },
  job_waiting: { kind: z.string(), due_since: Instant },
  document_file_changed: {
    file_name: z.string(),
    version: Count,
    noticed_at: Instant.nullable(),
  },
  sync_needs_reconnect: sync,
  sync_removals_held: { ...sync, removals: Count },
  project_near_budget: { ...budget, spent_percent: Count },
  project_over_estimate: {
    estimate_hours: Hours,
    actual_hours: Hours,
    tasks: Count,
    tasks_without_estimate: Count,
  },
  status_overdue: {
    status_on: Day,
    status_age_days: Count,
    status_current_days: Count,
    cadence: Cadence,
  },
  status_missing: { cadence: Cadence },
  open_tasks_past_due: { open_tasks: Count, past_due: Count, earliest_due_on: Day },
  open_items_stale: { open_tasks: Count, stale: Count, window_days: Count },
  open_items_unverified: { open_tasks: Count, unverified: Count },
  tasks_owner_left: { open_tasks: Count, owner_left: Count },
  tasks_without_owner: { open_tasks: Count, without_owner: Count },
  project_without_recent_activity: {
    last_activity_on: Day.nullable(),
    quiet_days: Count.nullable(),
  },
  project_without_budget: { actual_hours: Hours },
  project_without_tasks: { status: ProjectStatus, actual_hours: Hours },
  open_tasks_on_ended_project: { status: ProjectStatus, open_tasks: Count },
  unmatched_import_lines: { file_name: z.string(), skipped: Count },
  duplicate_clients: { names: z.array(z.string()) },
  approval_resting: {
    ...card,
    approved_at: Instant,
    requested_at: Instant.nullable().describe("When its execution was requested"),
    error: z.string().nullable(),
  },
  document_failed: { file_name: z.string(), code: z.string(), reason: z.string() },
  sync_stale: { ...sync, fresh_at: Instant },
  sync_dead_letters: { ...sync, records: Count },
  sync_storage_full: { ...sync, limit_mib: Count },
  sync_unmatched_meetings: { ...sync, meetings: Count },
  sync_unassigned_emails: { ...sync, emails: Count },
  estimates_outside_band: {
    groups: z
      .array(
        z.object({
          kind: z.enum(["all", "category", "service"]),
          name: z.string(),
          cases: Count,
          covered_percent: Count,
          low_percent: Count,
          high_percent: Count,
        }),
      )
      .min(1)
      .describe("The worst first"),
  },
  planned_project_under_way: { actual_hours: Hours, last_spent_on: Day },
  project_without_open_tasks: { tasks: Count },
  hours_without_task: { actual_hours: Hours, without_task: Hours },
  hours_in_future: { entries: Count, last_spent_on: Day },
  document_not_uploaded: { file_name: z.string(), announced_at: Instant },
  sync_conflicts: {
    ...sync,
    records: Count,
    fields: z.array(z.string()).min(1).describe("The fields that both sides changed"),
  },
  crm_records_to_review: { ...sync, records: Count },
} satisfies Record<string, z.core.$ZodLooseShape>;

/** The facts of the rows behind a finding, by type of row. */
export const evidenceFacts = {
  task: {
    title: z.string(),
    status: z.enum(TaskStatusValues),
    assignee: z.string().nullable(),
    due_on: Day.nullable(),
    last_activity_on: Day.nullable(),
    completed_on: Day.nullable(),
  },
  time_entry: {
    hours: Hours,
    person: z.string(),
    spent_on: Day,
    task: z.string().nullable(),
    note: z.string().nullable(),
  },
  status_update: {
    health: z.enum(ProjectHealthValues),
    person: z.string(),
    summary: z.string(),
  },
  person: { name: z.string(), email: z.string().nullable() },
  client: { name: z.string(), created_at: Instant },
  import_row: { line: Count, reason: z.string().nullable() },
  import_run: { file_name: z.string(), error: z.string().nullable() },
  approval: {
    title: z.string(),
    error: z.string().nullable(),
    decided_by: z.string().nullable(),
  },
  document: {
    file_name: z.string(),
    version: Count,
    status: z.enum(documentStatuses),
    failure_reason: z.string().nullable(),
  },
  job: { kind: z.string(), error: z.string().nullable() },
  sync_stream: { ...sync, state: z.string(), completed_at: Instant.nullable() },
  estimate_case: {
    query: z.string(),
    low_hours: Hours,
    high_hours: Hours,
    actual_hours: Hours,
    finished_on: Day,
  },
} satisfies Record<string, z.core.$ZodLooseShape>;

type Inferred<Shapes extends Record<string, z.core.$ZodLooseShape>> = {
  [Key in keyof Shapes]: z.infer<z.ZodObject<Shapes[Key]>>;
};
export type FindingFacts = Inferred<typeof findingFacts>;
export type FindingCode = keyof FindingFacts;
export type EvidenceFacts = Inferred<typeof evidenceFacts>;
export type EvidenceType = keyof EvidenceFacts;
