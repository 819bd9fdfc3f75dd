/** The fields that a column of a file can fill, and how its cells are read. */
export const importFields = {
  client_name: "name",
  account_name: "name",
  project_code: "code",
  project_name: "name",
  project_status: "project_status",
  project_starts_on: "date",
  project_due_on: "date",
  project_budget_hours: "hours",
  project_budget_amount: "money",
  project_members: "people",
  task_key: "key",
  task_title: "title",
  task_status: "task_status",
  task_category: "name",
  task_subcategory: "name",
  task_priority: "priority",
  task_estimate_hours: "hours",
  task_estimated_on: "date",
  task_started_on: "date",
  task_due_on: "date",
  task_completed_on: "date",
  task_assignee: "person",
  task_assignee_email: "person",
  entry_key: "key",
  person: "person",
  person_email: "person",
  hours: "hours",
  spent_on: "date",
  note: "text",
  person_cost_per_hour: "money",
  project_revenue_per_hour: "money",
  project_cost_per_hour: "money",
  rate_valid_from: "date",
} as const;

export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

export const dateFormats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const;
export type DateFormat = (typeof dateFormats)[number];

export const hourUnits = ["hours", "minutes", "seconds", "milliseconds"] as const;
export type HourUnit = (typeof hourUnits)[number];

/** Which people in the file become members of the projects that name them or contain their tasks or hours. */
export const membershipChoices = ["new", "all", "none"] as const;

/** The name of each field in the console and in the header of a file. */
export const importFieldLabels: Record<ImportField, string> = {
  client_name: "Client",
  account_name: "Account",
  project_code: "Project code",
  project_name: "Project name",
  project_status: "Project status",
  project_starts_on: "Project start",
  project_due_on: "Project due",
  project_budget_hours: "Budget in hours",
  project_budget_amount: "Budget amount",
  project_members: "Project members",
  task_key: "Task key",
  task_title: "Task title",
  task_status: "Task status",
  task_category: "Category",
  task_subcategory: "Subcategory",
  task_priority: "Priority",
  task_estimate_hours: "Estimate in hours",
  task_estimated_on: "Estimated on",
  task_started_on: "Started on",
  task_due_on: "Task due",
  task_completed_on: "Completed on",
  task_assignee: "Assignee",
  task_assignee_email: "Assignee email",
  entry_key: "Entry key",
  person: "Person",
  person_email: "Person email",
  hours: "Hours",
  spent_on: "Date worked",
  note: "Note",
  person_cost_per_hour: "Person cost per hour",
  project_revenue_per_hour: "Project revenue per hour",
  project_cost_per_hour: "Project cost per hour",
  rate_valid_from: "Rate valid from",
};
