/** Inserts a graph's sources, cards, prompts, connections and events: the second part of `load`. */
export const loadApprovals = `
  -- The rows of a graph are random: no executed card created them.
  alter table public.weekly_updates disable trigger tg_weekly_updates__guard_approved;
  alter table public.scope_changes disable trigger tg_scope_changes__guard_approved;
  alter table public.sow_drafts disable trigger tg_sow_drafts__guard_approved;
  alter table public.client_readouts disable trigger tg_client_readouts__guard_approved;
  alter table public.deliverable_releases disable trigger tg_deliverable_releases__guard_approved;
  create function probe.load_approvals(graph jsonb) returns void language plpgsql as $$
  begin
    insert into public.organization_settings (organization_id)
    select organization_id
    from jsonb_populate_recordset(null::public.organization_settings, graph -> 'organization_settings');
    insert into public.sources (id, organization_id, kind, project_id, title, is_restricted)
    select id, organization_id, 'note', project_id, 'Source', is_restricted
    from jsonb_populate_recordset(null::public.sources, graph -> 'sources');
    insert into public.meetings (id, organization_id, scope_id, provider, external_id, starts_at, ends_at)
    select sources.id, sources.organization_id, sources.scope_id, 'fathom', sources.id, '2026-01-05', '2026-01-05'
    from jsonb_populate_recordset(null::public.sources, graph -> 'sources') as input
    join public.sources on sources.id = input.id;
    insert into public.project_notes (id, organization_id, project_id, source_id, scope_id, occurred_on, title, body)
    select sources.id, sources.organization_id, sources.project_id, sources.id, sources.scope_id, '2026-01-05', 'Entry', 'Text'
    from jsonb_populate_recordset(null::public.project_notes, graph -> 'project_notes') as input
    join public.sources on sources.id = input.id;
    insert into public.inbound_emails (
      id, organization_id, project_id, rule, provider, external_id, thread_id, subject, subject_key, from_address,
      from_domain, received_at, auth_verdict)
    select id, organization_id, project_id, case when project_id is not null then 'person'::public.email_rule end,
      'gmail', id, id, 'Subject', 'subject', 'a@a.example', 'a.example', '2026-01-05', 'none'
    from jsonb_populate_recordset(null::public.sources, graph -> 'sources');
    insert into public.email_domains (id, organization_id, domain, project_id, email_id, learned_by)
    select input.id, input.organization_id, input.id || '.example', input.project_id, input.id, anybody.id
    from jsonb_populate_recordset(null::public.sources, graph -> 'sources') as input
    join lateral (
      select people.id from public.people where people.organization_id = input.organization_id limit 1) as anybody on true
    where input.project_id is not null;
    insert into public.documents (id, organization_id, kind, scope_id, is_restricted, latest_version)
    select input.id, input.organization_id, 'brief', sources.scope_id, sources.is_restricted, input.latest_version
    from jsonb_populate_recordset(null::public.documents, graph -> 'documents') as input
    join public.sources on sources.id = input.id;
    insert into public.document_versions (
      document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes)
    select input.document_id, input.version, input.organization_id, documents.scope_id,
           input.document_id || '/' || input.version, 'a.txt', 'text/plain', 1
    from jsonb_populate_recordset(null::public.document_versions, graph -> 'document_versions') as input
    join public.documents on documents.id = input.document_id;
    insert into public.passages (id, organization_id, source_id, source_version, position, content, scope_id)
    select id, organization_id, source_id, 1, position, 'Text',
           (select scope_id from public.sources where sources.id = input.source_id)
    from jsonb_populate_recordset(null::public.passages, graph -> 'passages') as input;
    insert into public.approvals (
      id, organization_id, kind, project_id, title, payload, payload_hash, is_restricted, proposer, proposed_by)
    select id, organization_id, kind, project_id, 'Card',
           case kind when 'skill_update' then '{"name": "skill", "title": "Skill", "content": "Text"}' else '{}' end::jsonb,
           '', is_restricted, 'person', proposed_by
    from jsonb_populate_recordset(null::public.approvals, graph -> 'approvals');
    insert into public.approval_versions (
      organization_id, approval_id, version, title, payload, payload_hash, scope_id)
    select input.organization_id, approval_id, number, title, payload, payload_hash, scope_id
    from jsonb_to_recordset(graph -> 'approval_versions')
      as input (organization_id uuid, approval_id uuid, number integer)
    join public.approvals on approvals.id = input.approval_id;
    insert into public.approval_citations (
      organization_id, approval_id, number, role, source_id, source_version, quote, scope_id)
    select input.organization_id, approval_id, number, 'evidence', source_id, 1, 'Text', approvals.scope_id
    from jsonb_populate_recordset(null::public.approval_citations, graph -> 'approval_citations') as input
    join public.approvals on approvals.id = input.approval_id;
    insert into public.approval_events (
      organization_id, approval_id, number, type, status, version, payload_hash, actor_db_role, scope_id)
    select input.organization_id, approval_id, number, 'proposed', 'pending', 1, approvals.payload_hash, 'none',
           approvals.scope_id
    from jsonb_populate_recordset(null::public.approval_events, graph -> 'approval_events') as input
    join public.approvals on approvals.id = input.approval_id;
    -- Each card of a project was drafted from a pack and has a statement, all with its id.
    insert into public.evidence_packs (
      id, organization_id, project_id, from_on, to_on, items, is_restricted, created_by)
    select id, organization_id, project_id, '2026-01-05', '2026-01-11', '[]', is_restricted, proposed_by
    from jsonb_populate_recordset(null::public.approvals, graph -> 'approvals')
    where project_id is not null;
    insert into public.drafts (approval_id, organization_id, pack_id, item_numbers, export, scope_id)
    select packs.id, packs.organization_id, packs.id, '{}', '{}', packs.scope_id
    from public.evidence_packs as packs
    join jsonb_populate_recordset(null::public.approvals, graph -> 'approvals') as input on input.id = packs.id;
    insert into public.author_statements (id, organization_id, approval_id, sentence, stated_by, scope_id)
    select packs.id, packs.organization_id, packs.id, 'All is well.', packs.created_by, packs.scope_id
    from public.evidence_packs as packs
    join jsonb_populate_recordset(null::public.approvals, graph -> 'approvals') as input on input.id = packs.id;

    insert into public.weekly_updates (
      id, organization_id, project_id, approval_id, is_restricted, week_of, headline, body)
    select id, organization_id, project_id, approval_id, is_restricted, '2026-01-05', 'Week', 'Text'
    from jsonb_populate_recordset(null::public.weekly_updates, graph -> 'weekly_updates');
    insert into public.scope_changes (
      id, organization_id, project_id, approval_id, is_restricted, title, description)
    select id, organization_id, project_id, approval_id, is_restricted, 'Change', 'Text'
    from jsonb_populate_recordset(null::public.scope_changes, graph -> 'scope_changes');
    insert into public.sow_drafts (id, organization_id, project_id, approval_id, is_restricted, title, sections)
    select id, organization_id, project_id, approval_id, is_restricted, 'Draft', '[]'
    from jsonb_populate_recordset(null::public.sow_drafts, graph -> 'sow_drafts');
    insert into public.client_readouts (
      id, organization_id, project_id, approval_id, is_restricted, title, sections)
    select id, organization_id, project_id, approval_id, is_restricted, 'Readout', '[]'
    from jsonb_populate_recordset(null::public.client_readouts, graph -> 'client_readouts');
    insert into public.deliverable_releases (
      id, organization_id, project_id, approval_id, is_restricted, title)
    select id, organization_id, project_id, approval_id, is_restricted, 'Release'
    from jsonb_populate_recordset(null::public.deliverable_releases, graph -> 'deliverable_releases');

    -- Their first readings are recorded, because clients then read the portal at once.
    insert into private.portal_publications (
      organization_id, approval_id, project_id, client_id, content_hash, first_read_at, first_read_by)
    select input.organization_id, approval_id, input.project_id, client_id, repeat('0', 64), now(), approvals.proposed_by
    from jsonb_populate_recordset(null::private.portal_publications, graph -> 'portal_publications') as input
    join public.approvals on approvals.id = input.approval_id;

    insert into public.prompt_versions (id, organization_id, number, base, origin, created_by)
    select id, organization_id, 1, 'Prompt', 'set', created_by
    from jsonb_populate_recordset(null::public.prompt_versions, graph -> 'prompt_versions');
    insert into public.live_prompts (organization_id, live_version_id, moved_by, moved_at)
    select organization_id, live_version_id, moved_by, now()
    from jsonb_populate_recordset(null::public.live_prompts, graph -> 'live_prompts');
    insert into public.skills (id, organization_id, name)
    select id, organization_id, 'skill'
    from jsonb_populate_recordset(null::public.skills, graph -> 'skills');
    update public.approvals set status = 'approved', decided_by = proposed_by, decided_at = now(),
      decided_version = version, decided_hash = payload_hash
    where id in (select approval_id
                 from jsonb_populate_recordset(null::public.skill_versions, graph -> 'skill_versions'));
    update public.approvals set status = 'executing', execution_requested_by = proposed_by,
      execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1
    where id in (select approval_id
                 from jsonb_populate_recordset(null::public.skill_versions, graph -> 'skill_versions'));
    insert into public.skill_versions (
      id, organization_id, skill_id, number, title, content, approval_id, created_by)
    select id, organization_id, skill_id, 1, 'Skill', 'Text', approval_id, created_by
    from jsonb_populate_recordset(null::public.skill_versions, graph -> 'skill_versions');
    insert into public.integrations (organization_id, provider, secret_name, connected_by)
    select organization_id, 'clickup', 'none', connected_by
    from jsonb_populate_recordset(null::public.integrations, graph -> 'integrations');
    insert into public.connection_tests (organization_id, provider, requested_by)
    select organization_id, 'clickup', connected_by
    from jsonb_populate_recordset(null::public.integrations, graph -> 'integrations');
    insert into public.vendor_lists (organization_id, provider, external_id, name)
    select organization_id, 'clickup', '1', 'List'
    from jsonb_populate_recordset(null::public.integrations, graph -> 'integrations');
    insert into public.sync_streams (id, organization_id, provider, stream)
    select id, organization_id, 'clickup', 'tasks'
    from jsonb_populate_recordset(null::public.sync_streams, graph -> 'sync_streams');
    insert into public.sync_runs (id, organization_id, stream_id)
    select id, organization_id, stream_id
    from jsonb_populate_recordset(null::public.sync_runs, graph -> 'sync_runs');
    insert into public.sync_scopes (id, organization_id, stream_id, external_id, name, project_id)
    select id, organization_id, stream_id, id, 'List', project_id
    from jsonb_populate_recordset(null::public.sync_scopes, graph -> 'sync_scopes');
    insert into public.sync_dead_letters (
      id, organization_id, stream_id, run_id, external_id, payload, payload_hash, code, reason)
    select id, organization_id, stream_id, run_id, id, '{}', encode(sha256('{}'), 'hex'), '23514', 'Too long'
    from jsonb_populate_recordset(null::public.sync_dead_letters, graph -> 'sync_dead_letters');
    insert into public.external_links (organization_id, provider, entity, external_id, approval_id, project_id, scope_id)
    select organization_id, 'local', 'task', id, id, project_id, scope_id
    from public.approvals
    where id in (
      select approval_id from jsonb_populate_recordset(null::public.external_links, graph -> 'external_links'));
    insert into public.calendar_events (
      id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
    select id, organization_id, 'local', id, project_id, 'Event', '2026-01-05', '2026-01-06', 'UTC'
    from jsonb_populate_recordset(null::public.calendar_events, graph -> 'calendar_events');
    insert into public.calendar_event_project_overrides (organization_id, event_id, project_id, chosen_by)
    select events.organization_id, events.id, events.project_id, anybody.id
    from public.calendar_events as events
    -- An organization without people has nobody who could choose.
    join lateral (
      select people.id from public.people where people.organization_id = events.organization_id limit 1) as anybody on true
    where events.project_id is not null and events.id in (
      select id from jsonb_populate_recordset(null::public.calendar_events, graph -> 'calendar_events'));
    insert into public.busy_calendars (
      id, organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
    select streams.id, streams.organization_id, 'google_calendar', streams.id, anybody.id,
      '2026-01-01', '2026-03-01', '2026-01-01'
    from jsonb_populate_recordset(null::public.sync_streams, graph -> 'sync_streams') as streams
    join lateral (
      select people.id from public.people where people.organization_id = streams.organization_id limit 1) as anybody on true;
    insert into public.busy_blocks (id, organization_id, calendar_id, starts_at, ends_at)
    select id, organization_id, id, '2026-01-05 09:00Z', '2026-01-05 10:00Z'
    from jsonb_populate_recordset(null::public.sync_streams, graph -> 'sync_streams') as streams
    where exists (select from public.busy_calendars where busy_calendars.id = streams.id);
  end $$`;
