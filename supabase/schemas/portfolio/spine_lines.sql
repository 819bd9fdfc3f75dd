-- The part of the spine that each of these projects has: its state and its figures. Reads as the caller, and
-- names only the people with the given ids. Each table is read once for all of these projects; project_summaries would
-- add up a whole scope.
create or replace function private.spine_lines(project_ids uuid[], names jsonb, today date)
returns table (
  project_id uuid, project public.projects, actual_hours numeric, recent_hours numeric, estimate_hours numeric, task_count bigint,
  open_items jsonb, update_count bigint, last_activity_on date, classification jsonb
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  with time_figures as materialized (
    select
      time_entries.project_id, sum(time_entries.hours) as hours,
      sum(time_entries.hours) filter (where time_entries.spent_on between today - 29 and today) as recent_hours,
      max(time_entries.spent_on) as last_on
    from public.time_entries
    where time_entries.project_id = any (spine_lines.project_ids)
    group by time_entries.project_id
  ),
  task_figures as materialized (
    select
      tasks.project_id, count(*) as tasks, sum(tasks.estimate_hours) as estimate_hours,
      max(tasks.completed_on) as last_on
    from public.tasks
    where tasks.project_id = any (spine_lines.project_ids) and tasks.archived_at is null
    group by tasks.project_id
  ),
  open_tasks as materialized (
    select
      tasks.project_id, count(*) as open_count,
      count(*) filter (where tasks.status = 'blocked') as blocked_count,
      count(*) filter (where tasks.due_on < today) as past_due_count
    from public.tasks
    where tasks.project_id = any (spine_lines.project_ids)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
    group by tasks.project_id
  ),
  latest_updates as materialized (
    select status_updates.project_id, count(*) as updates, max(status_updates.created_at) as last_at
    from public.status_updates
    where status_updates.project_id = any (spine_lines.project_ids)
    group by status_updates.project_id
  ),
  classifications as materialized (
    select latest.*
    from unnest(spine_lines.project_ids) as input (id)
    -- Looked up one by one: before PostgreSQL 17, the planner prefers the whole table to an index for a list of
    -- projects.
    cross join lateral (
      select *
      from public.portfolio_classifications
      where portfolio_classifications.project_id = input.id
      order by portfolio_classifications.version desc
      limit 1
    ) as latest
  ),
  -- Combined in steps: the planner estimates almost no rows for a scope within a scope and would choose a nested
  -- loop.
  figures as materialized (
    select
      parts.project_id, max(parts.hours) as hours, max(parts.recent_hours) as recent_hours, max(parts.tasks) as tasks,
      max(parts.estimate_hours) as estimate_hours, max(parts.open_count) as open_count, max(parts.blocked_count) as blocked_count,
      max(parts.past_due_count) as past_due_count, max(parts.updates) as updates, max(parts.last_on) as last_on
    from (
      select time_figures.project_id, time_figures.hours, time_figures.recent_hours, null::bigint as tasks,
        null::numeric as estimate_hours, null::bigint as open_count, null::bigint as blocked_count, null::bigint as past_due_count,
        null::bigint as updates, time_figures.last_on
      from time_figures
      union all
      select task_figures.project_id, null, null, task_figures.tasks, task_figures.estimate_hours, null, null, null, null,
        task_figures.last_on
      from task_figures
      union all
      select open_tasks.project_id, null, null, null, null, open_tasks.open_count, open_tasks.blocked_count, open_tasks.past_due_count, null, null
      from open_tasks
      union all
      select latest_updates.project_id, null, null, null, null, null, null, null, latest_updates.updates,
        latest_updates.last_at::date
      from latest_updates
    ) as parts
    group by parts.project_id
  )
  select
    projects.id,
    projects,
    coalesce(figures.hours, 0),
    coalesce(figures.recent_hours, 0),
    coalesce(figures.estimate_hours, 0),
    coalesce(figures.tasks, 0),
    jsonb_build_object(
      'open', coalesce(figures.open_count, 0),
      'blocked', coalesce(figures.blocked_count, 0),
      'past_due', coalesce(figures.past_due_count, 0)),
    coalesce(figures.updates, 0),
    figures.last_on,
    case when classifications.id is not null then jsonb_build_object(
      'id', classifications.id,
      'version', classifications.version,
      'tier', classifications.tier,
      'service_line', classifications.service_line,
      'risk', classifications.risk,
      'reason', classifications.reason,
      'by', jsonb_build_object(
        'id', classifications.classified_by, 'name', names -> classifications.classified_by::text),
      'since', classifications.created_at) end
  from public.projects
  left join figures on figures.project_id = projects.id
  left join classifications on classifications.project_id = projects.id
  where projects.id = any (spine_lines.project_ids);
end;
$$;

grant execute on function private.spine_lines(uuid[], jsonb, date) to authenticated;
comment on function private.spine_lines(uuid[], jsonb, date) is
  'The part of the spine that every project has, and the number of its status updates.';
