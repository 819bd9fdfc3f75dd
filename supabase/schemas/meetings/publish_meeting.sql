-- Publishes a meeting that has a project: its text becomes searchable, the project's note gets its entry, and its new action
-- items become cards. The same meeting can be published again at any time.
create or replace function private.publish_meeting(meeting_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_meeting public.meetings;
  v_source public.sources;
  v_text private.meeting_texts;
  v_zone text;
begin
  select * into v_meeting from public.meetings where meetings.id = publish_meeting.meeting_id;
  select * into v_source from public.sources where sources.id = v_meeting.id for update;
  select * into v_text from private.meeting_texts where meeting_texts.meeting_id = v_meeting.id;
  if v_source.project_id is null or v_source.archived_at is not null then
    return;
  end if;
  select organizations.time_zone into v_zone
  from public.organizations where organizations.id = v_meeting.organization_id;
  perform private.publish_passages(
    v_source.id, private.meeting_passages(v_meeting.summary, coalesce(v_text.transcript, '[]')));
  perform private.append_project_note(
    v_source.organization_id, v_source.project_id, v_source.id, (v_meeting.starts_at at time zone v_zone)::date,
    v_source.title, coalesce(v_meeting.summary, 'Recorded with ' || private.attendee_names(v_meeting.attendees), ''));
  perform private.propose_action_items(v_meeting, v_source, coalesce(v_text.action_items, '[]'), coalesce(v_text.transcript, '[]'));
end;
$$;

create or replace function private.attendee_names(attendees jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(listed.name, ', ' order by listed.position)
  from (
    select coalesce(nullif(btrim(attendee ->> 'name'), ''), nullif(btrim(attendee ->> 'email'), '')) as name, position
    from jsonb_array_elements(attendees) with ordinality as invited (attendee, position)
  ) as listed
$$;
