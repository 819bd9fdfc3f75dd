-- The meetings that wait for a project, newest first, each with the projects that its people and title suggest.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.list_unmatched_meetings()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_items jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(newest_meetings) order by newest_meetings.starts_at desc, newest_meetings.id), '[]') into v_items
  from (
    select meetings.id, sources.title, meetings.starts_at, meetings.ends_at, meetings.recorded_by, meetings.url,
           meetings.attendees, meetings.summary, sources.is_restricted
    from public.meetings
    join public.sources on sources.id = meetings.id
    where meetings.organization_id = v_viewer.organization_id and sources.organization_id = v_viewer.organization_id
      and sources.project_id is null and sources.archived_at is null
      -- A meeting that a person assigned to no project does not wait.
      and meetings.matched_by is null
    order by meetings.starts_at desc, meetings.id
    limit 100
  ) as newest_meetings;
  return jsonb_build_object(
    'total', (select count(*) from private.unmatched_meeting_ids(v_viewer.organization_id)),
    'meetings', (
      with candidates as materialized (
        select matches.key::uuid as meeting_id, matches.project_id, matches.score, matches.reason, projects.name,
          row_number() over (partition by matches.key order by matches.score desc, matches.project_id) as rank
        from private.candidates_of_items(v_viewer.organization_id, (
          select coalesce(jsonb_agg(jsonb_build_object(
            'key', item -> 'id', 'title', item -> 'title', 'emails', private.attendee_emails(item -> 'attendees'))), '[]')
          from jsonb_array_elements(v_items) as item)) as matches
        join public.projects
          on projects.organization_id = v_viewer.organization_id and projects.id = matches.project_id
      )
      select coalesce(jsonb_agg(
        item || jsonb_build_object('candidates', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'project_id', candidates.project_id, 'project_name', candidates.name, 'reason', candidates.reason)
            order by candidates.rank), '[]')
          from candidates
          where candidates.meeting_id = (item ->> 'id')::uuid and candidates.rank <= 3))
        order by position), '[]')
      from jsonb_array_elements(v_items) with ordinality as entries (item, position)));
end;
$$;

-- Meetings of an organization that need a person's decision.
create or replace function private.unmatched_meeting_ids(organization_id uuid)
returns table (meeting_id uuid, provider public.integration_provider, created_at timestamptz)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select meetings.id, meetings.provider, meetings.created_at
  from public.meetings
  join public.sources on sources.id = meetings.id
  where meetings.organization_id = unmatched_meeting_ids.organization_id
    and sources.organization_id = unmatched_meeting_ids.organization_id
    and sources.project_id is null and sources.archived_at is null and meetings.matched_by is null
$$;

create or replace function public.list_unmatched_meetings()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_unmatched_meetings() $$;

grant execute on function private.list_unmatched_meetings() to authenticated;
grant execute on function public.list_unmatched_meetings() to authenticated;
comment on function public.list_unmatched_meetings() is
  'Returns { total, meetings: [{ id, title, starts_at, ends_at, recorded_by, url, attendees, summary, is_restricted, candidates }] }, at most 100. Raises OPAUT · OPDEN.';
