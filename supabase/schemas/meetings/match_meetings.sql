-- The projects of these meetings: for each, the project of the calendar event with the same title at the same time,
-- or else the one that its people and title suggest. A meeting without a clear match has no row. Every lookup uses one
-- index, and the plan is generic, because planning the statement takes longer than running it.
create or replace function private.match_meetings(organization_id uuid, meetings jsonb)
returns table (meeting_id uuid, project_id uuid, reason text)
language plpgsql
stable
rows 10
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with items as materialized (
    select (item ->> 'key')::uuid as id, private.search_name(item ->> 'title') as name, (item ->> 'starts_at')::timestamptz as starts_at
    from jsonb_array_elements(match_meetings.meetings) as item
  ),
  event_matches as materialized (
    select items.id, (array_agg(events.project_id))[1] as project_id,
      format('Matches the calendar event “%s”', min(events.summary)) as reason
    from items
    -- Joined by time alone, because a join by name would compute the name of every event of the organization.
    cross join lateral (
      select calendar_events.* from public.calendar_events
      where calendar_events.organization_id = match_meetings.organization_id
        and calendar_events.starts_at
          between items.starts_at - interval '15 minutes' and items.starts_at + interval '15 minutes'
      offset 0) as events
    join public.projects
      on projects.organization_id = events.organization_id and projects.id = events.project_id
     and projects.archived_at is null
    where events.status <> 'cancelled' and private.search_name(events.summary) = items.name
    group by items.id
    having count(distinct events.project_id) = 1
  )
  select event_matches.id, event_matches.project_id, event_matches.reason from event_matches
  union all
  select project_matches.key::uuid, project_matches.project_id, project_matches.reason
  from private.matched_projects(match_meetings.organization_id, match_meetings.meetings) as project_matches
  where project_matches.key::uuid not in (select event_matches.id from event_matches);
end;
$$;
comment on function private.match_meetings(uuid, jsonb) is
  'meetings: [{ key: id, title, starts_at, emails }]. The reason is a sentence for people.';

-- The addresses of all invitees of a meeting.
create or replace function private.attendee_emails(attendees jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(distinct lower(btrim(attendee ->> 'email'))), '[]')
  from jsonb_array_elements(attendees) as attendee
  where btrim(coalesce(attendee ->> 'email', '')) <> ''
$$;
