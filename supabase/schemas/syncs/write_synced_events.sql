-- Writes events, and matches each to a project: the one that a person chose, the one of the card that created it, the one
-- that its calendar is mapped to, or the one that its people and title suggest. A choice is stored in a separate table,
-- which no sync writes, so a copy of the event in another calendar has the same choice.
create or replace function private.write_synced_events(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_time_zone constant text := (
    select organizations.time_zone from public.organizations where organizations.id = stream.organization_id);
begin
  insert into public.calendar_events as existing_event (
    id, organization_id, provider, external_id, calendar_id, summary, description, location, starts_at, ends_at, time_zone,
    attendees, status, etag, is_all_day, organizer_email, series_id, uid, url, project_id, match_reason)
  select
    change.row_id, stream.organization_id, stream.provider::text::public.external_provider,
    substr(change.external_id, char_length(change.data ->> 'calendar_id') + 2), change.data ->> 'calendar_id',
    coalesce(nullif(left(btrim(change.data ->> 'summary'), 500), ''), '(No title)'),
    change.data ->> 'description', change.data ->> 'location', (change.data ->> 'starts_at')::timestamptz,
    greatest((change.data ->> 'ends_at')::timestamptz, (change.data ->> 'starts_at')::timestamptz),
    coalesce(nullif(change.data ->> 'time_zone', ''), v_time_zone), array(
      select jsonb_array_elements_text(
        case when jsonb_typeof(change.data -> 'attendees') = 'array' then change.data -> 'attendees' else '[]' end)),
    (change.data ->> 'status')::public.calendar_event_status, change.data ->> 'etag',
    coalesce((change.data -> 'is_all_day')::boolean, false), change.data ->> 'organizer_email',
    change.data ->> 'series_id', change.data ->> 'uid',
    case when change.data ->> 'url' ~ '^https://[^\s/]+' and char_length(change.data ->> 'url') <= 2000
      then change.data ->> 'url' end,
    -- With this project, most new events of a mapped calendar are written only once; the match below decides.
    change.project_id, case when change.project_id is not null then private.mapped_calendar_reason() end
  from unnest(changes) as change
  on conflict (id) do update
  set external_id = excluded.external_id, calendar_id = excluded.calendar_id, summary = excluded.summary,
      description = excluded.description, location = excluded.location, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, time_zone = excluded.time_zone, attendees = excluded.attendees,
      status = excluded.status, etag = excluded.etag, is_all_day = excluded.is_all_day,
      organizer_email = excluded.organizer_email, series_id = excluded.series_id, uid = excluded.uid, url = excluded.url;
  perform private.match_events(stream.organization_id, array(select change.row_id from unnest(changes) as change), (
    select coalesce(jsonb_object_agg(change.row_id, change.project_id), '{}') from unnest(changes) as change
    where change.project_id is not null));
end;
$$;

-- Finds events that a card created, and events that left their calendar and came back, so that they keep their rows.
create or replace function private.find_synced_events(
  stream public.sync_streams, external_ids text[], project_ids uuid[])
returns table (external_id text, row_id uuid)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select input.external_id, events.id
  from unnest(external_ids) as input (external_id)
  join public.calendar_events as events
    on events.organization_id = (stream).organization_id
   and events.provider = (stream).provider::text::public.external_provider
   and events.calendar_id = split_part(input.external_id, '/', 1)
   and events.external_id = substr(input.external_id, char_length(split_part(input.external_id, '/', 1)) + 2)
$$;

create or replace function private.titles_of_synced_events(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select events.id, events.summary from public.calendar_events as events
  where events.organization_id = (stream).organization_id and events.id = any (titles_of_synced_events.row_ids)
$$;

-- Removes the text of events, so that they look like busy times.
create or replace function private.hide_synced_events(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.calendar_events
  set summary = 'Hidden event', description = null, location = null, attendees = '{}', organizer_email = null, url = null
  where calendar_events.organization_id = (stream).organization_id
    and calendar_events.id = any (hide_synced_events.row_ids)
$$;

create or replace function private.delete_synced_events(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update public.calendar_events
  set status = 'cancelled', summary = 'Removed event', description = null, location = null, attendees = '{}',
      organizer_email = null, url = null
  where calendar_events.organization_id = (stream).organization_id
    and calendar_events.id = any (delete_synced_events.row_ids) and calendar_events.status <> 'cancelled'
$$;
comment on function private.delete_synced_events(public.sync_streams, uuid[]) is
  'Cancels events and removes their text, because they may have become private. An event that comes back has the same row, with the project that a person chose.';

create or replace function private.detach_synced_events(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select $$;
comment on function private.detach_synced_events(public.sync_streams, uuid[]) is
  'Does nothing: an event stays a copy of the one in its calendar.';
