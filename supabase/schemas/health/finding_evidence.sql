-- The first 20 rows behind a finding, for a person to check. Called only for findings that are shown.
create or replace function private.finding_evidence(code text, subject_id uuid, organization_id uuid)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_limit constant integer := 20;
  v_today constant date := private.organization_today(organization_id);
  v_since constant date := v_today - private.verification_window_days();
  v_rows jsonb;
begin
  if code in ('tasks_without_owner', 'tasks_owner_left', 'open_tasks_past_due', 'open_items_stale',
              'open_items_unverified', 'open_tasks_on_ended_project', 'project_past_due') then
    select jsonb_agg(
      jsonb_build_object(
        'type', 'task', 'id', item.id, 'project_id', subject_id,
        'facts', jsonb_build_object(
          'title', item.title, 'status', item.status, 'assignee', people.name, 'due_on', item.due_on,
          'last_activity_on', greatest(item.estimated_on, item.started_on, hours.last_on),
          'completed_on', item.completed_on))
      order by item.due_on, item.id)
    into v_rows
    from (
      select tasks.*
      from public.tasks
      where tasks.project_id = finding_evidence.subject_id
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
        and case finding_evidence.code
          when 'tasks_without_owner' then tasks.assignee_id is null
          when 'tasks_owner_left' then exists (
            select from public.people
            where people.id = tasks.assignee_id and (people.archived_at is not null or people.role = 'client'))
          when 'open_tasks_past_due' then tasks.due_on < v_today
          when 'open_items_unverified' then
            tasks.estimated_on is null and tasks.started_on is null
            and not exists (select from public.time_entries where time_entries.task_id = tasks.id)
          when 'open_items_stale' then
            coalesce(greatest(tasks.estimated_on, tasks.started_on) < v_since, exists (
              select from public.time_entries where time_entries.task_id = tasks.id))
            and not exists (
              select from public.time_entries
              where time_entries.task_id = tasks.id and time_entries.spent_on >= v_since)
          else true
        end
      order by tasks.due_on, tasks.priority, tasks.id
      limit v_limit
    ) as item
    left join public.people on people.id = item.assignee_id
    left join lateral (
      select max(time_entries.spent_on) as last_on
      from public.time_entries where time_entries.task_id = item.id
    ) as hours on true;

  elsif code in ('project_over_budget', 'project_near_budget', 'project_over_estimate', 'project_without_budget',
                 'project_without_tasks', 'planned_project_under_way', 'hours_without_task',
                 'hours_in_future') then
    select jsonb_agg(
      jsonb_build_object(
        'type', 'time_entry', 'id', item.id, 'project_id', subject_id,
        'facts', jsonb_build_object(
          'hours', item.hours, 'person', people.name, 'spent_on', item.spent_on,
          'task', tasks.title, 'note', item.note))
      order by item.spent_on desc, item.id)
    into v_rows
    from (
      select time_entries.*
      from public.time_entries
      where time_entries.project_id = finding_evidence.subject_id
        and (finding_evidence.code <> 'hours_without_task' or time_entries.task_id is null)
        and (finding_evidence.code <> 'hours_in_future' or time_entries.spent_on > v_today)
      order by time_entries.spent_on desc
      limit v_limit
    ) as item
    join public.people on people.id = item.person_id
    left join public.tasks on tasks.id = item.task_id and tasks.hidden_at is null;

  elsif code = 'project_without_recent_activity' then
    select jsonb_agg(to_jsonb(item)) into v_rows
    from (
      (select
        'time_entry' as type, time_entries.id, time_entries.project_id,
        jsonb_build_object(
          'hours', time_entries.hours, 'person', people.name, 'spent_on', time_entries.spent_on,
          'task', null, 'note', time_entries.note) as facts
      from public.time_entries
      join public.people on people.id = time_entries.person_id
      where time_entries.project_id = finding_evidence.subject_id
      order by time_entries.spent_on desc
      limit 1)
      union all
      (select
        'status_update', status_updates.id, status_updates.project_id,
        jsonb_build_object('health', status_updates.health, 'person', people.name,
                           'summary', left(status_updates.summary, 200))
      from public.status_updates
      join public.people on people.id = status_updates.author_id
      where status_updates.project_id = finding_evidence.subject_id
      order by status_updates.created_at desc
      limit 1)
    ) as item;

  elsif code in ('status_overdue', 'status_contradicted') then
    select jsonb_agg(jsonb_build_object(
      'type', 'status_update', 'id', item.id, 'project_id', subject_id,
      'facts', jsonb_build_object('health', item.health, 'person', people.name,
                                  'summary', left(item.summary, 200))))
    into v_rows
    from (
      select *
      from public.status_updates
      where status_updates.project_id = finding_evidence.subject_id
      order by status_updates.created_at desc
      limit 1
    ) as item
    join public.people on people.id = item.author_id;

  elsif code = 'project_lead_left' then
    select jsonb_agg(jsonb_build_object(
      'type', 'person', 'id', people.id, 'project_id', subject_id,
      'facts', jsonb_build_object('name', people.name, 'email', people.email)))
    into v_rows
    from public.projects
    join public.people on people.id = projects.lead_id
    where projects.id = finding_evidence.subject_id;

  elsif code = 'project_without_open_tasks' then
    select jsonb_agg(jsonb_build_object(
      'type', 'task', 'id', item.id, 'project_id', subject_id,
      'facts', jsonb_build_object(
        'title', item.title, 'status', item.status, 'assignee', null, 'due_on', null, 'last_activity_on', null,
        'completed_on', item.completed_on)) order by item.completed_on desc, item.id)
    into v_rows
    from (
      select *
      from public.tasks
      where tasks.project_id = finding_evidence.subject_id and tasks.archived_at is null
      order by tasks.updated_at desc
      limit v_limit
    ) as item;

  elsif code = 'duplicate_clients' then
    select jsonb_agg(jsonb_build_object(
      'type', 'client', 'id', item.id, 'project_id', null,
      'facts', jsonb_build_object('name', item.name, 'created_at', item.created_at))
      order by item.created_at, item.id)
    into v_rows
    from (
      select clients.*
      from public.clients
      join public.clients as subject on subject.id = finding_evidence.subject_id
      where clients.organization_id = finding_evidence.organization_id
        and clients.archived_at is null
        and private.company_name(clients.name) = private.company_name(subject.name)
      order by clients.created_at, clients.id
      limit v_limit
    ) as item;

  elsif code = 'unmatched_import_lines' then
    select jsonb_agg(jsonb_build_object(
      'type', 'import_row', 'id', item.run_id, 'project_id', null,
      'facts', jsonb_build_object('line', item.line, 'reason', item.reason)) order by item.line)
    into v_rows
    from (
      select *
      from public.portfolio_import_rows
      where portfolio_import_rows.run_id = finding_evidence.subject_id
        and portfolio_import_rows.disposition = 'skipped'
      order by portfolio_import_rows.line
      limit v_limit
    ) as item;

  elsif code = 'import_failed' then
    select jsonb_agg(jsonb_build_object(
      'type', 'import_run', 'id', runs.id, 'project_id', null,
      'facts', jsonb_build_object('file_name', runs.file_name, 'error', runs.error)))
    into v_rows
    from public.portfolio_import_runs as runs where runs.id = finding_evidence.subject_id;

  elsif code in ('approval_unknown', 'approval_failed', 'approval_resting') then
    select jsonb_agg(jsonb_build_object(
      'type', 'approval', 'id', approvals.id, 'project_id', approvals.project_id,
      'facts', jsonb_build_object('title', approvals.title, 'error', approvals.execution_error,
                                  'decided_by', people.name)))
    into v_rows
    from public.approvals
    left join public.people on people.id = approvals.decided_by
    where approvals.id = finding_evidence.subject_id;

  elsif code in ('document_failed', 'document_stuck', 'document_not_uploaded', 'document_file_changed') then
    select jsonb_agg(jsonb_build_object(
      'type', 'document', 'id', item.document_id, 'project_id', item.project_id,
      'facts', jsonb_build_object(
        'file_name', item.file_name, 'version', item.version, 'status', item.status,
        'failure_reason', item.failure_reason)) order by item.version desc)
    into v_rows
    from (
      select versions.*, sources.project_id
      from public.document_versions as versions
      join public.sources on sources.id = versions.document_id
      where versions.document_id = finding_evidence.subject_id
      order by versions.version desc
      limit v_limit
    ) as item;

  elsif code = 'sync_removals_held' then
    select jsonb_agg(jsonb_build_object(
      'type', 'approval', 'id', card.id, 'project_id', null,
      'facts', jsonb_build_object('title', card.title, 'error', card.execution_error, 'decided_by', people.name)))
    into v_rows
    from public.approvals as card
    left join public.people on people.id = card.decided_by
    where card.organization_id = finding_evidence.organization_id and card.target_id = finding_evidence.subject_id
      and card.kind = 'sync_removal' and card.undo_of_id is null and card.status in ('pending', 'approved', 'failed');

  elsif code = 'sync_conflicts' then
    select jsonb_agg(to_jsonb(item) - 'conflict_at' order by item.conflict_at desc, item.id) into v_rows
    from (
      select
        case when tasks.id is null then 'time_entry' else 'task' end as type, conflicts.row_id as id, conflicts.project_id,
        case
          when tasks.id is null then jsonb_build_object(
            'hours', entries.hours, 'person', people.name, 'spent_on', entries.spent_on, 'task', null, 'note', entries.note)
          else jsonb_build_object(
            'title', tasks.title, 'status', tasks.status, 'assignee', people.name, 'due_on', tasks.due_on,
            'last_activity_on', null, 'completed_on', tasks.completed_on)
        end as facts,
        conflicts.conflict_at
      from private.open_sync_conflicts(finding_evidence.organization_id) as conflicts
      left join public.tasks on tasks.id = conflicts.row_id and tasks.hidden_at is null
      left join public.time_entries as entries on entries.id = conflicts.row_id
      left join public.people on people.id = coalesce(tasks.assignee_id, entries.person_id)
      where conflicts.stream_id = finding_evidence.subject_id and (tasks.id is not null or entries.id is not null)
      order by conflicts.conflict_at desc, conflicts.row_id
      limit v_limit
    ) as item;

  elsif code like 'sync\_%' then
    select jsonb_agg(jsonb_build_object(
      'type', 'sync_stream', 'id', streams.id, 'project_id', null,
      'facts', jsonb_build_object(
        'provider', streams.provider, 'stream', streams.stream, 'state', streams.state,
        'completed_at', streams.completed_at)))
    into v_rows
    from public.sync_streams as streams where streams.id = finding_evidence.subject_id;

  elsif code = 'estimates_outside_band' then
    select jsonb_agg(jsonb_build_object(
      'type', 'estimate_case', 'id', item.id, 'project_id', item.project_id,
      'facts', jsonb_build_object(
        'query', item.query, 'low_hours', item.low_hours, 'high_hours', item.high_hours,
        'actual_hours', item.actual_hours, 'finished_on', item.finished_on))
      order by item.finished_on desc, item.id)
    into v_rows
    from (
      select estimate_cases.*, estimates.actual_hours, estimates.finished_on
      from private.scored_estimates(finding_evidence.organization_id) as estimates
      join public.estimate_cases on estimate_cases.id = estimates.case_id
      order by estimates.finished_on desc, estimates.case_id
      limit v_limit
    ) as item;

  elsif code in ('job_dead', 'job_waiting') then
    select jsonb_agg(jsonb_build_object(
      'type', 'job', 'id', jobs.id, 'project_id', null,
      'facts', jsonb_build_object('kind', jobs.kind, 'error', jobs.last_error)))
    into v_rows
    from private.jobs where jobs.id = finding_evidence.subject_id;
  end if;
  return coalesce(v_rows, '[]');
end;
$$;
comment on function private.finding_evidence(text, uuid, uuid) is
  'The first 20 rows behind a finding, as { type, id, project_id, facts }.';
