-- Writes the meetings of records. A meeting that has a project, or whose project a person chose or removed, is not
-- matched again. The others are, because their title or people may have changed.
create or replace function private.write_synced_meetings(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_matches jsonb;
begin
  select jsonb_object_agg(matches.meeting_id, jsonb_build_object('project_id', matches.project_id, 'reason', matches.reason))
  into v_matches
  from private.match_meetings(stream.organization_id, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', change.row_id, 'title', change.data ->> 'title', 'starts_at', change.data ->> 'starts_at',
      'emails', private.attendee_emails(change.data -> 'invitees'))), '[]')
    from unnest(changes) as change
    where not exists (
      select from public.meetings
      join public.sources on sources.id = meetings.id
      where meetings.id = change.row_id and (meetings.matched_by = 'person' or sources.project_id is not null)))) as matches;

  insert into public.sources as existing_source (
    id, organization_id, kind, project_id, title, occurred_at, language, keywords)
  select
    change.row_id, stream.organization_id, 'meeting', (v_matches -> change.row_id::text ->> 'project_id')::uuid,
    left(coalesce(nullif(btrim(regexp_replace(change.data ->> 'title', '[[:space:][:cntrl:]]+', ' ', 'g')), ''), 'Meeting'), 500),
    (change.data ->> 'starts_at')::timestamptz, substring(lower(change.data ->> 'language') from '^[a-z]{2}'),
    left(private.attendee_names(change.data -> 'invitees'), 10000)
  from unnest(changes) as change
  on conflict (id) do update
  set project_id = coalesce(existing_source.project_id, excluded.project_id), title = excluded.title,
      occurred_at = excluded.occurred_at, language = excluded.language, keywords = excluded.keywords, archived_at = null;

  insert into public.meetings as existing_meeting (
    id, organization_id, scope_id, provider, external_id, url, starts_at, ends_at, recorded_by, attendees, summary,
    matched_by, match_reason)
  select
    change.row_id, stream.organization_id, sources.scope_id, stream.provider, change.external_id,
    case when char_length(change.data ->> 'url') <= 2000
      then substring(change.data ->> 'url' from '^https://[^[:space:]/]+[^[:space:]]*$') end,
    (change.data ->> 'starts_at')::timestamptz,
    greatest((change.data ->> 'ends_at')::timestamptz, (change.data ->> 'starts_at')::timestamptz),
    left(nullif(btrim(change.data ->> 'recorded_by_name'), ''), 200), coalesce(change.data -> 'invitees', '[]'),
    nullif(left(btrim(change.data ->> 'summary'), 20000), ''),
    case when v_matches ? change.row_id::text then 'evidence'::public.meeting_matched_by end,
    left(v_matches -> change.row_id::text ->> 'reason', 1000)
  from unnest(changes) as change
  join public.sources on sources.id = change.row_id
  on conflict (id) do update
  set url = excluded.url, starts_at = excluded.starts_at, ends_at = excluded.ends_at, recorded_by = excluded.recorded_by,
      attendees = excluded.attendees, summary = excluded.summary,
      matched_by = coalesce(existing_meeting.matched_by, excluded.matched_by),
      match_reason = coalesce(existing_meeting.match_reason, excluded.match_reason);

  insert into private.meeting_texts (meeting_id, organization_id, transcript, action_items)
  select
    change.row_id, stream.organization_id, coalesce(change.data -> 'transcript', '[]'),
    coalesce(change.data -> 'action_items', '[]')
  from unnest(changes) as change
  on conflict on constraint meeting_texts_pkey do update
  set transcript = excluded.transcript, action_items = excluded.action_items;

  perform private.publish_meetings(array(select change.row_id from unnest(changes) as change));
end;
$$;

-- The same meeting is found again when the vendor lists a record after it was released.
create or replace function private.find_synced_meetings(stream public.sync_streams, external_ids text[])
returns table (external_id text, row_id uuid)
language sql
stable
rows 10
set search_path = pg_catalog, pg_temp
as $$
  select meetings.external_id, meetings.id from public.meetings
  where meetings.organization_id = (stream).organization_id and meetings.provider = (stream).provider
    and meetings.external_id = any (find_synced_meetings.external_ids)
$$;

-- A meeting that was deleted at the vendor leaves search and the note, and its text is deleted. The row remains,
-- because cards may cite it, and is used again if the meeting returns.
create or replace function private.delete_synced_meetings(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.publish_passages(sources.id, '[]') from public.sources
  where sources.organization_id = stream.organization_id and sources.id = any (delete_synced_meetings.row_ids)
    and sources.published_version is not null;
  update public.sources set archived_at = now()
  where sources.organization_id = stream.organization_id and sources.id = any (delete_synced_meetings.row_ids)
    and sources.archived_at is null;
  update public.meetings set summary = null
  where meetings.organization_id = stream.organization_id and meetings.id = any (delete_synced_meetings.row_ids);
  delete from private.meeting_texts
  where meeting_texts.organization_id = stream.organization_id
    and meeting_texts.meeting_id = any (delete_synced_meetings.row_ids);
end;
$$;

create or replace function private.hide_synced_meetings(stream public.sync_streams, row_ids uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.restrict_synced_sources(stream, coalesce((
    select jsonb_object_agg(row_id, array[row_id]) from unnest(hide_synced_meetings.row_ids) as row_id), '{}'))
$$;
comment on function private.hide_synced_meetings(public.sync_streams, uuid[]) is
  'Restricts meetings to admins and leads. Returns { meeting id: [source id] } of those that were not restricted before.';

create or replace function private.detach_synced_meetings(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select $$;
comment on function private.detach_synced_meetings(public.sync_streams, uuid[]) is
  'Does nothing: a meeting stays a copy of the one at its vendor.';

create or replace function private.titles_of_synced_meetings(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select sources.id, sources.title from public.sources
  where sources.organization_id = (stream).organization_id and sources.id = any (titles_of_synced_meetings.row_ids)
$$;
