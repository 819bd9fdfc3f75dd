-- The kinds of durable work: which background function runs each, how often it is attempted, and how long a worker
-- may be silent before another one takes over.
create or replace function private.job_kinds()
returns table (kind text, function_slug text, max_attempts integer, lease_ms integer)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('approval_act', 'approval-act', 10, 60000),
    ('approval_review', 'approval-act', 10, 60000),
    ('task_act', 'task-act', 10, 60000),
    ('task_reconcile', 'task-act', 20, 60000),
    ('calendar_act', 'calendar-act', 10, 60000),
    ('calendar_reconcile', 'calendar-act', 20, 60000),
    ('portfolio_import', 'import-act', 3, 120000),
    ('document_index', 'document-act', 5, 60000),
    ('request_file_remove', 'document-act', 10, 60000),
    ('source_embed', 'embed-act', 10, 60000),
    ('task_sync', 'task-sync', 10, 60000),
    ('time_tracking_sync', 'time-tracking-sync', 10, 60000),
    ('calendar_sync', 'calendar-sync', 10, 60000),
    ('email_sync', 'email-sync', 10, 60000),
    ('meeting_sync', 'meeting-sync', 10, 60000),
    ('file_sync', 'file-sync', 10, 60000),
    ('file_fetch', 'file-sync', 10, 60000),
    ('crm_sync', 'crm-sync', 10, 60000),
    -- An admin waits for these. A vendor that does not respond is a result too, so only a lost worker leads to another
    -- attempt.
    ('task_connection_test', 'task-sync', 2, 30000),
    ('time_tracking_connection_test', 'time-tracking-sync', 2, 30000),
    ('calendar_connection_test', 'calendar-sync', 2, 30000),
    ('email_connection_test', 'email-sync', 2, 30000),
    ('meeting_connection_test', 'meeting-sync', 2, 30000),
    ('file_connection_test', 'file-sync', 2, 30000),
    ('crm_connection_test', 'crm-sync', 2, 30000)
$$;

comment on function private.job_kinds() is
  'Kinds of jobs with their background function, attempts and lease. A job names one of them.';
