/** The fields of a project's form, in its order. */
export const fields = [
  "name",
  "code",
  "summary",
  "status",
  "lead_id",
  "account_id",
  "starts_on",
  "due_on",
  "budget_hours",
  "budget_amount",
  "is_archived",
] as const;

export type ProjectField = (typeof fields)[number];
export type ProjectValues = Record<Exclude<ProjectField, "is_archived">, string> & {
  is_archived: boolean;
};

/** The form values of a row; missing ones are empty text. */
export function valuesOf(row: object): ProjectValues {
  const project = row as Record<string, unknown>;
  const text = (field: ProjectField) => String(project[field] ?? "");
  return {
    name: text("name"),
    code: text("code"),
    summary: text("summary"),
    status: text("status"),
    lead_id: text("lead_id"),
    account_id: text("account_id"),
    starts_on: text("starts_on"),
    due_on: text("due_on"),
    budget_hours: text("budget_hours"),
    budget_amount: text("budget_amount"),
    is_archived: (project["archived_at"] ?? null) !== null,
  };
}
