-- Events between two instants, in the order of their starts, page by page: all of the organization for admins and
-- leads; for members those of their projects and those they attend. An event that is in the calendars of several
-- people is listed once. Without instants, this week of the organization.
-- Raises OPAUT · OPDEN (clients; unmatched for members) · OPNFD (project_not_found) · OPINV (invalid_scope,
-- invalid_time_range, invalid_cursor).
create or replace function private.get_calendar(
  from_at timestamptz default null,
  to_at timestamptz default null,
  scope text default 'team',
  project_id uuid default null,
  page_size integer default 500,
  cursor text default null
)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
-- Plans each call for the filters that are present, so that an absent one costs nothing.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_viewer constant public.people := private.require_internal_viewer();
  v_is_lead constant boolean := v_viewer.role in ('admin', 'lead');
  v_project_ids constant uuid[] := private.narrowed_projects(private.project_ids_of(v_viewer), get_calendar.project_id);
  v_size constant integer := least(greatest(coalesce(page_size, 500), 1), 5000);
  v_after constant record := private.read_page_cursor(cursor);
  v_week record;
  v_from timestamptz;
  v_to timestamptz;
  v_events public.calendar_events[];
  v_unmatched_count bigint;
begin
  if get_calendar.scope is null or get_calendar.scope not in ('team', 'own', 'unmatched') then
    raise exception using errcode = 'OPINV', message = 'Choose team, own or unmatched', hint = 'invalid_scope';
  elsif get_calendar.scope = 'unmatched' and not v_is_lead then
    raise exception using
      errcode = 'OPDEN', message = 'Only admins and leads see events without a project', hint = 'role_not_allowed';
  end if;
  v_week := private.calendar_week(v_viewer.organization_id);
  select * into v_from, v_to from private.require_time_range(
    coalesce(from_at, to_at - interval '7 days', v_week.starts_at), coalesce(to_at, from_at + interval '7 days', v_week.ends_at),
    92);

  -- Reads one event more than a page has, to learn whether another page follows.
  v_events := array(
    select event
    from private.events_between(
      v_viewer.organization_id, v_from, v_to,
      case when get_calendar.scope = 'own' then '{}' when not v_is_lead or get_calendar.project_id is not null then v_project_ids end,
      case when get_calendar.scope = 'own' or get_calendar.project_id is null then v_viewer.email end) as event
    where (get_calendar.project_id is null or event.project_id = get_calendar.project_id)
      and (get_calendar.scope <> 'unmatched' or event.project_id is null)
      and (v_after.id is null or (event.starts_at, event.id) > (v_after.at, v_after.id))
    order by event.starts_at, event.id
    limit v_size + 1);
  if v_is_lead then
    select count(*) into v_unmatched_count
    from private.events_between(v_viewer.organization_id, v_from, v_to) as event where event.project_id is null;
  end if;
  return jsonb_build_object(
    'from', v_from, 'to', v_to, 'time_zone', v_week.time_zone, 'week_starts_on', v_week.week_starts_on,
    'events', private.events_json(v_viewer, v_events[1:v_size], get_calendar.scope = 'unmatched'),
    'unmatched_count', v_unmatched_count,
    'sources', private.calendar_sources(v_viewer.organization_id),
    'next_cursor', case when cardinality(v_events) > v_size then
      private.page_cursor((v_events[v_size]).starts_at, (v_events[v_size]).id) end);
end;
$$;

-- The events of a period, in these projects or with this person, or all: each once. Among copies in several calendars,
-- one with a project is preferred, then the organizer's.
create or replace function private.events_between(
  organization_id uuid, from_at timestamptz, to_at timestamptz, project_ids uuid[] default null, email text default null)
returns setof public.calendar_events
language sql
stable
rows 1000
set search_path = pg_catalog, pg_temp
as $$
  select distinct on (coalesce(events.uid, events.id::text), events.starts_at) events.*
  from public.calendar_events as events
  where events.organization_id = events_between.organization_id and events.status <> 'cancelled'
    and events.starts_at < events_between.to_at and events.starts_at > events_between.from_at - private.longest_event()
    and (events.ends_at > events_between.from_at or events.starts_at >= events_between.from_at)
    and (events_between.project_ids is null or events.project_id = any (events_between.project_ids)
      or events.participants @> array[events_between.email])
  order by
    coalesce(events.uid, events.id::text), events.starts_at, events.project_id is null,
    events.calendar_id is distinct from lower(events.organizer_email), events.id
$$;

-- The search of the index begins this long before the period. An event that began even earlier is not found, even if it
-- lasts into the period.
create or replace function private.longest_event()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '62 days' $$;

-- Raises OPINV (invalid_time_range).
create or replace function private.require_time_range(
  from_at timestamptz, to_at timestamptz, max_days integer, out range_from timestamptz, out range_to timestamptz)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not coalesce(
    isfinite(from_at) and isfinite(to_at) and from_at between '0001-01-02' and '9999-01-01'
    and from_at < to_at and to_at <= from_at + make_interval(days => max_days), false)
  then
    raise exception using
      errcode = 'OPINV', message = format('Choose a period of at most %s days that ends after it starts', max_days),
      hint = 'invalid_time_range';
  end if;
  range_from := from_at;
  range_to := to_at;
end;
$$;

-- This week of an organization, in its time zone.
create or replace function private.calendar_week(
  organization_id uuid, out starts_at timestamptz, out ends_at timestamptz, out time_zone text, out week_starts_on smallint)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_first_day date;
begin
  select organizations.time_zone, coalesce(settings.week_starts_on, 1) into time_zone, week_starts_on
  from public.organizations
  left join public.organization_settings as settings on settings.organization_id = organizations.id
  where organizations.id = calendar_week.organization_id;
  v_first_day := (now() at time zone time_zone)::date;
  v_first_day := v_first_day - ((extract(isodow from v_first_day)::integer - week_starts_on + 7) % 7);
  starts_at := v_first_day::timestamp at time zone time_zone;
  ends_at := (v_first_day + 7)::timestamp at time zone time_zone;
end;
$$;

-- How recently the events of each vendor were read: an hourly stream that missed two runs is stale.
create or replace function private.calendar_sources(organization_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'provider', streams.provider, 'state', private.sync_freshness(streams.completed_at),
    'synced_at', streams.completed_at) order by streams.provider::text), '[]')
  from public.sync_streams as streams
  where streams.organization_id = calendar_sources.organization_id and streams.stream = 'events'
    and streams.pause_reason is distinct from 'disconnected'
$$;

create or replace function private.sync_freshness(synced_at timestamptz)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when synced_at is null then 'never'
    when synced_at < now() - interval '150 minutes' then 'stale'
    else 'fresh' end
$$;

create or replace function public.get_calendar(
  from_at timestamptz default null,
  to_at timestamptz default null,
  scope text default 'team',
  project_id uuid default null,
  page_size integer default 500,
  cursor text default null
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_calendar(from_at, to_at, scope, project_id, page_size, cursor) $$;

grant execute on function
  private.get_calendar(timestamptz, timestamptz, text, uuid, integer, text) to authenticated;
grant execute on function
  public.get_calendar(timestamptz, timestamptz, text, uuid, integer, text) to authenticated;
comment on function public.get_calendar(timestamptz, timestamptz, text, uuid, integer, text) is
  'Returns { from, to, time_zone, week_starts_on, events, unmatched_count, sources, next_cursor }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
