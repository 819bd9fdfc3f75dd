-- Writes the tasks of classified records. The vendor owns every field except the labels, which it sets only once. A
-- task that was removed and came back has the same row.
create or replace function private.write_synced_tasks(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_today constant date := private.organization_today(stream.organization_id);
begin
  insert into public.tasks as existing_task (
    id, organization_id, project_id, external_key, managed_by, title, description, status, assignee_id, estimate_hours,
    estimated_on, due_on, labels)
  select
    change.row_id, stream.organization_id, change.project_id, stream.provider || ':' || change.external_id,
    stream.provider::text, left(btrim(change.data ->> 'title'), 500),
    nullif(left(btrim(change.data ->> 'description'), 20000), ''),
    -- Vendors name their states freely, but all report whether a task is closed.
    (case
      when (change.data ->> 'is_closed')::boolean then case
        when change.data ->> 'status' ~* '(cancel|duplicate|won.?t|declined|abandoned)' then 'cancelled'
        else 'done' end
      when change.data ->> 'status' ~* '(block|hold|waiting|stuck)' then 'blocked'
      when change.data ->> 'status' ~* '(progress|doing|started|active|review|testing|development)' then 'in_progress'
      else 'open'
    end)::public.task_status,
    change.person_id, (change.data ->> 'estimate_hours')::numeric(10, 2),
    case when change.data ->> 'estimate_hours' is not null then v_today end, (change.data ->> 'due_on')::date,
    case when jsonb_typeof(change.data -> 'labels') = 'array' then array(
      select distinct left(btrim(label), 40) from jsonb_array_elements_text(change.data -> 'labels') as label
      where btrim(label) <> '' limit 20) else '{}' end
  from unnest(changes) as change
  on conflict (id) do update
  set project_id = excluded.project_id, external_key = excluded.external_key, managed_by = excluded.managed_by,
      title = excluded.title, description = excluded.description, status = excluded.status,
      assignee_id = excluded.assignee_id, estimate_hours = excluded.estimate_hours,
      estimated_on = case
        when excluded.estimate_hours is not distinct from existing_task.estimate_hours then existing_task.estimated_on
        else excluded.estimated_on end,
      completed_on = case
        when excluded.status <> 'done' then null
        when existing_task.status = 'done' then existing_task.completed_on
        else v_today end,
      parent_id = case when excluded.project_id = existing_task.project_id then existing_task.parent_id end,
      due_on = excluded.due_on, archived_at = null, hidden_at = null;
end;
$$;

-- This function and the next are PL/pgSQL, which keeps plans: an SQL function would be planned for every page. One row
-- is looked up at a time, so that the plan is right for pages of any size.
create or replace function private.find_synced_tasks(
  stream public.sync_streams, external_ids text[], project_ids uuid[])
returns table (external_id text, row_id uuid)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select input.external_id, match.id
  from unnest(find_synced_tasks.external_ids, find_synced_tasks.project_ids) as input (external_id, project_id)
  cross join lateral (
    select tasks.id from public.tasks
    where tasks.project_id = input.project_id and tasks.external_key = stream.provider || ':' || input.external_id
    limit 1) as match;
end;
$$;

create or replace function private.fields_of_synced_tasks(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, fields jsonb)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select tasks.id, jsonb_build_object(
    'title', tasks.title, 'description', tasks.description, 'status', tasks.status, 'assignee_id', tasks.assignee_id,
    'estimate_hours', tasks.estimate_hours, 'due_on', tasks.due_on)
  from unnest(fields_of_synced_tasks.row_ids) as input (row_id)
  cross join lateral (
    select * from public.tasks
    where tasks.organization_id = stream.organization_id and tasks.id = input.row_id
    limit 1) as tasks;
end;
$$;

create or replace function private.titles_of_synced_tasks(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select tasks.id, tasks.title from public.tasks
  where tasks.organization_id = (stream).organization_id and tasks.id = any (titles_of_synced_tasks.row_ids)
$$;

-- Tasks are hidden and archived at the same instant, so that restoring them does not restore tasks that a person had
-- archived.
create or replace function private.hide_synced_tasks(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.tasks set hidden_at = now(), archived_at = coalesce(tasks.archived_at, now())
  where tasks.organization_id = (stream).organization_id and tasks.id = any (hide_synced_tasks.row_ids)
    and tasks.hidden_at is null
$$;

create or replace function private.delete_synced_tasks(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.tasks set archived_at = now()
  where tasks.organization_id = (stream).organization_id and tasks.id = any (delete_synced_tasks.row_ids)
    and tasks.archived_at is null
$$;
comment on function private.delete_synced_tasks(public.sync_streams, uuid[]) is
  'Archives tasks: a task that comes back has the same row.';

create or replace function private.restore_synced_tasks(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.tasks set archived_at = null, hidden_at = null
  where tasks.organization_id = (stream).organization_id and tasks.id = any (restore_synced_tasks.row_ids)
$$;

create or replace function private.detach_synced_tasks(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.tasks
  set managed_by = null, hidden_at = null,
      archived_at = case when tasks.archived_at is distinct from tasks.hidden_at then tasks.archived_at end
  where tasks.organization_id = (stream).organization_id and tasks.id = any (detach_synced_tasks.row_ids)
$$;

-- A subtask may be listed before its parent, so both sides look for the other. If our single level of subtasks or the
-- project forbids it, the task stays without a parent.
create or replace function private.link_synced_tasks(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  -- The tasks that have a parent, at the vendor or here, and the subtasks of these tasks.
  v_child_ids constant text[] := array(
    select change.external_id from unnest(changes) as change where change.data ->> 'parent_external_id' is not null
    union all
    select change.external_id from unnest(changes) as change
    where change.row_id in (
      select tasks.id from public.tasks
      where tasks.organization_id = stream.organization_id
        and tasks.id = any (array(select change.row_id from unnest(changes) as change))
        and tasks.parent_id is not null)
    union all
    select children.external_id
    from private.listed_subtasks(stream, array(select change.external_id from unnest(changes) as change)) as children);
begin
  if v_child_ids <> '{}' then
    perform private.set_listed_parents(stream, v_child_ids);
  end if;
end;
$$;

-- This function and the next are planned for every page, like known_sync_records().
create or replace function private.listed_subtasks(stream public.sync_streams, parent_external_ids text[])
returns setof private.sync_records
language plpgsql
stable
rows 10
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  select subtasks.*
  from unnest(listed_subtasks.parent_external_ids) as input (external_id)
  cross join lateral (
    select * from private.sync_records
    where sync_records.stream_id = stream.id and sync_records.parent_external_id = input.external_id
      and sync_records.is_here
    offset 0) as subtasks;
end;
$$;

create or replace function private.set_listed_parents(stream public.sync_streams, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  update public.tasks set parent_id = pairs.parent_id
  from (
    select
      child.row_id as child_id,
      (select parent.row_id
       from private.sync_records as parent
       where parent.organization_id = stream.organization_id and parent.stream_id = stream.id
         and parent.external_id = child.parent_external_id and parent.project_id = child.project_id
         and parent.is_here and parent.parent_external_id is null and parent.row_id <> child.row_id
         and not exists (
           select from public.tasks as parent_task where parent_task.id = parent.row_id and parent_task.parent_id is not null)
         and not exists (select from public.tasks as subtasks where subtasks.parent_id = child.row_id)) as parent_id
    from private.sync_records as child
    where child.organization_id = stream.organization_id and child.stream_id = stream.id
      and child.external_id = any (set_listed_parents.external_ids)
  ) as pairs
  where tasks.id = pairs.child_id and tasks.parent_id is distinct from pairs.parent_id;
end;
$$;
