/** The reads that the console and the routes do under row-level security, as SQL. */
import type { DatasetViewer } from "../../../bench/dataset.ts";

export interface ScopedRead {
  name: string;
  query(project: string, viewer: DatasetViewer): string;
  /** How often policies may ask for the scope: once for each scoped table that the read names. */
  tables: number;
  /** Whether the read is a function, whose statements are checked one by one. */
  isFunction?: boolean;
}

const SUMMARY_TABLES = 8;
/** The organization, the days and the entries of six kinds, and five reads of names and the earlier classification. */
const TIMELINE_TABLES = 1 + 2 * 6 + 5;
/** The organization, names, projects that are not archived, accounts, clients, profiles; and 6 in spine_lines. */
const OUTLINE_TABLES = 12;
/** The whole spine also reads status updates, 4 tables in spine_work and 7 in spine_activity. */
const WHOLE_TABLES = 12;
/** It also reads the number of open tasks, and once the caller's scope to choose the most active projects. */
const SPINE_TABLES = OUTLINE_TABLES + WHOLE_TABLES + 2;

export const scopedReads: ScopedRead[] = [
  {
    name: "get_outcome",
    tables: 20,
    isFunction: true,
    query: (project) => `select get_outcome('Task 12', '${project}', expected_hours => 8)`,
  },
  { name: "projects", tables: 1, query: () => "select * from projects order by name, id" },
  { name: "accounts", tables: 1, query: () => "select * from accounts order by name, id" },
  { name: "clients", tables: 1, query: () => "select * from clients order by name, id" },
  { name: "people", tables: 1, query: () => "select id, name from people order by id limit 1000" },
  { name: "organization", tables: 1, query: () => "select currency, time_zone from organizations" },
  { name: "invitations", tables: 1, query: () => "select id, email from invitations" },
  {
    name: "members of a project",
    tables: 1,
    query: (project) => `select person_id from project_members where project_id = '${project}'`,
  },
  { name: "count of tasks", tables: 1, query: () => "select count(*) from tasks" },
  {
    name: "newest tasks",
    tables: 1,
    query: () => "select * from tasks order by updated_at desc, id limit 50",
  },
  {
    name: "tasks of a project",
    tables: 1,
    query: (project) => `
      select * from tasks where project_id = '${project}' and archived_at is null
      order by due_on, id limit 200`,
  },
  {
    name: "count of a project's open tasks",
    tables: 1,
    query: (project) => `
      select count(*) from tasks where project_id = '${project}' and archived_at is null
        and status in ('open', 'in_progress', 'blocked')`,
  },
  {
    name: "tasks found by words in a project",
    tables: 1,
    query: (project) => `
      select * from tasks where project_id = '${project}' and archived_at is null
        and (title ilike '%12%' or external_key ilike '%12%') order by due_on, id limit 200`,
  },
  {
    name: "tasks by id",
    tables: 2,
    query: (project) => `
      select id, title from tasks
      where id = any (array(select id from tasks where project_id = '${project}' limit 50))`,
  },
  {
    // Its policy asks for the projects and for the hidden tasks.
    name: "comments of a project",
    tables: 2,
    query: (project) => `
      select id, body from task_comments where project_id = '${project}' order by created_at desc, id limit 200`,
  },
  {
    name: "hours of a project",
    tables: 1,
    query: (project) => `
      select * from time_entries where project_id = '${project}'
      order by spent_on desc, id limit 200`,
  },
  {
    name: "hours of some tasks",
    tables: 2,
    query: (project) => `
      select task_id, hours from time_entries
      where task_id = any (array(select id from tasks where project_id = '${project}' limit 50))
      order by id limit 1000`,
  },
  {
    name: "hours per project",
    tables: 1,
    query: () => "select project_id, sum(hours) from time_entries group by project_id",
  },
  {
    name: "monthly hours of a project",
    tables: 1,
    query: (project) => `
      select month, hours from project_monthly_hours where project_id = '${project}' order by month`,
  },
  {
    name: "daily hours of a project",
    tables: 1,
    query: (project) => `
      select day, hours from project_daily_hours where project_id = '${project}' order by day`,
  },
  {
    name: "status updates of a project",
    tables: 1,
    query: (project) => `
      select * from status_updates where project_id = '${project}'
      order by created_at desc limit 20`,
  },
  { name: "operating profiles", tables: 1, query: () => "select * from operating_profiles" },
  {
    name: "import runs",
    tables: 1,
    query: () => "select * from portfolio_import_runs order by created_at desc limit 20",
  },
  {
    name: "rows of an import run",
    tables: 2,
    query: () => `
      select * from portfolio_import_rows
      where run_id = (select id from portfolio_import_runs order by created_at desc limit 1)
      order by line limit 200`,
  },
  {
    name: "audit events",
    tables: 1,
    query: () => "select * from audit_events order by occurred_at desc limit 50",
  },
  {
    name: "portfolio",
    tables: SUMMARY_TABLES,
    query: () => "select * from project_summaries where archived_at is null order by name, id",
  },
  {
    name: "summary of a project",
    tables: SUMMARY_TABLES,
    query: (project) => `select * from project_summaries where id = '${project}'`,
  },
  {
    name: "classifications of a project",
    tables: 1,
    query: (project) => `
      select * from portfolio_classifications where project_id = '${project}'
      order by version desc limit 1`,
  },
  {
    name: "get_project_timeline",
    tables: TIMELINE_TABLES,
    isFunction: true,
    query: (project) => `select get_project_timeline('${project}')`,
  },
  { name: "get_viewer", tables: 0, isFunction: true, query: () => "select get_viewer()" },
  {
    name: "get_portfolio",
    tables: SUMMARY_TABLES + 2,
    isFunction: true,
    query: () => "select get_portfolio()",
  },
  {
    name: "get_spine",
    tables: SPINE_TABLES,
    isFunction: true,
    query: () => "select get_spine()",
  },
  {
    name: "get_spine as somebody else",
    tables: SPINE_TABLES + 1,
    isFunction: true,
    query: (_, viewer) => `
      select get_spine((select id from people where id <> '${viewer.personId}' order by id limit 1))`,
  },
  {
    name: "get_chat_spine",
    tables: OUTLINE_TABLES + WHOLE_TABLES + 1,
    isFunction: true,
    query: () => "select get_chat_spine('what about Project 7?')",
  },
  {
    name: "get_chat_spine of a project",
    tables: OUTLINE_TABLES + WHOLE_TABLES,
    isFunction: true,
    query: (project) => `select get_chat_spine(project_ids => '{${project}}')`,
  },
];
