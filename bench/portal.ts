/**
 * Compares the portals of two clients, with 1 and with 100 projects, with the statement that a careful developer would
 * write by hand. The client, an admin and a lead view each portal. The answers must be equal.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { asService, asUser, type ByHandResult, compareByHand } from "./by-hand.ts";
import { datasetViewers, loadDataset } from "./dataset.ts";
import { portalByHand } from "./portal-by-hand.ts";

/** In each organization a client has a tenth of the projects. */
const PROJECTS = [10, 1000];
const VIEWERS = ["client", "admin", "lead"];

export async function benchPortal(isQuick: boolean): Promise<ByHandResult[]> {
  const [tasks, budgetMs] = isQuick ? [20_000, 2000] : [100_000, 10_000];
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, { projects: PROJECTS, tasks });
    await publish(sql);
    const lanes = [];
    for (const [index, projects] of PROJECTS.entries()) {
      const viewers = await datasetViewers(sql, index + 1);
      const [client] = await sql<{ id: string }[]>`
        select client_id as id from public.people
        where organization_id = ${viewers[0]?.organizationId ?? null} and role = 'client'`;
      for (const label of VIEWERS) {
        const viewer = viewers.find((candidate) => candidate.label === label);
        if (!viewer || !client) throw new Error(`Organization ${index + 1} has no ${label}.`);
        const argument = label === "client" ? "" : `'${client.id}'`;
        lanes.push({
          name: `${projects / 10} projects, ${label}`,
          product: asUser(viewer.userId, `select public.get_client_portal(${argument}) as answer`),
          byHand: asService(portalByHand(viewer.organizationId, client.id)),
        });
      }
    }
    await sql.end();
    return await compareByHand(url, lanes, budgetMs);
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

/**
 * Publishes every card of the dataset to the client of its project, with texts as long as real ones. To keep this
 * short, one card can have an update and other publications; no answer depends on that.
 */
async function publish(sql: postgres.Sql): Promise<void> {
  const tables = [
    "weekly_updates",
    "client_readouts",
    "deliverable_releases",
    "sow_drafts",
    "scope_changes",
  ];
  const body =
    "The storefront is ready for the test with customers [1]. Orders reach the warehouse within a minute [2, 3]. ".repeat(
      8,
    );
  const sections = ["Summary", "Done", "Decisions", "Next steps"].map((heading) => ({
    heading,
    body,
  }));
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // That setting does not affect triggers with `enable always`, so these statements disable them. Only reads follow,
    // so nothing enables them again.
    for (const table of tables) await tx`alter table public.${tx(table)} disable trigger user`;
    await tx`update public.people set role = 'lead' where name = 'Person 5'`;
    await tx`update public.weekly_updates set body = ${body}, next_steps = ${body} where true`;
    await tx`
      insert into private.portal_publications (
        organization_id, approval_id, project_id, client_id, content_hash, first_read_at, first_read_by)
      select approvals.organization_id, approvals.id, approvals.project_id, accounts.client_id, repeat('0', 64), now(), reader.id
      from public.approvals
      join public.projects on projects.id = approvals.project_id
      join public.accounts on accounts.id = projects.account_id
      cross join lateral (
        select people.id from public.people
        where people.organization_id = approvals.organization_id and people.role = 'client'
        limit 1) as reader`;
    await tx`
      create temporary table cards on commit drop as
      select organization_id, project_id, id as approval_id, created_at as published_at, 'Title of ' || title as title,
        row_number() over (partition by project_id order by id) as position
      from public.approvals`;
    await tx`
      insert into public.client_readouts (organization_id, project_id, approval_id, title, sections, published_at)
      select organization_id, project_id, approval_id, title, ${sql.json(sections)}, published_at from cards where position <= 3`;
    await tx`
      insert into public.deliverable_releases (organization_id, project_id, approval_id, title, note, published_at)
      select organization_id, project_id, approval_id, title, 'For your approval', published_at from cards where position <= 2`;
    await tx`
      insert into public.sow_drafts (organization_id, project_id, approval_id, title, sections, published_at)
      select organization_id, project_id, approval_id, title, ${sql.json(sections)}, published_at from cards where position = 1`;
    await tx`
      insert into public.scope_changes (
        organization_id, project_id, approval_id, title, description, hours_change, amount_change, published_at)
      select organization_id, project_id, approval_id, title, 'One more language', 12, 1320, published_at
      from cards where position = 2`;
    await tx`
      insert into private.deliverable_decisions (
        organization_id, approval_id, decision, comment, content_hash, decided_by, decided_by_name)
      select cards.organization_id, approval_id, 'approved', 'Thank you', repeat('0', 64), people.id, people.name
      from cards
      join public.people on people.organization_id = cards.organization_id and people.role = 'client'
      where position = 1`;
    await tx`
      insert into private.client_requests (
        organization_id, client_id, project_id, approval_id, kind, content, asked_by, respond_by)
      select cards.organization_id, people.client_id, cards.project_id, cards.approval_id, 'question', 'When is the test?', people.id,
        current_date
      from cards
      join private.portal_publications as publications on publications.approval_id = cards.approval_id
      join public.people on people.organization_id = cards.organization_id and people.client_id = publications.client_id
      where position = 3`;
    await tx`
      insert into private.released_dates (project_id, organization_id, client_id, starts_on, due_on, released_by)
      select project_id, organization_id, client_id, current_date, current_date + 30, (
        select people.id from public.people
        where people.organization_id = publications.organization_id and people.role = 'admin')
      from (select distinct project_id, organization_id, client_id from private.portal_publications) as publications`;
    await tx`update public.operating_profiles set shares_hours = true where not shares_hours`;
    // Admins and leads can read a portal for five minutes after a recorded view. The times of these views are in the
    // future, because a run takes longer.
    await tx`
      insert into public.audit_events (
        organization_id, occurred_at, actor_person_id, actor_db_role, action, object_type, object_id)
      select organizations.id, now() + interval '1 day', people.id, 'authenticated', 'client_portal.viewed', 'client', clients.id
      from public.organizations
      join public.people on people.organization_id = organizations.id and people.role in ('admin', 'lead')
      join public.clients on clients.organization_id = organizations.id`;
  });
  await sql`grant usage on schema private to service_role`;
  await sql`grant select on all tables in schema private to service_role`;
  await sql`vacuum analyze`;
}
