-- Writes the hours of classified records. The vendor owns every field. A week that is locked here refuses its hours,
-- which become dead letters until the week is unlocked.
create or replace function private.write_synced_hours(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task_ids jsonb;
begin
  -- The tasks are read once for all hours. A vendor's task is often a kind of work, so only a unique task of that
  -- name matches.
  select jsonb_object_agg(tasks_by_name.key, tasks_by_name.id) into v_task_ids
  from (
    select tasks.project_id || lower(tasks.title) as key, (array_agg(tasks.id))[1] as id
    from public.tasks
    where tasks.archived_at is null
      and tasks.project_id = any (array(
        select change.project_id from unnest(changes) as change))
      and lower(tasks.title) = any (array(
        select lower(btrim(change.data ->> 'task_name')) from unnest(changes) as change))
    group by 1
    having count(*) = 1
  ) as tasks_by_name;
  insert into public.time_entries as existing_entry (
    id, organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key, managed_by)
  select
    change.row_id, stream.organization_id, change.project_id,
    (v_task_ids ->> (change.project_id || lower(btrim(change.data ->> 'task_name'))))::uuid,
    coalesce(
      change.person_id, (select entries.person_id from public.time_entries as entries where entries.id = change.row_id)),
    (change.data ->> 'spent_on')::date, (change.data ->> 'hours')::numeric(8, 2),
    coalesce(
      nullif(left(btrim(change.data ->> 'note'), 2000), ''),
      nullif(left(btrim(change.data ->> 'task_name'), 2000), '')),
    stream.provider || ':' || change.external_id, stream.provider::text
  from unnest(changes) as change
  on conflict (id) do update
  set project_id = excluded.project_id, task_id = excluded.task_id, person_id = excluded.person_id,
      spent_on = excluded.spent_on, hours = excluded.hours, note = excluded.note,
      external_key = excluded.external_key, managed_by = excluded.managed_by;
end;
$$;

-- Returns why a record is left out, or null. A row that exists keeps its person if the vendor no longer names them.
create or replace function private.filter_reason_of_hours(data jsonb, person_id uuid, is_here boolean)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when coalesce((data ->> 'hours')::numeric, 0) = 0 then 'no_hours'
    when not is_here and person_id is null then 'no_person'
  end;
end;
$$;

create or replace function private.find_synced_hours(
  stream public.sync_streams, external_ids text[], project_ids uuid[])
returns table (external_id text, row_id uuid)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select input.external_id, entries.id
  from unnest(external_ids, project_ids) as input (external_id, project_id)
  join public.time_entries as entries
    on entries.project_id = input.project_id and entries.external_key = (stream).provider || ':' || input.external_id
$$;

create or replace function private.fields_of_synced_hours(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, fields jsonb)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select entries.id, jsonb_build_object(
    'person_id', entries.person_id, 'spent_on', entries.spent_on, 'hours', entries.hours, 'note', entries.note)
  from public.time_entries as entries
  where entries.organization_id = (stream).organization_id and entries.id = any (fields_of_synced_hours.row_ids)
$$;

create or replace function private.titles_of_synced_hours(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select entries.id, format('%s, %s h on %s', people.name, trim_scale(entries.hours), entries.spent_on)
  from public.time_entries as entries
  join public.people on people.organization_id = entries.organization_id and people.id = entries.person_id
  where entries.organization_id = (stream).organization_id and entries.id = any (titles_of_synced_hours.row_ids)
$$;

-- The title is built from the vendor's fields, which the record still has.
create or replace function private.title_of_deleted_hours(record private.sync_records)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select format('%s, %s h on %s', people.name, trim_scale(((record).applied ->> 'hours')::numeric), (record).applied ->> 'spent_on')
  from public.people
  where people.organization_id = (record).organization_id and people.id = (
    select coalesce(worker.merged_into_id, worker.id) from public.people as worker
    where worker.organization_id = (record).organization_id and worker.id = ((record).applied ->> 'person_id')::uuid)
$$;

create or replace function private.delete_synced_hours(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from public.time_entries
  where time_entries.organization_id = (stream).organization_id
    and time_entries.id = any (delete_synced_hours.row_ids)
$$;

create or replace function private.detach_synced_hours(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.time_entries set managed_by = null
  where time_entries.organization_id = (stream).organization_id
    and time_entries.id = any (detach_synced_hours.row_ids)
$$;
