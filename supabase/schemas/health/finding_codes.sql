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
    (3, 'status_contradicted', 'project', 'high', 'Status contradicts the figures',
     'A status that takes the figures into account.', 'status_update', '{health,summary}'),
    (4, 'project_without_lead', 'project', 'high', 'No lead',
     'Somebody who answers for the project.', 'project_update', '{lead_id}'),
    (5, 'project_lead_left', 'project', 'high', 'Its lead has left',
     'Somebody else who answers for the project.', 'project_update', '{lead_id}'),
    (6, 'import_failed', 'import_run', 'high', 'An import failed',
     'Import a corrected file.', null, null),
    (7, 'approval_unknown', 'approval', 'high', 'Result unknown',
     'The next automatic check settles it. Open the card to see what is known.', null, null),
    (8, 'approval_failed', 'approval', 'high', 'An approved card failed',
     'Open the card, then execute it again, edit it or reject it.', null, null),
    (9, 'job_dead', 'job', 'high', 'Background work gave up',
     'The error comes from the background worker. Fix its cause; work that belongs to a card can be executed again there.', null, null),
    (10, 'document_stuck', 'document', 'high', 'Document not processed',
     'Upload the file again, or check that the background worker runs.', null, null),
    (11, 'job_waiting', 'job', 'high', 'Background work waits',
     'The worker has taken no job. Check that the background functions run and that the vault has their address.',
     null, null),
    (12, 'document_file_changed', 'document', 'high', 'A stored file was replaced',
     'The file uploaded again as a new version, or read again once its own bytes are back; or the document archived.', null, null),
    (20, 'project_near_budget', 'project', 'medium', 'Near its budget',
     'A larger budget, or work that ends before the hours do.', 'project_update', '{budget_hours}'),
    (21, 'project_over_estimate', 'project', 'medium', 'More hours than estimated',
     'Estimates come from imported tasks. Correct them where they come from and import the file again.', null, null),
    (22, 'status_overdue', 'project', 'medium', 'Status overdue',
     'A status update.', 'status_update', '{health,summary}'),
    (23, 'status_missing', 'project', 'medium', 'No status yet',
     'A first status update.', 'status_update', '{health,summary}'),
    (24, 'open_tasks_past_due', 'project', 'medium', 'Open tasks past due',
     'Tasks come from imported files. Close them or move their due days there and import the file again.', null, null),
    (25, 'open_items_stale', 'project', 'medium', 'Open tasks gone quiet',
     'Tasks and hours come from imported files. Book hours or close the tasks there and import the file again.', null, null),
    (26, 'open_items_unverified', 'project', 'medium', 'Open tasks without recorded activity',
     'Tasks come from imported files. Add a start, an estimate or hours there, or close the tasks, and import the file again.', null, null),
    (27, 'tasks_owner_left', 'project', 'medium', 'Open tasks of people who left',
     'Assignees come from imported files. Assign the tasks there and import the file again.', null, null),
    (28, 'tasks_without_owner', 'project', 'medium', 'Open tasks without an assignee',
     'Assignees come from imported files. Assign the tasks there and import the file again.', null, null),
    (29, 'project_without_recent_activity', 'project', 'medium', 'No recent activity',
     'Work or a status on it, or the project put on hold in words, completed or cancelled.',
     'status_update', '{health,summary}'),
    (30, 'project_without_budget', 'project', 'medium', 'No budget',
     'A budget in hours or money.', 'project_update', '{budget_hours,budget_amount}'),
    (31, 'project_without_tasks', 'project', 'medium', 'No tasks',
     'Import a file with the tasks of this project.', null, null),
    (32, 'open_tasks_on_ended_project', 'project', 'medium', 'Open tasks on an ended project',
     'The tasks closed, or the project active again.', 'project_update', '{status}'),
    (33, 'unmatched_import_lines', 'import_run', 'medium', 'Lines that an import skipped',
     'Open the import to see the lines, correct them in the file and import it again.', null, null),
    (34, 'duplicate_clients', 'client', 'medium', 'The same client twice',
     'One of them renamed or archived.', 'client_update', '{name,is_archived}'),
    (35, 'approval_resting', 'approval', 'medium', 'Approved but not executed',
     'Open the card and execute it.', null, null),
    (36, 'document_failed', 'document', 'medium', 'A document could not be read',
     'Open the documents of the project. Upload the file in another format, or archive the document.', null, null),
    (50, 'planned_project_under_way', 'project', 'low', 'Planned, but under way',
     'The project made active.', 'project_update', '{status}'),
    (51, 'project_without_open_tasks', 'project', 'low', 'Nothing left to do',
     'The project completed, or its next tasks planned.', 'project_update', '{status}'),
    (52, 'hours_without_task', 'project', 'low', 'Hours on no task',
     'Hours come from imported files. Assign them to tasks there and import the file again.', null, null),
    (53, 'hours_in_future', 'project', 'low', 'Hours dated in the future',
     'Hours come from imported files. Correct their day there and import the file again.', null, null),
    (54, 'document_not_uploaded', 'document', 'low', 'A file that never came',
     'Open the documents of the project. Upload the file again, or archive the document.', null, null)
  ) as listed (rank, code, subject_type, severity, title, settled_by, fix_action, fix_fields)
$$;
comment on function private.finding_codes() is
  'Every code of a finding: its rank among all, subject, severity, title, what settles it, and the portfolio action that mends it.';
revoke execute on function private.finding_codes() from public;
