-- Writes the busy times of calendars. The blocks of a calendar are replaced together, in the transaction of the page.
create or replace function private.write_synced_busy(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.busy_calendars as existing_calendar (
    id, organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
  select
    change.row_id, stream.organization_id, stream.provider, change.external_id,
    coalesce(change.person_id, (select calendars.person_id from public.busy_calendars as calendars where calendars.id = change.row_id)),
    (change.data ->> 'window_starts_at')::timestamptz, (change.data ->> 'window_ends_at')::timestamptz, clock_timestamp()
  from unnest(changes) as change
  on conflict (id) do update
  set person_id = excluded.person_id, window_starts_at = excluded.window_starts_at,
      window_ends_at = excluded.window_ends_at, synced_at = excluded.synced_at;
  delete from public.busy_blocks
  where busy_blocks.organization_id = stream.organization_id
    and busy_blocks.calendar_id = any (array(select change.row_id from unnest(changes) as change));
  insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at)
  select distinct
    stream.organization_id, change.row_id, (block ->> 'starts_at')::timestamptz, (block ->> 'ends_at')::timestamptz
  from unnest(changes) as change
  cross join jsonb_array_elements(change.data -> 'blocks') as block
  where (block ->> 'ends_at')::timestamptz > (block ->> 'starts_at')::timestamptz;
end;
$$;

-- The calendar keeps its person when their address changes here.
create or replace function private.filter_reason_of_busy(person_id uuid, is_here boolean)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select case when not is_here and person_id is null then 'no_person' end $$;

create or replace function private.find_synced_busy(stream public.sync_streams, external_ids text[])
returns table (external_id text, row_id uuid)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select calendars.external_id, calendars.id from public.busy_calendars as calendars
  where calendars.organization_id = (stream).organization_id and calendars.provider = (stream).provider
    and calendars.external_id = any (find_synced_busy.external_ids)
$$;

create or replace function private.titles_of_synced_busy(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select calendars.id, 'Busy times of ' || calendars.external_id from public.busy_calendars as calendars
  where calendars.organization_id = (stream).organization_id and calendars.id = any (titles_of_synced_busy.row_ids)
$$;

create or replace function private.title_of_deleted_busy(record private.sync_records)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 'Busy times of ' || (record).external_id $$;

create or replace function private.delete_synced_busy(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.busy_blocks
  where busy_blocks.organization_id = stream.organization_id
    and busy_blocks.calendar_id = any (delete_synced_busy.row_ids);
  delete from public.busy_calendars
  where busy_calendars.organization_id = stream.organization_id
    and busy_calendars.id = any (delete_synced_busy.row_ids);
end;
$$;

create or replace function private.detach_synced_busy(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select $$;
comment on function private.detach_synced_busy(public.sync_streams, uuid[]) is
  'Does nothing: busy times that are no longer read show how old they are.';
