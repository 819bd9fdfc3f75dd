import type { PortfolioActionInput } from "../../api/routes.ts";

export const initialProject = {
  mode: "blank" as "blank" | "copy",
  project_id: "",
  name: "",
  code: "",
  /** Whether the account, or its client, is created together with the project. */
  account: "existing" as "existing" | "new",
  account_id: "",
  account_name: "",
  client: "existing" as "existing" | "new",
  client_id: "",
  client_name: "",
  status: "planned",
  lead_id: "",
  starts_on: "",
  due_on: "",
  budget_hours: "",
  budget_amount: "",
  with_tasks: true,
  with_team: true,
};
export type NewProject = typeof initialProject;

/** Represents an account that is created when the form is sent, so that the other fields can be validated first. */
const PLACEHOLDER_ID = "00000000-0000-4000-8000-000000000000";

export function createActionFor(values: NewProject): PortfolioActionInput {
  const common = {
    account_id: values.account === "new" ? PLACEHOLDER_ID : values.account_id,
    name: values.name,
    code: values.code || null,
    starts_on: values.starts_on || null,
  };
  const action =
    values.mode === "copy"
      ? {
          type: "project_copy",
          ...common,
          project_id: values.project_id,
          with_tasks: values.with_tasks,
          with_team: values.with_team,
        }
      : {
          type: "project_create",
          ...common,
          status: values.status,
          lead_id: values.lead_id || null,
          due_on: values.due_on || null,
          budget_hours: values.budget_hours || null,
          budget_amount: values.budget_amount || null,
        };
  return action as PortfolioActionInput;
}

/** The existing client of the project, or the account that has it; a new client has no finished work. */
export function clientOf(values: NewProject): { account_id?: string; client_id?: string } {
  if (values.account === "existing") {
    return values.account_id ? { account_id: values.account_id } : {};
  }
  return values.client === "existing" && values.client_id ? { client_id: values.client_id } : {};
}

/** The names and choices that are missing, also of the account and client that are created together with the project. */
export function missingIn(values: NewProject): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.name.trim() === "") errors["name"] = "Enter a name for the project";
  if (values.account === "existing") {
    if (values.account_id === "") errors["account_id"] = "Choose an account";
    return errors;
  }
  if (values.account_name.trim() === "") errors["account_name"] = "Enter a name for the account";
  if (values.client === "existing" && values.client_id === "")
    errors["client_id"] = "Choose a client";
  if (values.client === "new" && values.client_name.trim() === "") {
    errors["client_name"] = "Enter a name for the client";
  }
  return errors;
}

const dayMs = 86_400_000;

/** The number of days by which a copy moves the original's dates; null if one of the two has no start. */
export function shiftOf(from: string | null, to: string): number | null {
  if (!from || !to) return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
