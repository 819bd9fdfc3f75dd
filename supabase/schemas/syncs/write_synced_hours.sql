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
  perform private.record_sync_conflicts(stream, changes);
  -- The tasks are read once for all hours. A vendor's task is often a kind of work: only a single task of that name is
  -- meant.
  select jsonb_object_agg(named.key, named.id) into v_task_ids
  from (
    select tasks.project_id || lower(tasks.title) as key, (array_agg(tasks.id))[1] as id
    from public.tasks
    where tasks.archived_at is null
      and tasks.project_id = any (array(
        select listed.project_id from unnest(changes) as listed where listed.outcome in ('created', 'updated')))
      and lower(tasks.title) = any (array(
        select lower(btrim(listed.data ->> 'task_name')) from unnest(changes) as listed
        where listed.outcome in ('created', 'updated')))
    group by 1
    having count(*) = 1
  ) as named;
  insert into public.time_entries as present (
    id, organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key, managed_by)
  select
    listed.row_id, stream.organization_id, listed.project_id,
    (v_task_ids ->> (listed.project_id || lower(btrim(listed.data ->> 'task_name'))))::uuid,
    coalesce(
      listed.person_id, (select entries.person_id from public.time_entries as entries where entries.id = listed.row_id)),
    (listed.data ->> 'spent_on')::date, (listed.data ->> 'hours')::numeric(8, 2),
    coalesce(
      nullif(left(btrim(listed.data ->> 'note'), 2000), ''),
      nullif(left(btrim(listed.data ->> 'task_name'), 2000), '')),
    stream.provider || ':' || listed.external_id, stream.provider::text
  from unnest(changes) as listed
  where listed.outcome in ('created', 'updated')
  on conflict (id) do update
  set project_id = excluded.project_id, task_id = excluded.task_id, person_id = excluded.person_id,
      spent_on = excluded.spent_on, hours = excluded.hours, note = excluded.note,
      external_key = excluded.external_key, managed_by = excluded.managed_by;
  if found then
    perform private.record_synced_rows(stream, changes);
  end if;
end;
$$;
