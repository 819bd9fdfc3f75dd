-- When employees are busy between two instants, from busy times alone, and free slots that suit all of them. Without
-- instants, a week from today. Busy times have no titles anywhere, so none can be returned.
-- Raises OPAUT · OPDEN (clients) · OPNFD (person_not_found) · OPINV (invalid_time_range, invalid_slot,
-- invalid_cursor).
create or replace function private.get_availability(
  from_at timestamptz default null,
  to_at timestamptz default null,
  person_ids uuid[] default null,
  slot_minutes integer default null,
  page_size integer default 200,
  cursor text default null
)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer constant public.people := private.require_internal_viewer();
  v_size constant integer := least(greatest(coalesce(page_size, 200), 1), 200);
  v_time_zone constant text := (
    select organizations.time_zone from public.organizations where organizations.id = v_viewer.organization_id);
  v_today constant date := private.organization_today(v_viewer.organization_id);
  v_from timestamptz;
  v_to timestamptz;
  v_people public.people[];
  v_working_time tstzmultirange;
begin
  select * into v_from, v_to from private.require_time_range(
    coalesce(from_at, to_at - interval '7 days', v_today::timestamp at time zone v_time_zone),
    coalesce(to_at, from_at + interval '7 days', (v_today + 7)::timestamp at time zone v_time_zone), 35);
  if slot_minutes not between 5 and 1440 then
    raise exception using errcode = 'OPINV', message = 'A slot must be 5 to 1,440 minutes long', hint = 'invalid_slot';
  end if;
  v_people := private.page_of_employees(v_viewer.organization_id, person_ids, v_size + 1, cursor);
  v_working_time := private.working_time(v_viewer.organization_id, v_time_zone, v_from, v_to);
  return jsonb_build_object(
    'from', v_from, 'to', v_to, 'time_zone', v_time_zone,
    'people', private.availability_json(v_people[1:v_size], v_time_zone, v_from, v_to, v_working_time),
    'slots', case when slot_minutes is not null then
      private.free_slots(v_people[1:v_size], slot_minutes, v_from, v_to, v_working_time) end,
    'next_cursor', case when cardinality(v_people) > v_size then (v_people[v_size]).id end);
end;
$$;

-- Employees by name, after the one that the cursor names.
-- Raises OPNFD (person_not_found) · OPINV (invalid_cursor).
create or replace function private.page_of_employees(
  organization_id uuid, person_ids uuid[], size integer, cursor text)
returns public.people[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_after public.people;
begin
  if cursor is not null then
    select * into v_after from private.employees(page_of_employees.organization_id) as employees
    where employees.id::text = lower(page_of_employees.cursor);
    if v_after.id is null then
      raise exception using errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
    end if;
  end if;
  if exists (
    select from unnest(person_ids) as request (id)
    where request.id not in (select employees.id from private.employees(page_of_employees.organization_id) as employees))
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such employee. Choose people who have an email address of the organization',
      hint = 'person_not_found';
  end if;
  return array(
    select employees from private.employees(page_of_employees.organization_id) as employees
    where (person_ids is null or employees.id = any (person_ids))
      and (v_after.id is null or (lower(employees.name), employees.id) > (lower(v_after.name), v_after.id))
    order by lower(employees.name), employees.id
    limit size);
end;
$$;

-- The working time of the organization's days. A day without a start time begins at nine.
create or replace function private.working_time(
  organization_id uuid, time_zone text, from_at timestamptz, to_at timestamptz)
returns tstzmultirange
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(range_agg(shift.range), '{}') * tstzmultirange(tstzrange(working_time.from_at, working_time.to_at))
  from (
    select coalesce(
      (select settings.working_hours from public.organization_settings as settings
       where settings.organization_id = working_time.organization_id),
      private.default_working_hours()) as hours
  ) as schedule
  cross join generate_series(
    ((working_time.from_at at time zone working_time.time_zone)::date - 1)::timestamp,
    (working_time.to_at at time zone working_time.time_zone)::date::timestamp, interval '1 day') as day
  cross join lateral (select schedule.hours -> extract(isodow from day)::text as time) as weekday
  cross join lateral (
    select coalesce((weekday.time ->> 'from')::time, '09:00') as start_time, coalesce(
      (weekday.time ->> 'to')::time - (weekday.time ->> 'from')::time,
      make_interval(secs => (weekday.time ->> 'hours')::numeric * 3600)) as length) as clock
  cross join lateral (
    select tstzrange(
      (day + clock.start_time) at time zone working_time.time_zone,
      (day + clock.start_time + clock.length) at time zone working_time.time_zone) as range) as shift
  where weekday.time is not null and clock.length > interval '0'
$$;

create or replace function private.availability_json(
  people public.people[], time_zone text, from_at timestamptz, to_at timestamptz, working_time tstzmultirange)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_working_time constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('starts_at', lower(shift), 'ends_at', upper(shift)) order by shift), '[]')
    from unnest(working_time) as shift);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'person', jsonb_build_object('id', person.id, 'name', person.name), 'time_zone', availability_json.time_zone,
      'working_hours', v_working_time,
      'sync', jsonb_build_object(
        'state', private.sync_freshness(newest_calendar.synced_at), 'synced_at', newest_calendar.synced_at, 'provider', newest_calendar.provider,
        'window_starts_at', newest_calendar.window_starts_at, 'window_ends_at', newest_calendar.window_ends_at),
      'blocks', coalesce(busy_time.blocks, '[]'))
      order by lower(person.name), person.id), '[]')
    from unnest(people) as person
    left join lateral private.newest_busy_calendar_of(person) as newest_calendar on true
    left join lateral (
      select jsonb_agg(jsonb_build_object(
        'starts_at', blocks.starts_at, 'ends_at', blocks.ends_at, 'why', calendars.why)
        order by blocks.starts_at, blocks.ends_at) as blocks
      from (
        select calendar.id, format('Busy, from %s, synced %s', private.provider_name(calendar.provider::text),
          to_char(calendar.synced_at at time zone availability_json.time_zone,
            case when (calendar.synced_at at time zone availability_json.time_zone)::date
                = (now() at time zone availability_json.time_zone)::date then 'HH24:MI' else 'FMDD Mon HH24:MI' end)) as why
        from private.busy_calendars_of(person) as calendar
        offset 0) as calendars
      join public.busy_blocks as blocks
        on blocks.organization_id = person.organization_id and blocks.calendar_id = calendars.id
       and blocks.starts_at < availability_json.to_at and blocks.ends_at > availability_json.from_at) as busy_time on true);
end;
$$;

-- The calendars of a person, and when each was last read: at the last complete listing, unless that listing could not
-- read the calendar.
create or replace function private.busy_calendars_of(person public.people)
returns table (
  id uuid, provider public.integration_provider, synced_at timestamptz, window_starts_at timestamptz,
  window_ends_at timestamptz
)
language plpgsql
stable
rows 1
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select calendars.id, calendars.provider, greatest(calendars.synced_at, (
    select streams.completed_at
    from public.sync_streams as streams
    join private.sync_records as records
      on records.organization_id = streams.organization_id and records.stream_id = streams.id
     and records.external_id = calendars.external_id and records.is_here
     and records.seen_listing >= streams.listing - 1
    where streams.organization_id = calendars.organization_id and streams.provider = calendars.provider
      and streams.stream = 'busy'
      and not exists (
        select from public.sync_dead_letters as letters
        where letters.organization_id = streams.organization_id and letters.stream_id = streams.id
          and letters.external_id = calendars.external_id and letters.resolved_at is null))),
    calendars.window_starts_at, calendars.window_ends_at
  from public.busy_calendars as calendars
  where calendars.organization_id = person.organization_id and calendars.person_id = person.id;
end;
$$;

-- The calendar of a person that was read last. Outside its window, it is unknown when the person is busy.
create or replace function private.newest_busy_calendar_of(person public.people)
returns table (
  provider public.integration_provider, synced_at timestamptz, window_starts_at timestamptz, window_ends_at timestamptz
)
language plpgsql
stable
rows 1
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select calendars.provider, calendars.synced_at, calendars.window_starts_at, calendars.window_ends_at
  from private.busy_calendars_of(person) as calendars
  order by calendars.synced_at desc, calendars.provider
  limit 1;
end;
$$;

-- The next slots in which everyone works and no one is known to be busy, within the windows of all calendars. They
-- begin on the quarter-hour.
create or replace function private.free_slots(
  people public.people[], slot_minutes integer, from_at timestamptz, to_at timestamptz, working_time tstzmultirange)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with busy_time as (
    select coalesce(range_agg(tstzrange(blocks.starts_at, blocks.ends_at)), '{}') as ranges
    from unnest(people) as person
    join public.busy_calendars as calendars
      on calendars.organization_id = person.organization_id and calendars.person_id = person.id
    join public.busy_blocks as blocks
      on blocks.organization_id = calendars.organization_id and blocks.calendar_id = calendars.id
     and blocks.starts_at < free_slots.to_at and blocks.ends_at > free_slots.from_at
  ),
  sync_windows as (
    select coalesce(
      range_intersect_agg(tstzmultirange(tstzrange(newest_calendar.window_starts_at, newest_calendar.window_ends_at))),
      tstzmultirange(tstzrange(null, null))) as ranges
    from unnest(people) as person
    cross join lateral private.newest_busy_calendar_of(person) as newest_calendar
  ),
  gaps as (
    select date_bin(interval '15 minutes', lower(gap) + interval '15 minutes' - interval '1 microsecond', 'epoch') as starts_at,
      upper(gap) as ends_at
    from busy_time
    cross join sync_windows
    cross join unnest(
      free_slots.working_time * sync_windows.ranges
      * tstzmultirange(tstzrange(greatest(now(), free_slots.from_at), greatest(now(), free_slots.to_at)))
      - busy_time.ranges) as gap
  ),
  slots as (
    select slot_start.at
    from gaps
    cross join generate_series(
      gaps.starts_at, gaps.ends_at - make_interval(mins => slot_minutes), make_interval(mins => slot_minutes))
      as slot_start (at)
    order by slot_start.at
    limit 50
  )
  select case when cardinality(people) = 0 then '[]' else coalesce(jsonb_agg(jsonb_build_object(
    'starts_at', slots.at, 'ends_at', slots.at + make_interval(mins => slot_minutes)) order by slots.at), '[]') end
  from slots
$$;

create or replace function public.get_availability(
  from_at timestamptz default null,
  to_at timestamptz default null,
  person_ids uuid[] default null,
  slot_minutes integer default null,
  page_size integer default 200,
  cursor text default null
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_availability(from_at, to_at, person_ids, slot_minutes, page_size, cursor) $$;

grant execute on function
  private.get_availability(timestamptz, timestamptz, uuid[], integer, integer, text) to authenticated;
grant execute on function
  public.get_availability(timestamptz, timestamptz, uuid[], integer, integer, text) to authenticated;
comment on function public.get_availability(timestamptz, timestamptz, uuid[], integer, integer, text) is
  'Returns { from, to, time_zone, people, slots, next_cursor }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
