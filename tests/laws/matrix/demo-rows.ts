/** Rows in both demo organizations for the tables that have no seeds, so that no test reads an empty table. */
import { addApprovalRows, type RowKind } from "../../support/approval-rows.ts";
import { addChatRows } from "../../support/chat-rows.ts";
import { owner } from "../../support/database.ts";
import { alderAndSlate, demoId, northlight } from "../../support/personas.ts";

/** The kinds in the ids of cards and their rows: demoCard(1, 1) is a card of SHOP-01. */
const kinds: Record<RowKind, number> = {
  source: 101,
  passage: 102,
  card: 103,
  weekly_update: 104,
  scope_change: 105,
  sow_draft: 106,
  client_readout: 107,
  deliverable_release: 108,
  prompt_version: 109,
  skill: 110,
  skill_version: 111,
  calendar_event: 112,
};

/** A pending card: 1 of the first project, 2 the same and restricted, 3 without project, 4 of the second. */
export const demoCard = (organization: number, number: number) =>
  demoId(kinds.card, organization, number);

/**
 * Fixed ids: the first test file creates the rows, and none changes them. Returns the cleanup of the hook: the demo must
 * not stay connected to a vendor, because other files execute its cards.
 */
export async function fillEmptyTables(): Promise<() => Promise<void>> {
  for (const organization of [1, 2]) {
    const id = demoId(1, organization, 1);
    const admin = demoId(5, organization, 1);
    // A colleague who has not joined yet.
    const inviteeId = demoId(5, organization, organization === 1 ? 7 : 3);
    const rowId = (kind: number) => demoId(90 + kind, organization, 1);
    await owner.begin(async (sql) => {
      await sql`
        insert into public.invitations (id, organization_id, person_id, email, token_hash, invited_by, expires_at)
        select ${rowId(1)}, ${id}, id, email, sha256(id::text::bytea), ${admin}, now() + interval '7 days'
        from public.people where id = ${inviteeId}
        on conflict do nothing`;
      await sql`
        insert into public.portfolio_import_runs (id, organization_id, requested_by, mode, status, file_name,
          file_sha256, parser_version, mapping, plan_hash, counts, finished_at)
        values (${rowId(2)}, ${id}, ${admin}, 'dry_run', 'succeeded', 'plan.csv', repeat('0', 64), 'csv-1',
          '{"fields": {}}', repeat('0', 64), '{}', now())
        on conflict do nothing`;
      await sql`
        insert into public.portfolio_import_rows (organization_id, run_id, line, disposition)
        values (${id}, ${rowId(2)}, 2, 'unchanged')
        on conflict do nothing`;
      await sql`
        insert into public.reconciliation_resolutions (id, organization_id, finding_code, subject_type,
          subject_id, version, state, facts_hash, reason, decided_by)
        values (${rowId(4)}, ${id}, 'project_without_budget', 'project', ${demoId(4, organization, 1)}, 1,
          'settled', repeat('0', 64), 'Paid by the hour.', ${admin})
        on conflict do nothing`;
      await sql`
        insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change)
        values (${id}, ${rowId(2)}, 'task', ${rowId(2)}, 'created')
        on conflict do nothing`;
      await sql`
        insert into public.portfolio_import_memberships (organization_id, run_id, project_id, person_id,
          project_name, person_name)
        values (${id}, ${rowId(2)}, ${rowId(2)}, ${rowId(2)}, 'Garden', 'Somebody')
        on conflict do nothing`;
      await sql`
        insert into public.import_mappings (id, organization_id, name, mapping, created_by)
        values (${rowId(6)}, ${id}, 'Weekly', '{"fields": {"project_code": {"column": "Code"}}}', ${admin})
        on conflict do nothing`;
      await sql`
        insert into public.contacts (id, organization_id, client_id, name, email)
        select md5('contact of ' || id)::uuid, organization_id, id, 'Contact of ' || name, 'contact@client.test'
        from public.clients where organization_id = ${id}
        on conflict do nothing`;
      await sql`
        insert into public.person_rates (id, organization_id, person_id, cost_per_hour, valid_from)
        values (${rowId(7)}, ${id}, ${admin}, 50, '2020-01-01')
        on conflict do nothing`;
      await sql`
        insert into public.project_rates (id, organization_id, project_id, revenue_per_hour, valid_from)
        values (${rowId(8)}, ${id}, ${demoId(4, organization, 1)}, 100, '2020-01-01')
        on conflict do nothing`;
      await sql`
        insert into public.estimate_cases (id, organization_id, project_id, query, model_version, low_hours,
          typical_hours, high_hours, outcome, created_by)
        values (${rowId(9)}, ${id}, ${demoId(4, organization, 1)}, 'Landing page', 'test', 1, 2, 3, '{}', ${admin})
        on conflict do nothing`;
      await sql`
        insert into private.saved_views (id, organization_id, owner_id, page, name, query, is_shared)
        values (${rowId(10)}, ${id}, ${admin}, 'tasks', 'Late ones', 'due=late', true)
        on conflict do nothing`;
      await sql`
        insert into public.audit_events (id, organization_id, actor_db_role, action, object_type)
        values (${rowId(3)}, ${id}, 'none', 'test.happened', 'test')
        on conflict do nothing`;
      // Status updates that are too old to be corrected get their earlier version here.
      await sql`
        insert into public.status_update_versions (organization_id, project_id, status_update_id, version,
          health, summary, written_at)
        select organization_id, project_id, id, 1, health, 'As it was posted.', created_at
        from public.status_updates
        where organization_id = ${id} and created_at < now() - interval '2 days'
        on conflict do nothing`;
      // One comment on each task, without removed ones.
      await sql`
        insert into public.task_comments (id, organization_id, project_id, task_id, author_id, body)
        select id, organization_id, project_id, id, ${admin}, 'Why?'
        from public.tasks where organization_id = ${id} and project_id in
          (${demoId(4, organization, 1)}, ${demoId(4, organization, 2)})
        on conflict do nothing`;
      // A sync of a vendor that no test connects, due long after the tests.
      await sql`
        insert into public.sync_streams (id, organization_id, provider, stream, next_at)
        values (${rowId(7)}, ${id}, 'harvest', 'hours', '2999-01-01')
        on conflict do nothing`;
      await sql`
        insert into public.sync_runs (id, organization_id, stream_id, ended_because, ended_at)
        values (${rowId(8)}, ${id}, ${rowId(7)}, 'completed', now())
        on conflict do nothing`;
      await sql`
        insert into public.sync_scopes (id, organization_id, stream_id, external_id, name, project_id)
        values (${rowId(9)}, ${id}, ${rowId(7)}, '1', 'Garden', ${demoId(4, organization, 1)})
        on conflict do nothing`;
      await sql`
        insert into public.sync_dead_letters (id, organization_id, stream_id, run_id, external_id, payload,
          payload_hash, code, reason)
        values (${rowId(5)}, ${id}, ${rowId(7)}, ${rowId(8)}, '1', '{}', encode(sha256('{}'), 'hex'), '23514', 'Too long')
        on conflict do nothing`;
      await sql`
        insert into public.busy_calendars (id, organization_id, provider, external_id, person_id,
          window_starts_at, window_ends_at, synced_at)
        values (${rowId(11)}, ${id}, 'google_calendar', 'admin', ${admin}, '2026-01-01', '2026-03-01', '2026-01-01')
        on conflict do nothing`;
      await sql`
        insert into public.busy_blocks (id, organization_id, calendar_id, starts_at, ends_at)
        values (${rowId(12)}, ${id}, ${rowId(11)}, '2026-01-05 09:00Z', '2026-01-05 10:00Z')
        on conflict do nothing`;
      await sql`
        insert into public.sources (id, organization_id, kind, title)
        values (${rowId(6)}, ${id}, 'email', 'Hello') on conflict do nothing`;
      await sql`
        insert into public.inbound_emails (id, organization_id, provider, external_id, thread_id, subject, subject_key,
          from_address, from_domain, received_at, auth_verdict)
        values (${rowId(6)}, ${id}, 'resend', '1', ${rowId(6)}, 'Hello', 'hello', 'ada@a.example', 'a.example', now(), 'none')
        on conflict do nothing`;
      await sql`
        insert into public.email_domains (id, organization_id, domain, project_id, email_id, learned_by)
        values (${rowId(6)}, ${id}, 'a.example', ${demoId(4, organization, 1)}, ${rowId(6)}, ${admin})
        on conflict do nothing`;
      await addApprovalRows(sql, {
        organizationId: id,
        adminId: admin,
        projectId: demoId(4, organization, 1),
        hiddenProjectId: demoId(4, organization, 2),
        id: (kind, n) => demoId(kinds[kind], organization, n),
      });
      // Each card of a project was drafted from a pack and has a statement.
      const cards = [1, 2, 4].map((number) => demoCard(organization, number));
      await sql`
        insert into public.evidence_packs (id, organization_id, project_id, from_on, to_on, items, is_restricted, created_by)
        select id, organization_id, project_id, '2026-11-16', '2026-11-22', '[]', is_restricted, ${admin}
        from public.approvals where id in ${sql(cards)} and project_id is not null
        on conflict do nothing`;
      await sql`
        insert into public.drafts (approval_id, organization_id, pack_id, item_numbers, export, scope_id)
        select id, organization_id, id, '{}', '{}', scope_id
        from public.evidence_packs where id in ${sql(cards)}
        on conflict do nothing`;
      await sql`
        insert into public.author_statements (id, organization_id, approval_id, sentence, stated_by, scope_id)
        select id, organization_id, id, 'As planned.', created_by, scope_id
        from public.evidence_packs where id in ${sql(cards)}
        on conflict do nothing`;
      await sql`
        insert into public.calendar_event_project_overrides (organization_id, event_id, project_id, chosen_by)
        select organization_id, id, project_id, ${admin} from public.calendar_events
        where organization_id = ${id} and project_id is not null
        on conflict do nothing`;
      // For the admin, and in the first organization also for each persona who sees its first project.
      for (const person of organization === 1 ? [1, 2, 3, 4] : [1]) {
        await addChatRows(sql, {
          organizationId: id,
          personId: demoId(5, organization, person),
          projectId: demoId(4, organization, 1),
          hiddenProjectId: demoId(4, organization, 2),
          sourceIds: [demoId(kinds.source, organization, 1), demoId(kinds.source, organization, 2)],
          id: (n) => demoId(113, organization, person * 10 + n),
        });
      }
    });
  }
  return disconnectVendors;
}

async function disconnectVendors(): Promise<void> {
  await owner`
    delete from public.integrations where organization_id in (${northlight}, ${alderAndSlate})`;
}
