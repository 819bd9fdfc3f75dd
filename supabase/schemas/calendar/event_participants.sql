-- The addresses of all participants of an event: the invitees, the organizer and the owner of the calendar.
create or replace function private.event_participants(attendees text[], organizer_email text, calendar_id text)
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(distinct lower(address)), '{}')
  from unnest(attendees || organizer_email || calendar_id) as address
  where address like '%_@_%'
$$;
