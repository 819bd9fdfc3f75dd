import { z } from "zod";

/** What a column of a file can mean, and how its cells are read. */
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
  task_key: "key",
  task_title: "title",
  task_status: "task_status",
  task_category: "name",
  task_subcategory: "name",
  task_priority: "integer",
  task_estimate_hours: "hours",
  task_estimated_on: "date",
  task_started_on: "date",
  task_due_on: "date",
  task_completed_on: "date",
  task_assignee: "name",
  person: "name",
  hours: "hours",
  spent_on: "date",
  note: "text",
} as const;

export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

export const dateFormats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const;
export type DateFormat = (typeof dateFormats)[number];

const FieldSource = z.union([
  z.strictObject({
    column: z.string().min(1),
    values: z
      .record(z.string(), z.string())
      .optional()
      .describe('Our value for each cell value, for statuses: { "FINISHED": "done" }'),
  }),
  z.strictObject({ value: z.string().min(1) }).describe("The same value for every row"),
]);

export type FieldSource = z.infer<typeof FieldSource>;

/** Which column, or which constant, fills which field. */
export const ImportMapping = z.strictObject({
  fields: z
    .partialRecord(z.enum(importFieldNames), FieldSource)
    .refine((fields) => fields.project_code || fields.project_name, {
      message: "Map a project code or a project name",
    }),
  date_format: z.enum(dateFormats).optional(),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Names under which other tools export a field; compared without case, spaces and punctuation. */
const aliases: Partial<Record<ImportField, string[]>> = {
  client_name: ["client", "customer"],
  account_name: ["account"],
  project_code: ["project id", "project key", "project number"],
  project_name: ["project"],
  task_key: ["task id", "task number", "issue key", "key"],
  task_title: ["task", "title", "summary", "task name"],
  task_status: ["status", "status code"],
  task_category: ["category"],
  task_subcategory: ["sub category"],
  task_priority: ["priority"],
  task_estimate_hours: ["estimate", "hours estimate", "estimated hours"],
  task_estimated_on: ["estimate on", "estimated on"],
  task_started_on: ["started on", "start date"],
  task_due_on: ["due date", "due on", "deadline"],
  task_completed_on: ["completed on", "completion date"],
  task_assignee: ["assignee", "assigned to", "assigned to id"],
  person: ["developer", "developer id", "user", "employee", "name"],
  hours: ["developer hours actual", "hours actual", "time spent", "duration"],
  spent_on: ["date", "spent date", "work date"],
  note: ["notes", "description", "comment"],
};

/**
 * Guesses a mapping from the header of a file: each field takes the first column that bears its name
 * or one of its aliases, and no column serves twice.
 */
export function guessMapping(columns: string[]): ImportMapping["fields"] {
  const free = new Map(columns.map((column) => [plain(column), column]));
  const fields: ImportMapping["fields"] = {};
  for (const names of [
    (field: ImportField) => [field],
    (field: ImportField) => aliases[field] ?? [],
  ]) {
    for (const field of importFieldNames) {
      if (fields[field]) continue;
      const name = names(field)
        .map(plain)
        .find((candidate) => free.has(candidate));
      if (name === undefined) continue;
      fields[field] = { column: free.get(name) as string };
      free.delete(name);
    }
  }
  return fields;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
