/** Reads of cards and their evidence, like in the console and the routes. */
import type { ScopedRead } from "./scoped-reads.ts";

/** The newest card of the project that the viewer may see. */
const aCard = (project: string) =>
  `(select id from approvals where project_id = '${project}' order by created_at desc limit 1)`;
const aSource = (project: string) =>
  `(select id from sources where project_id = '${project}' order by id limit 1)`;

const ofCard = (table: string, order: string): ScopedRead => ({
  name: `${table} of a card`,
  tables: 2,
  query: (project) =>
    `select * from ${table} where approval_id = ${aCard(project)} order by ${order}`,
});

export const approvalReads: ScopedRead[] = [
  { name: "approval kinds", tables: 1, query: () => "select * from approval_kinds" },
  { name: "settings", tables: 1, query: () => "select * from organization_settings" },
  {
    name: "pending cards",
    tables: 1,
    query: () => `
      select * from approvals where status = 'pending' order by created_at desc, id desc limit 50`,
  },
  {
    name: "cards of a project",
    tables: 1,
    query: (project) => `
      select * from approvals where project_id = '${project}' order by created_at desc limit 50`,
  },
  {
    name: "a card",
    tables: 2,
    query: (project) => `select * from approvals where id = ${aCard(project)}`,
  },
  ofCard("approval_versions", "version"),
  ofCard("approval_citations", "number"),
  ofCard("approval_events", "number"),
  {
    name: "sources of a project",
    tables: 1,
    query: (project) => `
      select * from sources where project_id = '${project}' order by occurred_at desc limit 50`,
  },
  {
    name: "text of a source",
    tables: 2,
    query: (project) => `
      select * from passages where source_id = ${aSource(project)} and source_version = 1
      order by position`,
  },
  {
    name: "note of a project",
    tables: 1,
    query: (project) => `
      select * from project_notes where project_id = '${project}' order by occurred_on desc limit 50`,
  },
  {
    name: "meetings of a project",
    tables: 2,
    query: (project) => `
      select * from meetings join sources using (id) where sources.project_id = '${project}'
      order by meetings.starts_at desc limit 50`,
  },
  {
    name: "weekly updates of a project",
    tables: 1,
    query: (project) => `
      select * from weekly_updates where project_id = '${project}'
      order by published_at desc limit 20`,
  },
  {
    name: "events of a project",
    tables: 1,
    query: (project) => `
      select * from calendar_events where project_id = '${project}' order by starts_at limit 50`,
  },
  {
    name: "results of a card elsewhere",
    tables: 2,
    query: (project) => `select * from external_links where approval_id = ${aCard(project)}`,
  },
  { name: "live prompt", tables: 1, query: () => "select * from live_prompts" },
  { name: "skills", tables: 1, query: () => "select * from skills order by name" },
  { name: "integrations", tables: 1, query: () => "select * from integrations" },
  { name: "connection tests", tables: 1, query: () => "select * from connection_tests" },
  {
    name: "lists of a vendor",
    tables: 1,
    query: () => "select * from vendor_lists where provider = 'clickup' order by name, external_id",
  },
];
