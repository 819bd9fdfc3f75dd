/** The finished tasks of an export in the format of the SiP effort estimation data set, as rows of a scratch database. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type postgres from "postgres";

export interface Case {
  key: string;
  title: string;
  category: string;
  service: string;
  client: string;
  /** loadCases sets it. */
  clientId: string;
  estimate: number;
  hours: number;
  /** The day of the estimate, or the day of completion if that was earlier. */
  askedOn: string;
  completedOn: string;
}

/** The 10th, 50th and 90th percentile of the hours. */
export type Range = [low: number, typical: number, high: number];

/**
 * Returns one case per task, although an export has a line for each person who worked on it. Cancelled tasks and
 * tasks without hours are left out.
 */
export function readCases(file: string): Case[] {
  const lines = parse(readFileSync(file, "latin1"), { columns: true, bom: true }) as Record<
    string,
    string
  >[];
  const cases = new Map<string, Case>();
  for (const line of lines) {
    const text = (name: string) => line[name]?.trim() ?? "";
    if (text("StatusCode") === "CANCELLED" || text("CompletedOn") === "") continue;
    const key = text("TaskNumber");
    const completedOn = text("CompletedOn");
    const estimatedOn = text("EstimateOn") || text("StartedOn") || completedOn;
    const entry = cases.get(key) ?? {
      key,
      title: text("Summary") || key,
      category: text("Category"),
      service: text("SubCategory"),
      client: text("ProjectCode"),
      clientId: "",
      estimate: Number(text("HoursEstimate")) || 0,
      hours: 0,
      askedOn: [estimatedOn, completedOn].sort()[0] ?? completedOn,
      completedOn,
    };
    entry.hours += Number(text("DeveloperHoursActual")) || Number(text("HoursActual")) || 0;
    cases.set(key, entry);
  }
  return [...cases.values()].filter(({ hours }) => hours > 0);
}

/** Returns the ids of the projects: one per client. */
export async function loadCases(sql: postgres.Sql, cases: Case[]): Promise<string[]> {
  const [organization] = await sql<{ id: string }[]>`
    insert into public.organizations (name, email_domain) values ('Evaluation', 'evaluation.test') returning id`;
  if (!organization) throw new Error("The organization was not stored.");
  const [person] = await sql<{ id: string }[]>`
    insert into public.people (organization_id, email, name, role, is_employee)
    values (${organization.id}, 'person@evaluation.test', 'Person', 'member', true) returning id`;
  const clients = [...new Set(cases.map(({ client }) => client))];
  const projects = await sql<{ id: string; name: string; client_id: string }[]>`
    with names as (select unnest(${clients}::text[]) as name),
    new_clients as (
      insert into public.clients (organization_id, name) select ${organization.id}, name from names returning id, name),
    new_accounts as (
      insert into public.accounts (organization_id, client_id, name)
      select ${organization.id}, id, name from new_clients returning id, client_id, name)
    insert into public.projects (organization_id, account_id, name)
    select ${organization.id}, id, name from new_accounts
    returning id, name, (select client_id from new_accounts where new_accounts.id = account_id)`;
  for (const item of cases) {
    item.clientId = projects.find(({ name }) => name === item.client)?.client_id ?? "";
  }
  const rows = cases.map((item) => ({
    ...item,
    project_id: projects.find(({ name }) => name === item.client)?.id ?? "",
  }));
  await sql`
    with input as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as row (
        key text, title text, category text, service text, project_id uuid, estimate numeric, hours numeric,
        "completedOn" date)
    ),
    new_tasks as (
      insert into public.tasks (organization_id, project_id, external_key, title, status, category, subcategory,
        estimate_hours, completed_on)
      select ${organization.id}, project_id, key, title, 'done', category, service, estimate, "completedOn"
      from input
      returning id, project_id, external_key
    )
    insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
    select ${organization.id}, new_tasks.project_id, new_tasks.id, ${person?.id ?? ""}, input."completedOn", input.hours
    from new_tasks
    join input on input.key = new_tasks.external_key`;
  await sql`vacuum analyze`;
  return projects.map(({ id }) => id);
}
