-- Publishes a meeting that has a project: its text becomes searchable, the project's note gets its entry, and its new
-- action items become cards. The same meeting can be published again at any time.
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
  v_left integer;
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
  if v_text.action_items <> '[]' then
    v_left := private.propose_action_items(
      v_meeting, v_source, v_text.action_items, coalesce(v_text.transcript, '[]'));
  end if;
  perform private.append_project_note(
    v_source.organization_id, v_source.project_id, v_source.id, (v_meeting.starts_at at time zone v_zone)::date,
    v_source.title, concat_ws(E'\n\n', private.action_items_left(v_left),
      coalesce(v_meeting.summary, 'Recorded with ' || private.attendee_names(v_meeting.attendees), '')));
end;
$$;

-- The sentence of a note about action items without a card; null if there are none.
create or replace function private.action_items_left(item_count integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select format('Action items without a card: %s. A meeting proposes at most %s, and none while too many cards are open. '
    'The recording lists them all.', item_count, private.most_action_items())
  where item_count > 0
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
