-- Publishes the meetings that have a project: their text becomes searchable, the note of their project gets its entry, and
-- their new action items become cards. The same meeting can be published again at any time.
create or replace function private.publish_meetings(meeting_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
  v_passages jsonb[];
  v_days date[];
  v_titles text[];
  v_bodies text[];
  v_item record;
  v_omission_count integer;
begin
  perform from public.sources where sources.id = any (publish_meetings.meeting_ids) order by sources.id for update;
  select
    array_agg(sources.id), array_agg(private.meeting_passages(meetings.summary, coalesce(texts.transcript, '[]'))),
    array_agg((meetings.starts_at at time zone organizations.time_zone)::date), array_agg(sources.title),
    array_agg(coalesce(meetings.summary, 'Recorded with ' || private.attendee_names(meetings.attendees), ''))
  into v_ids, v_passages, v_days, v_titles, v_bodies
  from unnest(publish_meetings.meeting_ids) as input (id)
  join public.meetings on meetings.id = input.id
  join public.sources on sources.id = input.id
  join public.organizations on organizations.id = meetings.organization_id
  left join private.meeting_texts as texts on texts.meeting_id = input.id
  where sources.project_id is not null and sources.archived_at is null;
  if v_ids is null then
    return;
  end if;
  perform private.publish_texts(v_ids, v_passages);
  for v_item in
    select input.position, meetings as meeting, sources as source, texts.action_items, texts.transcript
    from unnest(v_ids) with ordinality as input (id, position)
    join private.meeting_texts as texts on texts.meeting_id = input.id
    join public.meetings on meetings.id = input.id
    join public.sources on sources.id = input.id
    where texts.action_items <> '[]'
    order by input.position
  loop
    v_omission_count := private.propose_action_items(
      v_item.meeting, v_item.source, v_item.action_items, coalesce(v_item.transcript, '[]'));
    v_bodies[v_item.position] := concat_ws(E'\n\n', private.omitted_items_sentence(v_omission_count), v_bodies[v_item.position]);
  end loop;
  perform private.write_project_notes(v_ids, v_days, v_titles, v_bodies);
end;
$$;

-- The sentence of a note about action items without a card; null if there are none.
create or replace function private.omitted_items_sentence(item_count integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select format('Action items without a card: %s. A meeting proposes at most %s, and none while too many cards are open. '
    'The recording lists them all.', item_count, private.max_action_items())
  where item_count > 0
$$;

create or replace function private.attendee_names(attendees jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(names.name, ', ' order by names.position)
  from (
    select coalesce(nullif(btrim(attendee ->> 'name'), ''), nullif(btrim(attendee ->> 'email'), '')) as name, position
    from jsonb_array_elements(attendees) with ordinality as attendees (attendee, position)
  ) as names
$$;
