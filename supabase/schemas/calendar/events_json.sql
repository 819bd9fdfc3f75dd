-- Events as the API returns them, in the order of their starts: contract CalendarEvent of
-- functions/_domain/calendar/contract.ts. Projects and people that the viewer cannot
-- see are null.
create or replace function private.events_json(
  viewer public.people, events public.calendar_events[], with_candidates boolean default false)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project_ids constant uuid[] := private.project_ids_of(viewer);
  v_people jsonb;
  v_candidates jsonb := '{}';
begin
  select coalesce(jsonb_object_agg(people.email, jsonb_build_object('id', people.id, 'name', people.name)), '{}')
  into v_people
  from public.people
  where people.organization_id = viewer.organization_id and people.archived_at is null and people.email is not null
    and (viewer.role in ('admin', 'lead') or people.is_employee or people.id = viewer.id);
  if with_candidates then
    v_candidates := private.event_candidates(viewer.organization_id, events);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', event.id, 'title', event.summary, 'location', event.location, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'is_all_day', event.is_all_day, 'status', event.status,
      'organizer', case when event.organizer_email is not null then jsonb_build_object(
        'email', event.organizer_email, 'person', v_people -> lower(event.organizer_email)) end,
      'attendees', (
        select coalesce(jsonb_agg(jsonb_build_object('email', address, 'person', v_people -> lower(address))), '[]')
        from unnest(event.attendees) as address),
      'project', case when projects.id is not null then jsonb_build_object(
        'id', projects.id, 'name', projects.name, 'code', projects.code) end,
      'match', case when projects.id is not null then jsonb_build_object(
        'reason', coalesce(event.match_reason, 'A card created the event for this project'),
        'is_override', event.is_override) end,
      'candidates', coalesce(v_candidates -> event.id::text, '[]'),
      'series_id', event.series_id, 'provider', event.provider, 'url', event.url,
      'can_change', projects.id is not null and projects.archived_at is null
        and event.provider in ('local', 'google_calendar') and not event.is_all_day)
      order by event.starts_at, event.id), '[]')
    from unnest(events) as event
    left join public.projects
      on projects.organization_id = event.organization_id and projects.id = event.project_id
     and projects.id = any (v_project_ids));
end;
$$;

-- The three most likely projects of each event, by the id of the event.
create or replace function private.event_candidates(organization_id uuid, events public.calendar_events[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_object_agg(candidate_lists.key, candidate_lists.candidates), '{}')
  from (
    select matches.key, jsonb_agg(jsonb_build_object(
      'project', jsonb_build_object('id', projects.id, 'name', projects.name, 'code', projects.code),
      'score', matches.score, 'reason', matches.reason) order by matches.rank) as candidates
    from (
      select candidates.*, row_number() over (partition by candidates.key order by candidates.score desc, candidates.project_id) as rank
      from private.candidates_of_items(event_candidates.organization_id, (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', event.id, 'title', event.summary,
          'emails', to_jsonb(array_remove(event.attendees || event.organizer_email, null)))), '[]')
        from unnest(event_candidates.events) as event)) as candidates
    ) as matches
    join public.projects
      on projects.organization_id = event_candidates.organization_id and projects.id = matches.project_id
    where matches.rank <= 3
    group by matches.key
  ) as candidate_lists
$$;
