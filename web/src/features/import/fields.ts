import type { ImportMapping } from "../../api/routes.ts";
import { statusLabels } from "../../entities/project/labels.ts";
import { taskStatusLabels } from "../projects/task-status.tsx";

export type ImportField = keyof ImportMapping["fields"];

interface FieldGroup {
  name: string;
  fields: Partial<Record<ImportField, string>>;
}

/** What a file can say, in the words of the console. */
export const fieldGroups: FieldGroup[] = [
  {
    name: "Project",
    fields: {
      client_name: "Client",
      account_name: "Account",
      project_code: "Project code",
      project_name: "Project name",
      project_status: "Project status",
      project_starts_on: "Project start",
      project_due_on: "Project due",
      project_budget_hours: "Budget in hours",
      project_budget_amount: "Budget in money",
    },
  },
  {
    name: "Task",
    fields: {
      task_key: "Task key",
      task_title: "Task title",
      task_status: "Task status",
      task_category: "Category",
      task_subcategory: "Subcategory",
      task_priority: "Priority",
      task_assignee: "Assignee",
      task_estimate_hours: "Estimate in hours",
      task_estimated_on: "Estimated on",
      task_started_on: "Started on",
      task_due_on: "Task due",
      task_completed_on: "Completed on",
    },
  },
  {
    name: "Time entry",
    fields: {
      person: "Person",
      hours: "Hours",
      spent_on: "Spent on",
      note: "Note",
    },
  },
];

/** Fields whose cells must be words of ours; other words are translated one by one. */
export const vocabularies: Partial<Record<ImportField, Record<string, string>>> = {
  project_status: statusLabels,
  task_status: taskStatusLabels,
};

export const dateFields: readonly ImportField[] = [
  "project_starts_on",
  "project_due_on",
  "task_estimated_on",
  "task_started_on",
  "task_due_on",
  "task_completed_on",
  "spent_on",
];

export const dateFormats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const;
