-- Assigns a meeting to a project, or to none, which removes its text from search and from the note. From then on, no
-- sync changes its project. Cards that were proposed from it keep their project. To undo an assignment, repeat the
-- previous one, which the response contains; with no project and is_decided = false, the meeting waits for a decision
-- again.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (meeting_not_found, project_not_found).
create or replace function private.assign_meeting(meeting_id uuid, project_id uuid, is_decided boolean default true)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_source public.sources := private.lock_meeting(v_viewer, assign_meeting.meeting_id);
  v_before public.meetings;
  v_matched_by constant public.meeting_matched_by := case
    when assign_meeting.project_id is not null or coalesce(is_decided, true) then 'person' end;
begin
  select * into v_before from public.meetings where meetings.id = v_source.id for update;
  if assign_meeting.project_id is not null and not exists (
    select from public.projects
    where projects.organization_id = v_viewer.organization_id and projects.id = assign_meeting.project_id
      and projects.archived_at is null)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  if v_source.project_id is distinct from assign_meeting.project_id or v_before.matched_by is distinct from v_matched_by then
    if assign_meeting.project_id is null and v_source.published_version is not null then
      perform private.publish_passages(v_source.id, '[]');
    end if;
    update public.sources set project_id = assign_meeting.project_id where sources.id = v_source.id;
    update public.meetings
    set matched_by = v_matched_by, match_reason = case when assign_meeting.project_id is not null then 'Assigned by a person' end
    where meetings.id = v_source.id;
    perform private.publish_meetings(array[v_source.id]);
    perform private.record_audit_event(
      v_source.organization_id,
      case when assign_meeting.project_id is null then 'meeting.unassigned' else 'meeting.assigned' end,
      'meeting', v_source.id,
      jsonb_build_object('project_id', v_source.project_id, 'matched_by', v_before.matched_by, 'match_reason', v_before.match_reason),
      jsonb_build_object('project_id', assign_meeting.project_id, 'matched_by', v_matched_by),
      coalesce(assign_meeting.project_id, v_source.project_id), null, true);
  end if;
  return private.meeting_json(v_source.id) || jsonb_build_object('previous_project_id', v_source.project_id);
end;
$$;

-- The source of a meeting of the viewer's organization, locked.
-- Raises OPNFD (meeting_not_found).
create or replace function private.lock_meeting(viewer public.people, meeting_id uuid)
returns public.sources
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
begin
  select sources.* into v_source
  from public.meetings
  join public.sources on sources.id = meetings.id
  where meetings.id = lock_meeting.meeting_id and meetings.organization_id = viewer.organization_id
    and sources.archived_at is null
  for update of sources;
  if v_source.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such meeting', hint = 'meeting_not_found';
  end if;
  return v_source;
end;
$$;

create or replace function private.meeting_json(meeting_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', meetings.id, 'title', sources.title, 'project_id', sources.project_id, 'is_restricted', sources.is_restricted,
    'starts_at', meetings.starts_at, 'ends_at', meetings.ends_at, 'matched_by', meetings.matched_by,
    'match_reason', meetings.match_reason)
  from public.meetings
  join public.sources on sources.id = meetings.id
  where meetings.id = meeting_json.meeting_id
$$;

create or replace function public.assign_meeting(meeting_id uuid, project_id uuid, is_decided boolean default true)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.assign_meeting(meeting_id, project_id, is_decided) $$;

grant execute on function private.assign_meeting(uuid, uuid, boolean) to authenticated;
grant execute on function public.assign_meeting(uuid, uuid, boolean) to authenticated;
comment on function public.assign_meeting(uuid, uuid, boolean) is
  'Returns the meeting, with previous_project_id. Raises OPAUT · OPDEN · OPNFD.';
