-- The open items of projects: their number, their states, and the ten most urgent. Blocked items come first; the
-- others are in the order of their due dates, overdue ones first, and then of their priority. Reads as the caller, and
-- names only the people with the given ids. One row per project.
create or replace function private.spine_work(project_ids uuid[], names jsonb, today date)
returns table (project_id uuid, open_items jsonb, open_tasks jsonb, task_left_out integer)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task_limit constant integer := 10;
  v_since constant date := today - private.verification_window_days();
begin
  return query
  with recent_hours as materialized (
    select distinct time_entries.task_id
    from public.time_entries
    where time_entries.project_id = any (spine_work.project_ids)
      and time_entries.spent_on >= v_since
      and time_entries.task_id is not null
  ),
  -- Signs of life are the dates of the estimate, of the start and of hours, which people entered; the times of rows do
  -- not count. The hours are looked up instead of joined, because the planner estimates almost no rows for a scope
  -- within a scope and would choose a nested loop.
  unfinished_tasks as (
    select
      tasks.id, tasks.project_id, tasks.status, tasks.due_on, tasks.assignee_id,
      greatest(tasks.estimated_on, tasks.started_on) as own_sign_on,
      tasks.id in (select recent_hours.task_id from recent_hours) as is_worked_on
    from public.tasks
    where tasks.project_id = any (spine_work.project_ids)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
    -- Computes is_worked_on once for each task, although the aggregates use it twice.
    offset 0
  ),
  counts as (
    select
      unfinished_tasks.project_id,
      count(*) as open_count,
      count(*) filter (where unfinished_tasks.status = 'blocked') as blocked_count,
      count(*) filter (where unfinished_tasks.due_on < today) as past_due_count,
      count(*) filter (where unfinished_tasks.assignee_id is null) as unassigned_count,
      count(*) filter (where unfinished_tasks.is_worked_on or unfinished_tasks.own_sign_on >= v_since) as verified_count,
      count(*) filter (where
        case when not unfinished_tasks.is_worked_on and unfinished_tasks.own_sign_on is null then (
          select true from public.time_entries where time_entries.task_id = unfinished_tasks.id limit 1
        ) is null end) as unverified_count
    from unfinished_tasks
    group by unfinished_tasks.project_id
  )
  select
    input.project_id,
    jsonb_build_object(
      'open', coalesce(counts.open_count, 0),
      'blocked', coalesce(counts.blocked_count, 0),
      'past_due', coalesce(counts.past_due_count, 0),
      'without_assignee', coalesce(counts.unassigned_count, 0),
      'stale', coalesce(counts.open_count - counts.verified_count - counts.unverified_count, 0),
      'unverified', coalesce(counts.unverified_count, 0)
    ),
    coalesce(task_list.items, '[]'),
    greatest(coalesce(counts.open_count, 0) - v_task_limit, 0)::integer
  from unnest(spine_work.project_ids) as input (project_id)
  left join counts on counts.project_id = input.project_id
  cross join lateral (
    select
      jsonb_agg(
        jsonb_build_object(
          'id', tasks.id,
          'title', tasks.title,
          'status', tasks.status,
          'priority', tasks.priority,
          'assignee', case when tasks.assignee_id is not null then
            jsonb_build_object('id', tasks.assignee_id, 'name', names -> tasks.assignee_id::text) end,
          'due_on', tasks.due_on,
          'is_past_due', coalesce(tasks.due_on < today, false),
          'estimate_hours', tasks.estimate_hours
        )
        order by tasks.status <> 'blocked', tasks.due_on, tasks.priority, tasks.id
      ) as items
    from (
      select *
      from public.tasks
      where tasks.project_id = input.project_id
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
      order by tasks.status <> 'blocked', tasks.due_on, tasks.priority, tasks.id
      limit v_task_limit
    ) as tasks
  ) as task_list;
end;
$$;

grant execute on function private.spine_work(uuid[], jsonb, date) to authenticated;

comment on function private.spine_work(uuid[], jsonb, date) is
  'The part of the spine about open items. Each is verified (its last sign of life is within the window of health), stale (it is older) or unverified (there is none).';
