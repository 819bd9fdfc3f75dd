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
  insert into public.calendar_events as present (
    id, organization_id, provider, external_id, calendar_id, summary, description, location, starts_at, ends_at, time_zone,
    attendees, status, etag, is_all_day, organizer_email, series_id, uid, url, project_id, match_reason)
  select
    listed.row_id, stream.organization_id, stream.provider::text::public.external_provider,
    substr(listed.external_id, char_length(listed.data ->> 'calendar_id') + 2), listed.data ->> 'calendar_id',
    coalesce(nullif(left(btrim(listed.data ->> 'summary'), 500), ''), '(No title)'),
    listed.data ->> 'description', listed.data ->> 'location', (listed.data ->> 'starts_at')::timestamptz,
    greatest((listed.data ->> 'ends_at')::timestamptz, (listed.data ->> 'starts_at')::timestamptz),
    coalesce(nullif(listed.data ->> 'time_zone', ''), v_time_zone), array(
      select jsonb_array_elements_text(
        case when jsonb_typeof(listed.data -> 'attendees') = 'array' then listed.data -> 'attendees' else '[]' end)),
    (listed.data ->> 'status')::public.calendar_event_status, listed.data ->> 'etag',
    coalesce((listed.data -> 'is_all_day')::boolean, false), listed.data ->> 'organizer_email',
    listed.data ->> 'series_id', listed.data ->> 'uid',
    case when listed.data ->> 'url' ~ '^https://[^\s/]+' and char_length(listed.data ->> 'url') <= 2000
      then listed.data ->> 'url' end,
    -- With this project, most new events of a mapped calendar are written only once; the match below decides.
    listed.project_id, case when listed.project_id is not null then private.mapped_calendar_reason() end
  from unnest(changes) as listed
  on conflict (id) do update
  set external_id = excluded.external_id, calendar_id = excluded.calendar_id, summary = excluded.summary,
      description = excluded.description, location = excluded.location, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, time_zone = excluded.time_zone, attendees = excluded.attendees,
      status = excluded.status, etag = excluded.etag, is_all_day = excluded.is_all_day,
      organizer_email = excluded.organizer_email, series_id = excluded.series_id, uid = excluded.uid, url = excluded.url;
  perform private.match_events(stream.organization_id, array(select listed.row_id from unnest(changes) as listed), (
    select coalesce(jsonb_object_agg(listed.row_id, listed.project_id), '{}') from unnest(changes) as listed
    where listed.project_id is not null));
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
  select listed.external_id, events.id
  from unnest(external_ids) as listed (external_id)
  join public.calendar_events as events
    on events.organization_id = (stream).organization_id
   and events.provider = (stream).provider::text::public.external_provider
   and events.calendar_id = split_part(listed.external_id, '/', 1)
   and events.external_id = substr(listed.external_id, char_length(split_part(listed.external_id, '/', 1)) + 2)
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

create or replace function private.disown_synced_events(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select $$;
comment on function private.disown_synced_events(public.sync_streams, uuid[]) is
  'Does nothing: an event stays a copy of the one in its calendar.';
