-- The catalogue of findings, gravest first: what each is called, what would settle it, and which portfolio
-- action mends it, where one does. A rule in project_findings.sql or organization_findings.sql for each.
create or replace function private.finding_codes()
returns table (
  rank integer,
  code text,
  subject_type public.finding_subject,
  severity public.finding_severity,
  title text,
  settled_by text,
  fix_action text,
  fix_fields text[]
)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select
    listed.rank, listed.code, listed.subject_type::public.finding_subject,
    listed.severity::public.finding_severity, listed.title, listed.settled_by, listed.fix_action,
    listed.fix_fields::text[]
  from (values
    (1, 'project_over_budget', 'project', 'high', 'Over budget',
     'A larger budget agreed with the client, or hours that belong elsewhere moved there.',
     'project_update', '{budget_hours}'),
    (2, 'project_past_due', 'project', 'high', 'Past its due date',
     'A new due date, or the project completed.', 'project_update', '{due_on,status}'),
    (3, 'status_contradicted', 'project', 'high', 'On track by word, not by figures',
     'A status that takes the figures into account.', 'status_update', '{health,summary}'),
    (4, 'project_without_lead', 'project', 'high', 'Nobody leads it',
     'Somebody who answers for the project.', 'project_update', '{lead_id}'),
    (5, 'project_lead_left', 'project', 'high', 'Its lead has left',
     'Somebody else who answers for the project.', 'project_update', '{lead_id}'),
    (6, 'import_failed', 'import_run', 'high', 'An import failed',
     'The same file imported successfully.', null, null),
    (7, 'approval_unknown', 'approval', 'high', 'Nobody knows whether it was carried out',
     'Somebody who looks in the other system, or the next automatic look.', null, null),
    (8, 'approval_failed', 'approval', 'high', 'An approved card failed',
     'The card carried out again, edited or rejected.', null, null),
    (9, 'job_dead', 'job', 'high', 'Background work gave up',
     'The work tried again, once its reason is mended.', null, null),
    (10, 'document_stuck', 'document', 'high', 'Nobody reads this document',
     'The document read again.', null, null),
    (11, 'job_waiting', 'job', 'high', 'Background work waits',
     'The background function running: its address and its secret in the vault, and its log, say why it does not.',
     null, null),
    (20, 'project_near_budget', 'project', 'medium', 'Near its budget',
     'A larger budget, or work that ends before the hours do.', 'project_update', '{budget_hours}'),
    (21, 'project_over_estimate', 'project', 'medium', 'More hours than estimated',
     'Estimates that match the work.', null, null),
    (22, 'status_overdue', 'project', 'medium', 'Status overdue',
     'A status update.', 'status_update', '{health,summary}'),
    (23, 'status_missing', 'project', 'medium', 'No status yet',
     'A first status update.', 'status_update', '{health,summary}'),
    (24, 'open_tasks_past_due', 'project', 'medium', 'Open tasks past due',
     'The tasks done, or new due dates for them.', null, null),
    (25, 'open_items_stale', 'project', 'medium', 'Open tasks gone quiet',
     'Hours on the tasks, or the tasks closed.', null, null),
    (26, 'open_items_unverified', 'project', 'medium', 'Open tasks without a sign of life',
     'A start, an estimate or hours on the tasks, or the tasks closed.', null, null),
    (27, 'tasks_owner_left', 'project', 'medium', 'Open tasks of people who left',
     'Somebody else assigned to the tasks.', null, null),
    (28, 'tasks_without_owner', 'project', 'medium', 'Open tasks that nobody owns',
     'Somebody assigned to each of the tasks.', null, null),
    (29, 'project_without_recent_activity', 'project', 'medium', 'No recent activity',
     'Work or a status on it, or the project put on hold in words, completed or cancelled.',
     'status_update', '{health,summary}'),
    (30, 'project_without_budget', 'project', 'medium', 'No budget',
     'A budget in hours or money.', 'project_update', '{budget_hours,budget_amount}'),
    (31, 'project_without_tasks', 'project', 'medium', 'No tasks',
     'Tasks, imported or synchronized.', null, null),
    (32, 'open_tasks_on_ended_project', 'project', 'medium', 'Open tasks on an ended project',
     'The tasks closed, or the project active again.', 'project_update', '{status}'),
    (33, 'unmatched_import_lines', 'import_run', 'medium', 'Lines that an import skipped',
     'The file imported again with those lines corrected.', null, null),
    (34, 'duplicate_clients', 'client', 'medium', 'The same client twice',
     'One of them renamed or archived.', 'client_update', '{name,is_archived}'),
    (35, 'approval_resting', 'approval', 'medium', 'Approved, and not carried out',
     'The card carried out.', null, null),
    (36, 'document_failed', 'document', 'medium', 'A document could not be read',
     'The file uploaded again in a form that can be read, or the document archived.', null, null),
    (50, 'planned_project_under_way', 'project', 'low', 'Planned, but under way',
     'The project made active.', 'project_update', '{status}'),
    (51, 'project_without_open_tasks', 'project', 'low', 'Nothing left to do',
     'The project completed, or its next tasks planned.', 'project_update', '{status}'),
    (52, 'hours_without_task', 'project', 'low', 'Hours on no task',
     'The hours assigned to tasks.', null, null),
    (53, 'hours_in_future', 'project', 'low', 'Hours dated in the future',
     'The right day on the hours.', null, null),
    (54, 'document_not_uploaded', 'document', 'low', 'A file that never came',
     'The file uploaded, or the document archived.', null, null)
  ) as listed (rank, code, subject_type, severity, title, settled_by, fix_action, fix_fields)
$$;
comment on function private.finding_codes() is
  'Every code of a finding: its rank among all, subject, severity, title, what settles it, and the portfolio action that mends it.';
revoke execute on function private.finding_codes() from public;
