/** A portfolio of 5,000 projects, as the Data API would answer it page by page. */
const PROJECTS = 5000;
const PAGE = 1000;

/** The answer of list_project_summaries to these arguments. */
export function projectsAfter(args: { after_id: string }) {
  const from = Number(args.after_id.slice(-5)) + 1;
  const length = Math.min(2 * PAGE, PROJECTS - from);
  const projects = Array.from({ length }, (_, row) => summary(from + row));
  const columns = Object.keys(summary(0)) as (keyof ReturnType<typeof summary>)[];
  return {
    columns,
    rows: projects.map((project) => columns.map((column) => project[column])),
    accounts: {},
    people: {},
    has_more: from + length < PROJECTS,
  };
}

/** The projects that a request for summaries at this address gets. */
export function pageOfProjects(address: string): object[] {
  const offset = Number(new URL(address).searchParams.get("offset") ?? 0);
  const length = Math.max(0, Math.min(PAGE, PROJECTS - offset));
  return Array.from({ length }, (_, row) => summary(offset + row));
}

function summary(number: number) {
  const digits = String(number).padStart(5, "0");
  return {
    id: `99999999-0000-4000-8000-0000000${digits}`,
    name: `Project ${digits}`,
    code: null,
    status: "active",
    health: null,
    account_id: "a",
    account_name: "Account",
    client_id: "c",
    client_name: "Client",
    lead_name: null,
    actual_hours: 1,
    estimate_hours: 2,
    budget_hours: null,
    budget_amount: null,
    task_count: 1,
    open_task_count: 1,
    last_activity_on: null,
    starts_on: null,
    due_on: null,
    archived_at: null,
    version: 1,
    tier: "core",
    service_line: "Commerce",
    risk: "low",
    classification_version: 1,
  };
}
