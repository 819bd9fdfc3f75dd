-- Every column that refers to a person, and whether a merge moves it to the survivor. Work moves, because it names
-- an owner. Records of who did something stay unchanged; people.merged_into_id leads from them to the survivor. A
-- test compares the list with the system catalog, so every new reference needs a decision here.
create or replace function private.person_references()
returns table (reference text, moves boolean)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('people.merged_into_id', true),
    ('projects.lead_id', true),
    ('project_members.person_id', true),
    ('tasks.assignee_id', true),
    ('time_entries.person_id', true),
    ('status_updates.author_id', true),
    ('task_comments.author_id', true),
    ('task_comment_mentions.person_id', false),
    ('week_locks.person_id', false),
    ('week_locks.locked_by', false),
    ('timers.person_id', false),
    ('hours_changes.person_id', false),
    ('hours_changes.actor_id', false),
    ('my_work_last_looks.person_id', false),
    ('saved_views.owner_id', false),
    ('person_rates.person_id', false),
    ('estimate_cases.created_by', false),
    ('authoring_profiles.updated_by', false),
    ('evidence_packs.created_by', false),
    ('author_statements.stated_by', false),
    ('invitations.person_id', true),
    ('invitations.invited_by', false),
    ('organization_settings.updated_by', false),
    ('audit_events.actor_person_id', false),
    ('audit_events.acted_as_person_id', false),
    ('approvals.proposed_by', false),
    ('approvals.assigned_to', false),
    ('approval_delegations.person_id', false),
    ('approval_delegations.delegate_id', false),
    ('approvals.last_edited_by', false),
    ('approvals.decided_by', false),
    ('approvals.execution_requested_by', false),
    ('approval_versions.written_by', false),
    ('approval_events.actor_id', false),
    ('approval_readings.person_id', false),
    ('portfolio_import_runs.requested_by', false),
    ('portfolio_import_runs.undone_by', false),
    ('import_mappings.created_by', false),
    ('operating_profiles.updated_by', false),
    ('portfolio_classifications.classified_by', false),
    ('reconciliation_resolutions.decided_by', false),
    ('inbound_emails.assigned_by', false),
    ('inbound_emails.rejected_by', false),
    ('email_domains.learned_by', false),
    ('calendar_event_project_overrides.chosen_by', false),
    -- The next sync moves the calendar to the survivor.
    ('busy_calendars.person_id', false),
    ('documents.created_by', false),
    ('document_versions.uploaded_by', false),
    ('download_tickets.person_id', false),
    ('integrations.connected_by', false),
    ('connection_tests.requested_by', false),
    ('prompt_versions.created_by', false),
    ('live_prompts.moved_by', false),
    ('skill_versions.created_by', false),
    ('chat_sessions.person_id', false),
    ('chat_sessions.as_person_id', false),
    ('chat_citations.person_id', false),
    ('rate_limits.person_id', false),
    ('storage_usage.person_id', false),
    ('person_merges.person_id', false),
    ('person_merges.survivor_id', false),
    ('person_former_names.person_id', false),
    -- A link belongs to one sign-in, and the survivor has their own picture.
    ('password_links.person_id', false),
    ('password_links.created_by', false),
    ('person_pictures.person_id', false),
    ('account_notice_readings.person_id', false),
    ('portal_publications.first_read_by', false),
    ('released_dates.released_by', false),
    ('client_requests.asked_by', false),
    ('request_files.uploaded_by', false),
    ('deliverable_decisions.decided_by', false)
$$;
comment on function private.person_references() is
  'Every column that refers to a person, and whether a merge moves it to the survivor.';

create or replace function private.surviving_person_id(person_id uuid)
returns uuid
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(people.merged_into_id, people.id) from public.people
  where people.id = surviving_person_id.person_id
$$;
comment on function private.surviving_person_id(uuid) is
  'The id of the survivor of a merged person, or the same id for anyone else; null for an unknown id.';
