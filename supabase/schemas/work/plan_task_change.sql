-- Locks a task and returns it before and after a change, without writing: update_task writes the plan, and the
-- preview of update_tasks shows it.
-- Raises OPINV (malformed) · OPNFD (task_not_found, assignee_not_found, parent_not_found) · OPSTA (project_archived,
-- version_conflict, task_managed_elsewhere, task_archived, subtask_too_deep).
create or replace function private.plan_task_change(
  viewer public.people,
  task_id uuid,
  version integer,
  changes jsonb,
  out before public.tasks,
  out after public.tasks
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_vendor_fields text[];
begin
  perform private.require_changes(changes, private.changeable_task_fields(), '{labels}');
  before := private.lock_task(viewer, task_id);
  perform private.refuse_stale_version(
    'task', before.id, version, before.version, private.task_fields(before));
  v_vendor_fields := array(
    select field from jsonb_object_keys(changes) as field
    where before.managed_by is not null and field = any (private.vendor_task_fields())
    order by field);
  if v_vendor_fields <> '{}' then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s manages this task. Change %s there', private.provider_name(before.managed_by), array_to_string(v_vendor_fields, ', ')),
      hint = 'task_managed_elsewhere',
      detail = jsonb_build_object('provider', before.managed_by, 'fields', v_vendor_fields)::text;
  elsif before.archived_at is not null and changes -> 'is_archived' is distinct from 'false' then
    raise exception using
      errcode = 'OPSTA', message = 'The task is archived. Restore the task first', hint = 'task_archived';
  end if;
  after := private.changed_task(before, changes, private.organization_today(viewer.organization_id));
  perform private.require_task_references(before, after);
end;
$$;

-- The task, locked until the end of the transaction, if the viewer sees it and its project is not archived.
-- Raises OPNFD (task_not_found) · OPSTA (project_archived).
create or replace function private.lock_task(viewer public.people, task_id uuid)
returns public.tasks
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task public.tasks;
begin
  select * into v_task
  from public.tasks
  where tasks.id = lock_task.task_id and tasks.organization_id = viewer.organization_id and tasks.hidden_at is null
    and private.sees_project(viewer, tasks.project_id)
  for no key update;
  if v_task.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such task', hint = 'task_not_found';
  end if;
  perform private.require_work_project(viewer, v_task.project_id);
  return v_task;
end;
$$;

create or replace function private.changeable_task_fields()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select array['title', 'description', 'status', 'priority', 'labels', 'assignee_id', 'estimate_hours', 'started_on',
               'due_on', 'completed_on', 'parent_id', 'is_archived']
$$;

-- A provider owns every field of a task that it manages, except the labels.
create or replace function private.vendor_task_fields()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select array_remove(private.changeable_task_fields(), 'labels') $$;

-- A task as the fields that update_task changes.
create or replace function private.task_fields(task public.tasks)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'title', task.title, 'description', task.description, 'status', task.status, 'priority', task.priority,
    'labels', to_jsonb(task.labels), 'assignee_id', task.assignee_id, 'estimate_hours', task.estimate_hours,
    'started_on', task.started_on, 'due_on', task.due_on, 'completed_on', task.completed_on,
    'parent_id', task.parent_id, 'is_archived', task.archived_at is not null)
$$;

-- The row with the changes in it. The day of completion follows the status unless the changes name it, and the day
-- of the estimate follows the estimate.
-- Raises OPINV (invalid_task, invalid_labels, invalid_text, due_before_start, completed_without_done).
create or replace function private.changed_task(task public.tasks, changes jsonb, today date)
returns public.tasks
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task public.tasks;
begin
  begin
    v_task := jsonb_populate_record(task, changes);
    if changes ? 'is_archived' then
      v_task.archived_at := case when (changes ->> 'is_archived')::boolean
                                    then coalesce(task.archived_at, now()) end;
    end if;
  exception when data_exception then
    raise exception using errcode = 'OPINV', message = 'A value has the wrong format', hint = 'invalid_task';
  end;
  if changes ? 'title' then
    v_task.title := private.require_visible_text(v_task.title, true, 500, 'title');
  end if;
  if changes ? 'description' then
    v_task.description := private.require_visible_text(v_task.description, false, 20000, 'description');
  end if;
  if changes ? 'labels' then
    v_task.labels := array(
      select coalesce((private.check_text(label, true, 40)).normal_form, '')
      from unnest(v_task.labels) with ordinality as input (label, position)
      order by input.position);
  end if;
  if v_task.title is null or v_task.status is null
    or v_task.estimate_hours not between 0 and 99999999.99 or v_task.priority < 0
    or not private.is_day(v_task.started_on) or not private.is_day(v_task.due_on)
    or not private.is_day(v_task.completed_on)
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A task needs a title and a status, numbers from 0, and days from the year 1 to 9999',
      hint = 'invalid_task';
  elsif not private.are_labels(v_task.labels) then
    raise exception using
      errcode = 'OPINV',
      message = 'A task has at most 20 labels, each once and of 1 to 40 visible characters',
      hint = 'invalid_labels';
  elsif changes ?| array['started_on', 'due_on'] and v_task.due_on < v_task.started_on then
    raise exception using
      errcode = 'OPINV', message = 'The task is due before it starts', hint = 'due_before_start';
  end if;

  if not changes ? 'completed_on' and v_task.status is distinct from task.status then
    v_task.completed_on := case when v_task.status = 'done' then today end;
  elsif changes ? 'completed_on' and v_task.completed_on is not null and v_task.status <> 'done' then
    raise exception using
      errcode = 'OPINV',
      message = 'Only a task that is done can have a completion date',
      hint = 'completed_without_done';
  end if;
  if v_task.estimate_hours is distinct from task.estimate_hours then
    v_task.estimated_on := case when v_task.estimate_hours is not null then today end;
  end if;
  return v_task;
end;
$$;

create or replace function private.is_day(day date)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select day is null or day between '0001-01-01' and '9999-12-31' $$;

-- Raises OPNFD (assignee_not_found, parent_not_found) · OPSTA (subtask_too_deep) for references that the change adds.
create or replace function private.require_task_references(before public.tasks, after public.tasks)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_parent public.tasks;
begin
  if after.assignee_id is distinct from before.assignee_id and after.assignee_id is not null and not exists (
    select from public.people
    where people.id = after.assignee_id and people.organization_id = after.organization_id
      and people.role <> 'client' and private.sees_project(people, after.project_id))
  then
    raise exception using
      errcode = 'OPNFD',
      message = 'The assignee cannot see the project. Add the person to the project first',
      hint = 'assignee_not_found';
  end if;
  if after.parent_id is not distinct from before.parent_id or after.parent_id is null then
    return;
  end if;
  select * into v_parent from public.tasks
  where tasks.id = after.parent_id and tasks.project_id = after.project_id and tasks.archived_at is null;
  if v_parent.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such parent task in this project', hint = 'parent_not_found';
  elsif v_parent.id = after.id or v_parent.parent_id is not null
    or exists (select from public.tasks where tasks.parent_id = after.id)
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A subtask can''t have subtasks. Choose a parent that is not a subtask, and a task without subtasks',
      hint = 'subtask_too_deep';
  end if;
end;
$$;
