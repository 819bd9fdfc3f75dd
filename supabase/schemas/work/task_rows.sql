-- Tasks as every list shows them, in the order of the ids. The caller of this function has checked their scope;
-- names of people outside `person_ids` are null.
create or replace function private.task_rows(task_ids uuid[], person_ids uuid[], today date)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', tasks.id,
    'version', tasks.version,
    'project', jsonb_build_object(
      'id', projects.id, 'name', projects.name, 'is_archived', projects.archived_at is not null),
    'parent', case when parents.id is not null then
      jsonb_build_object('id', parents.id, 'title', parents.title) end,
    'title', tasks.title,
    'status', tasks.status,
    'priority', tasks.priority,
    'labels', to_jsonb(tasks.labels),
    'assignee', case when tasks.assignee_id is not null then jsonb_build_object(
      'id', tasks.assignee_id,
      'name', case when tasks.assignee_id = any (person_ids) then people.name end) end,
    'estimate_hours', tasks.estimate_hours,
    'actual_hours', (
      select coalesce(sum(time_entries.hours), 0) from public.time_entries
      where time_entries.task_id = tasks.id),
    'started_on', tasks.started_on,
    'due_on', tasks.due_on,
    'completed_on', tasks.completed_on,
    'is_late', coalesce(
      tasks.due_on < today and tasks.status in ('open', 'in_progress', 'blocked') and tasks.archived_at is null,
      false),
    'subtasks', (
      select jsonb_build_object(
        'open', count(*) filter (where parts.status in ('open', 'in_progress', 'blocked')),
        'total', count(*))
      from public.tasks as parts
      where parts.parent_id = tasks.id and parts.archived_at is null),
    'comments', (
      select count(*) from public.task_comments
      where task_comments.task_id = tasks.id and task_comments.archived_at is null),
    'managed_by', tasks.managed_by,
    'created_at', tasks.created_at,
    'updated_at', tasks.updated_at,
    'archived_at', tasks.archived_at)
    order by input.position), '[]')
  from unnest(task_ids) with ordinality as input (id, position)
  join public.tasks on tasks.id = input.id
  join public.projects on projects.id = tasks.project_id
  left join public.tasks as parents on parents.id = tasks.parent_id
  left join public.people on people.id = tasks.assignee_id
$$;

create or replace function private.task_row(task_id uuid, viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select private.task_rows(
    array[task_id], private.person_ids_of(viewer), private.organization_today(viewer.organization_id)) -> 0
$$;
