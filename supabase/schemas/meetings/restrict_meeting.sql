-- Restricts a meeting to admins and leads, or lifts the restriction. Its text, its entry in the note and the cards
-- that cite it follow in the same statement; a card stays restricted when the restriction is lifted.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (meeting_not_found) · OPINV (invalid_restriction).
create or replace function private.restrict_meeting(meeting_id uuid, is_restricted boolean)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_source public.sources := private.lock_meeting(v_viewer, restrict_meeting.meeting_id);
begin
  if restrict_meeting.is_restricted is null then
    raise exception using
      errcode = 'OPINV', message = 'Choose whether the meeting is restricted', hint = 'invalid_restriction';
  elsif v_source.is_restricted <> restrict_meeting.is_restricted then
    update public.sources set is_restricted = restrict_meeting.is_restricted where sources.id = v_source.id;
    perform private.record_audit_event(
      v_source.organization_id,
      case when restrict_meeting.is_restricted then 'meeting.restricted' else 'meeting.released' end,
      'meeting', v_source.id, jsonb_build_object('is_restricted', v_source.is_restricted),
      jsonb_build_object('is_restricted', restrict_meeting.is_restricted), v_source.project_id, null, true);
  end if;
  return private.meeting_json(v_source.id);
end;
$$;

create or replace function public.restrict_meeting(meeting_id uuid, is_restricted boolean)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.restrict_meeting(meeting_id, is_restricted) $$;

grant execute on function private.restrict_meeting(uuid, boolean) to authenticated;
grant execute on function public.restrict_meeting(uuid, boolean) to authenticated;
comment on function public.restrict_meeting(uuid, boolean) is 'Returns the meeting. Raises OPAUT · OPDEN · OPNFD · OPINV.';
