-- Writes the hours of classified records. The vendor owns every field. A week that is locked here refuses its hours,
-- which become dead letters until the week is unlocked.
create or replace function private.write_synced_hours(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
  v_present jsonb[];
  v_changes private.sync_change[] := changes;
begin
  select array_agg(entries.id), array_agg(private.synced_hours_fields(entries)) into v_ids, v_present
  from public.time_entries as entries
  where entries.organization_id = stream.organization_id
    and entries.id = any (array(select listed.row_id from unnest(v_changes) as listed where listed.outcome = 'updated'));
  if v_ids is not null then
    perform private.record_sync_conflicts(stream, v_ids, v_present);
  end if;

  v_changes := array(
    select row(
      listed.position, listed.external_id, listed.version, listed.outcome, listed.reason, listed.hash, listed.data,
      listed.project_id, coalesce(present.id, listed.row_id), listed.is_removal, listed.is_known)::private.sync_change
    from unnest(v_changes) as listed
    left join public.time_entries as present
      on listed.outcome = 'created' and present.project_id = listed.project_id
     and present.external_key = stream.provider || ':' || listed.external_id
    order by listed.position);

  with wanted as (
    select
      listed.row_id, listed.project_id, stream.provider || ':' || listed.external_id as external_key,
      coalesce(
        private.sync_person_id(stream.organization_id, listed.data ->> 'person_email'),
        (select entries.person_id from public.time_entries as entries where entries.id = listed.row_id)) as person_id,
      (listed.data ->> 'spent_on')::date as spent_on, (listed.data ->> 'hours')::numeric(8, 2) as hours,
      coalesce(
        nullif(left(btrim(listed.data ->> 'note'), 2000), ''),
        nullif(left(btrim(listed.data ->> 'task_name'), 2000), '')) as note,
      -- A vendor's task is often a kind of work: only a single task of that name is meant.
      (select (array_agg(tasks.id))[1] from public.tasks
       where tasks.project_id = listed.project_id and tasks.archived_at is null
         and lower(tasks.title) = lower(btrim(listed.data ->> 'task_name'))
       having count(*) = 1) as task_id
    from unnest(v_changes) as listed
    where listed.outcome in ('created', 'updated')
  ),
  stored as (
    insert into public.time_entries as present (
      id, organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key, managed_by)
    select
      wanted.row_id, stream.organization_id, wanted.project_id, wanted.task_id, wanted.person_id, wanted.spent_on,
      wanted.hours, wanted.note, wanted.external_key, stream.provider::text
    from wanted
    on conflict (id) do update
    set project_id = excluded.project_id, task_id = excluded.task_id, person_id = excluded.person_id,
        spent_on = excluded.spent_on, hours = excluded.hours, note = excluded.note,
        external_key = excluded.external_key, managed_by = excluded.managed_by
    returning present.id, private.synced_hours_fields(present) as fields
  )
  select array_agg(stored.id), array_agg(stored.fields) into v_ids, v_present from stored;
  if v_ids is not null then
    perform private.record_synced_rows(stream, v_changes, v_ids, v_present);
  end if;
end;
$$;

create or replace function private.synced_hours_fields(entry public.time_entries)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'person_id', entry.person_id, 'spent_on', entry.spent_on, 'hours', entry.hours, 'note', entry.note)
$$;
