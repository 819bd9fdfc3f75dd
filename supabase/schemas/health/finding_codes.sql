-- The catalog of findings, most severe first, and the portfolio action that fixes each, if there is one. Each
-- code has a rule in one of the files *_findings.sql of this and other areas, and its wording in
-- _domain/words/findings.ts.
create or replace function private.finding_codes()
returns table (
  rank integer,
  code text,
  subject_type public.finding_subject,
  severity public.finding_severity,
  fix_action text,
  fix_fields text[]
)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select
    entry.rank, entry.code, entry.subject_type::public.finding_subject,
    entry.severity::public.finding_severity, entry.fix_action, entry.fix_fields::text[]
  from (values
    (1, 'project_over_budget', 'project', 'high', 'project_update', '{budget_hours}'),
    (2, 'project_past_due', 'project', 'high', 'project_update', '{due_on,status}'),
    (3, 'status_contradicted', 'project', 'high', 'status_update', '{health,summary}'),
    (4, 'project_without_lead', 'project', 'high', 'project_update', '{lead_id}'),
    (5, 'project_lead_left', 'project', 'high', 'project_update', '{lead_id}'),
    (6, 'import_failed', 'import_run', 'high', null, null),
    (7, 'approval_unknown', 'approval', 'high', null, null),
    (8, 'approval_failed', 'approval', 'high', null, null),
    (9, 'job_dead', 'job', 'high', null, null),
    (10, 'document_stuck', 'document', 'high', null, null),
    (11, 'job_waiting', 'job', 'high', null, null),
    (12, 'document_file_changed', 'document', 'high', null, null),
    (13, 'sync_needs_reconnect', 'sync_stream', 'high', null, null),
    (14, 'sync_removals_held', 'sync_stream', 'high', null, null),
    (20, 'project_near_budget', 'project', 'medium', 'project_update', '{budget_hours}'),
    (21, 'project_over_estimate', 'project', 'medium', null, null),
    (22, 'status_overdue', 'project', 'medium', 'status_update', '{health,summary}'),
    (23, 'status_missing', 'project', 'medium', 'status_update', '{health,summary}'),
    (24, 'open_tasks_past_due', 'project', 'medium', null, null),
    (25, 'open_items_stale', 'project', 'medium', null, null),
    (26, 'open_items_unverified', 'project', 'medium', null, null),
    (27, 'tasks_owner_left', 'project', 'medium', null, null),
    (28, 'tasks_without_owner', 'project', 'medium', null, null),
    (29, 'project_without_recent_activity', 'project', 'medium', 'status_update', '{health,summary}'),
    (30, 'project_without_budget', 'project', 'medium', 'project_update', '{budget_hours,budget_amount}'),
    (31, 'project_without_tasks', 'project', 'medium', null, null),
    (32, 'open_tasks_on_ended_project', 'project', 'medium', 'project_update', '{status}'),
    (33, 'unmatched_import_lines', 'import_run', 'medium', null, null),
    (34, 'duplicate_clients', 'client', 'medium', 'client_update', '{name,is_archived}'),
    (35, 'approval_resting', 'approval', 'medium', null, null),
    (36, 'document_failed', 'document', 'medium', null, null),
    (37, 'sync_stale', 'sync_stream', 'medium', null, null),
    (38, 'sync_dead_letters', 'sync_stream', 'medium', null, null),
    (39, 'sync_unmatched_meetings', 'sync_stream', 'medium', null, null),
    (40, 'sync_unassigned_emails', 'sync_stream', 'medium', null, null),
    (41, 'estimates_outside_band', 'organization', 'medium', null, null),
    (42, 'sync_storage_full', 'sync_stream', 'medium', null, null),
    (50, 'planned_project_under_way', 'project', 'low', 'project_update', '{status}'),
    (51, 'project_without_open_tasks', 'project', 'low', 'project_update', '{status}'),
    (52, 'hours_without_task', 'project', 'low', null, null),
    (53, 'hours_in_future', 'project', 'low', null, null),
    (54, 'document_not_uploaded', 'document', 'low', null, null),
    (55, 'sync_conflicts', 'sync_stream', 'low', null, null),
    (60, 'crm_records_to_review', 'sync_stream', 'low', null, null)
  ) as entry (rank, code, subject_type, severity, fix_action, fix_fields)
$$;
comment on function private.finding_codes() is
  'Every code of a finding: its rank among all, subject, severity, and the portfolio action that fixes it.';
