import { z } from "zod";
import { exportOf } from "./import-exports.ts";
import {
  dateFormats,
  hourUnits,
  type ImportField,
  importFieldLabels,
  importFieldNames,
  membershipChoices,
} from "./import-fields.ts";

export * from "./import-fields.ts";

const FieldSource = z.union([
  z.strictObject({
    column: z.string().min(1),
    values: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Our value for each cell value, for statuses and priorities: { "FINISHED": "done" }',
      ),
    unit: z.enum(hourUnits).optional().describe("The unit of plain numbers, for hours"),
    date_format: z
      .enum(dateFormats)
      .optional()
      .describe("How this column writes days, where it differs from the others"),
  }),
  z
    .strictObject({ columns: z.array(z.string().min(1)).min(2).max(5) })
    .describe("Several columns joined by a space, such as a first and a last name"),
  z.strictObject({ value: z.string().min(1) }).describe("The same value for every row"),
]);

export type FieldSource = z.infer<typeof FieldSource>;

/** The column or constant that fills each field. */
export const ImportMapping = z.strictObject({
  fields: z
    .partialRecord(z.enum(importFieldNames), FieldSource)
    .refine((fields) => fields.project_code || fields.project_name || fields.person_cost_per_hour, {
      message: "Map a project code, a project name or the cost per hour of a person",
    }),
  date_format: z
    .enum(dateFormats)
    .optional()
    .describe("How the file writes days. Inferred from each whole column unless given"),
  memberships: z
    .enum(membershipChoices)
    .optional()
    .describe(
      "Who becomes a member of imported projects: the people whom the import adds (new, the default), everyone in the file (all), or no one (none)",
    ),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Column names of other tools for each field, compared without case, spaces and punctuation. */
const aliases: Partial<Record<ImportField, string[]>> = {
  client_name: ["customer", "client name", "customer name"],
  account_name: ["account name"],
  project_code: ["project id", "project key", "project number"],
  project_name: ["project", "project title"],
  project_starts_on: ["project start date", "project starts on", "project started on"],
  project_due_on: ["project due date", "project deadline", "project end", "project end date"],
  project_budget_hours: ["budget hours", "hours budget", "hours budgeted", "project budget hours"],
  project_budget_amount: ["budget amount", "budget money", "project budget amount"],
  project_members: ["members", "team members"],
  task_key: ["task id", "task number", "issue key", "key"],
  task_title: ["task", "title", "summary", "task name"],
  task_status: ["status", "status code"],
  task_category: ["task category"],
  task_subcategory: ["sub category", "task subcategory"],
  task_priority: ["task priority"],
  task_estimate_hours: ["estimate", "hours estimate", "estimated hours", "hours of estimate"],
  task_estimated_on: ["estimate on"],
  task_started_on: ["start date", "task start", "task start date"],
  task_due_on: ["due date", "due on", "due", "deadline", "task due date"],
  task_completed_on: ["completed", "completion date", "completed at", "completed date"],
  task_assignee: ["assigned to", "assigned to id", "task assignee"],
  task_assignee_email: ["email of assignee"],
  entry_key: ["time entry id", "entry id"],
  person: ["developer", "developer id", "user", "employee", "name", "person name", "team member"],
  person_email: ["email", "email address", "user email", "employee email"],
  hours: ["developer hours actual", "hours actual", "time spent", "duration", "hours spent"],
  spent_on: ["date", "spent date", "work date", "day"],
  note: ["notes", "description", "comment"],
  person_cost_per_hour: ["cost per hour", "hourly cost", "cost rate"],
  project_revenue_per_hour: ["revenue per hour", "hourly revenue", "revenue rate"],
  rate_valid_from: ["valid from", "effective from", "effective date"],
};

/**
 * Guesses a mapping from the header of a file. The export of a known tool has a fixed mapping. In any other file
 * each field takes the first column with its name, its label or one of its aliases, and no column is used twice. A
 * question such as "Employee?" does not name a person.
 */
export function guessMapping(columns: string[]): ImportMapping["fields"] {
  const tool = exportOf(columns);
  const fields: ImportMapping["fields"] = tool ? tool.fields(columns) : {};
  const usedColumns = new Set([
    ...Object.values(fields).flatMap((source) => (source ? columnsOf(source) : [])),
    ...(tool?.unused ?? []),
  ]);
  const freeColumns = new Map<string, string>();
  for (const column of columns) {
    const isQuestion = column.trim().endsWith("?");
    if (!usedColumns.has(column) && !isQuestion && !freeColumns.has(normalName(column)))
      freeColumns.set(normalName(column), column);
  }
  for (const names of [
    (field: ImportField) => [field, importFieldLabels[field]],
    // A known tool may use a common name for something else.
    (field: ImportField) => (tool ? [] : (aliases[field] ?? [])),
  ]) {
    for (const field of importFieldNames) {
      if (fields[field]) continue;
      const name = names(field)
        .map(normalName)
        .find((candidate) => freeColumns.has(candidate));
      if (name === undefined) continue;
      fields[field] = { column: freeColumns.get(name) as string };
      freeColumns.delete(name);
    }
  }
  return withCompleteRates(fields);
}

/**
 * Leaves out guessed rates without a first day, which the database would refuse on every line. In a file without
 * people, a cost per hour is that of the project.
 */
function withCompleteRates(fields: ImportMapping["fields"]): ImportMapping["fields"] {
  const { person_cost_per_hour, project_revenue_per_hour, project_cost_per_hour, ...otherFields } =
    fields;
  const { rate_valid_from, ...withoutRates } = otherFields;
  const isOfPerson = otherFields.person !== undefined || otherFields.person_email !== undefined;
  const rates = {
    ...(isOfPerson && person_cost_per_hour && { person_cost_per_hour }),
    ...(project_revenue_per_hour && { project_revenue_per_hour }),
    ...projectCost(project_cost_per_hour ?? (isOfPerson ? undefined : person_cost_per_hour)),
  };
  if (!rate_valid_from || Object.keys(rates).length === 0) return withoutRates;
  return { ...otherFields, ...rates };
}

const projectCost = (source: FieldSource | undefined) =>
  source && { project_cost_per_hour: source };

/** The columns that a field is read from; none if it is the same for every row. */
export function columnsOf(source: FieldSource): string[] {
  if ("column" in source) return [source.column];
  return "columns" in source ? source.columns : [];
}

/** The columns that map to no field. */
export function unusedColumns(columns: string[], fields: ImportMapping["fields"]): string[] {
  const usedColumns = new Set(
    Object.values(fields).flatMap((source) => (source ? columnsOf(source) : [])),
  );
  return columns.filter((column) => !usedColumns.has(column));
}

function normalName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
