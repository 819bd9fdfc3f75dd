-- Writes the tasks of classified records. The vendor owns every field but the labels, which are ours after the first
-- time. A task that was removed and came back is the same row.
create or replace function private.write_synced_tasks(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_today constant date := private.organization_today(stream.organization_id);
  v_ids uuid[];
  v_present jsonb[];
  v_changes private.sync_change[] := changes;
begin
  select array_agg(tasks.id), array_agg(private.synced_task_fields(tasks)) into v_ids, v_present
  from public.tasks
  where tasks.organization_id = stream.organization_id
    and tasks.id = any (array(select listed.row_id from unnest(v_changes) as listed where listed.outcome = 'updated'));
  if v_ids is not null then
    perform private.record_sync_conflicts(stream, v_ids, v_present);
  end if;

  -- A row with the key of a record, which the record does not know: the record was released, or its row was imported.
  v_changes := array(
    select row(
      listed.position, listed.external_id, listed.version, listed.outcome, listed.reason, listed.hash, listed.data,
      listed.project_id, coalesce(present.id, listed.row_id), listed.is_removal, listed.is_known)::private.sync_change
    from unnest(v_changes) as listed
    left join public.tasks as present
      on listed.outcome = 'created' and present.project_id = listed.project_id
     and present.external_key = stream.provider || ':' || listed.external_id
    order by listed.position);

  with wanted as (
    select
      listed.row_id, listed.project_id, stream.provider || ':' || listed.external_id as external_key,
      left(btrim(listed.data ->> 'title'), 500) as title,
      nullif(left(btrim(listed.data ->> 'description'), 20000), '') as description,
      private.synced_task_status(listed.data ->> 'status', (listed.data ->> 'is_closed')::boolean) as status,
      private.sync_person_id(stream.organization_id, listed.data ->> 'assignee_email') as assignee_id,
      (listed.data ->> 'estimate_hours')::numeric(10, 2) as estimate_hours,
      (listed.data ->> 'due_on')::date as due_on,
      case when jsonb_typeof(listed.data -> 'labels') = 'array' then array(
        select distinct left(btrim(label), 40) from jsonb_array_elements_text(listed.data -> 'labels') as label
        where btrim(label) <> '' limit 20) else '{}' end as labels
    from unnest(v_changes) as listed
    where listed.outcome in ('created', 'updated')
  ),
  stored as (
    insert into public.tasks as present (
      id, organization_id, project_id, external_key, managed_by, title, description, status, assignee_id,
      estimate_hours, estimated_on, due_on, labels)
    select
      wanted.row_id, stream.organization_id, wanted.project_id, wanted.external_key, stream.provider::text,
      wanted.title, wanted.description, wanted.status, wanted.assignee_id, wanted.estimate_hours,
      case when wanted.estimate_hours is not null then v_today end, wanted.due_on, wanted.labels
    from wanted
    on conflict (id) do update
    set project_id = excluded.project_id, external_key = excluded.external_key, managed_by = excluded.managed_by,
        title = excluded.title, description = excluded.description, status = excluded.status,
        assignee_id = excluded.assignee_id, estimate_hours = excluded.estimate_hours,
        estimated_on = case
          when excluded.estimate_hours is not distinct from present.estimate_hours then present.estimated_on
          else excluded.estimated_on end,
        completed_on = case
          when excluded.status <> 'done' then null
          when present.status = 'done' then present.completed_on
          else v_today end,
        parent_id = case when excluded.project_id = present.project_id then present.parent_id end,
        due_on = excluded.due_on, archived_at = null
    returning present.id, private.synced_task_fields(present) as fields
  )
  select array_agg(stored.id), array_agg(stored.fields) into v_ids, v_present from stored;
  if v_ids is not null then
    perform private.record_synced_rows(stream, v_changes, v_ids, v_present);
    perform private.link_synced_subtasks(stream, array(
      select listed.external_id from unnest(v_changes) as listed where listed.outcome in ('created', 'updated')));
  end if;
end;
$$;

-- The fields that a vendor owns, as they are stored.
create or replace function private.synced_task_fields(task public.tasks)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'title', task.title, 'description', task.description, 'status', task.status, 'assignee_id', task.assignee_id,
    'estimate_hours', task.estimate_hours, 'due_on', task.due_on)
$$;

-- Vendors name their states freely; whether a task is closed they all say.
create or replace function private.synced_task_status(status text, is_closed boolean)
returns public.task_status
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select (case
    when is_closed and status ~* '(cancel|duplicate|won.?t|declined|abandoned)' then 'cancelled'
    when is_closed then 'done'
    when status ~* '(block|hold|waiting|stuck)' then 'blocked'
    when status ~* '(progress|doing|started|active|review|testing|development)' then 'in_progress'
    else 'open'
  end)::public.task_status
$$;

-- A subtask may be listed before its parent, so both sides look for the other. Where our one level of subtasks or
-- the project forbids it, the task stays on its own.
create or replace function private.link_synced_subtasks(stream public.sync_streams, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  with children as (
    select records.row_id, records.project_id, records.parent_external_id
    from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here
      and records.external_id = any (link_synced_subtasks.external_ids)
    union
    select records.row_id, records.project_id, records.parent_external_id
    from private.sync_records as records
    where records.organization_id = stream.organization_id and records.stream_id = stream.id and records.is_here
      and records.parent_external_id = any (link_synced_subtasks.external_ids)
  ),
  pairs as (
    select child.row_id as child_id, parent.row_id as parent_id
    from children as child
    left join private.sync_records as parent
      on parent.organization_id = stream.organization_id and parent.stream_id = stream.id
     and parent.external_id = child.parent_external_id and parent.project_id = child.project_id
     and parent.is_here and parent.parent_external_id is null and parent.row_id <> child.row_id
     and not exists (
       select from public.tasks as deeper where deeper.id = parent.row_id and deeper.parent_id is not null)
     and not exists (select from public.tasks as below where below.parent_id = child.row_id)
  )
  update public.tasks set parent_id = pairs.parent_id
  from pairs
  where tasks.id = pairs.child_id and tasks.parent_id is distinct from pairs.parent_id;
end;
$$;
