-- Tasks in scope, most urgent first: blocked, then by due date, then by priority; and their number. Reads under
-- the caller's own policies, and only within the effective scope of `as`. Using another person's view is
-- recorded, so the function is not stable.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (person_not_found, project_not_found) · OPINV
-- (limit_out_of_range, invalid_query).
create or replace function public.list_tasks(
  project_id uuid default null,
  statuses public.task_status[] default '{open,in_progress,blocked}',
  assignee_id uuid default null,
  due_from date default null,
  due_to date default null,
  title_contains text default null,
  result_limit integer default 50,
  as_person_id uuid default null
)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_pattern text;
begin
  select * into v_scope from private.effective_scope(list_tasks.as_person_id);
  perform private.require_limit(result_limit, 100);
  if char_length(title_contains) > 200 then
    raise exception using errcode = 'OPINV', message = 'Search for at most 200 characters', hint = 'invalid_query';
  end if;
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_tasks.project_id);
  if list_tasks.as_person_id is not null then
    perform private.record_view_as(list_tasks.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, list_tasks.project_id));
  v_pattern := '%' || regexp_replace(title_contains, '([\\%_])', '\\\1', 'g') || '%';

  return (
    with matches as materialized (
      select tasks.*
      from public.tasks
      where tasks.project_id = any (v_project_ids) and tasks.archived_at is null
        and tasks.status = any (statuses)
        and (list_tasks.assignee_id is null or tasks.assignee_id = list_tasks.assignee_id)
        and (due_from is null or tasks.due_on >= due_from)
        and (due_to is null or tasks.due_on <= due_to)
        and (v_pattern is null or tasks.title ilike v_pattern)
    ),
    page as (
      select * from matches
      order by matches.status <> 'blocked', matches.due_on, matches.priority, matches.id
      limit result_limit
    )
    select jsonb_build_object(
      'tasks', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', page.id, 'title', page.title, 'status', page.status, 'priority', page.priority,
          'project', jsonb_build_object('id', projects.id, 'name', projects.name),
          'assignee', case when page.assignee_id is not null then jsonb_build_object(
            'id', page.assignee_id,
            'name', case when page.assignee_id = any (v_scope.person_ids) then people.name end) end,
          'started_on', page.started_on, 'due_on', page.due_on, 'completed_on', page.completed_on,
          'estimate_hours', page.estimate_hours,
          'actual_hours', (
            select coalesce(sum(time_entries.hours), 0) from public.time_entries
            where time_entries.project_id = page.project_id and time_entries.task_id = page.id))
        order by page.status <> 'blocked', page.due_on, page.priority, page.id), '[]'),
      'total', (select count(*) from matches),
      'left_out', (select count(*) from matches) - count(page.id))
    from page
    join public.projects on projects.id = page.project_id
    left join public.people on people.id = page.assignee_id);
end;
$$;

-- The projects of a scope, or the requested one.
-- Raises OPNFD (project_not_found).
create or replace function private.narrowed_projects(project_ids uuid[], project_id uuid)
returns uuid[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if project_id is null then
    return project_ids;
  elsif project_id <> all (project_ids) then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  return array[project_id];
end;
$$;

-- Raises OPINV (limit_out_of_range).
create or replace function private.require_limit(result_limit integer, most integer)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if result_limit is null or result_limit < 1 or result_limit > most then
    raise exception using
      errcode = 'OPINV', message = format('Choose a limit from 1 to %s', most), hint = 'limit_out_of_range';
  end if;
end;
$$;

grant execute on function private.narrowed_projects(uuid[], uuid) to authenticated;
grant execute on function private.require_limit(integer, integer) to authenticated;
grant execute on function public.list_tasks(
  uuid, public.task_status[], uuid, date, date, text, integer, uuid) to authenticated;
comment on function public.list_tasks(
  uuid, public.task_status[], uuid, date, date, text, integer, uuid) is
  'Returns { tasks, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
