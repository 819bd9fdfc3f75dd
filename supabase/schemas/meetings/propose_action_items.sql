-- Proposes a task for each action item of a meeting that has no card yet, and cites the turn in which it was agreed.
-- Items are identified by their words. If the words of an item are new but its time is that of a missing item, it is
-- the same item, reworded. Items that are done, and those of meetings from before private.action_items_since(), get no
-- card. Returns the number of items for which there is no room; the next publication of the meeting tries them again.
create or replace function private.propose_action_items(
  meeting public.meetings, source public.sources, action_items jsonb, transcript jsonb)
returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_item record;
  v_stored_item private.meeting_action_items;
  v_approval_id uuid;
  v_descriptions constant text[] := array(
    select private.action_item_words(item) from jsonb_array_elements(action_items) as item);
  v_missing_ids uuid[] := array(
    select items.id from private.meeting_action_items as items
    where items.meeting_id = meeting.id and items.description <> all (v_descriptions));
  v_room bigint := private.room_for_action_items(meeting);
  v_omission_count integer := 0;
begin
  for v_item in
    select *
    from (
      select distinct on (private.action_item_words(item)) item, position, private.action_item_words(item) as words,
        coalesce((item ->> 'offset_seconds')::integer, 0) as offset_seconds
      from jsonb_array_elements(propose_action_items.action_items) with ordinality as items (item, position)
      where private.action_item_words(item) <> ''
      order by private.action_item_words(item), position
    ) as entries
    order by entries.position
  loop
    continue when exists (
      select from private.meeting_action_items as items
      where items.meeting_id = meeting.id and items.description = v_item.words);
    select * into v_stored_item from private.meeting_action_items as items
    where items.id = any (v_missing_ids) and items.offset_seconds = v_item.offset_seconds
    order by items.created_at, items.id
    limit 1;
    if v_stored_item.id is not null then
      update private.meeting_action_items set description = v_item.words where meeting_action_items.id = v_stored_item.id;
      v_missing_ids := array_remove(v_missing_ids, v_stored_item.id);
      continue;
    end if;
    v_approval_id := null;
    if not coalesce((v_item.item ->> 'is_completed')::boolean, false)
      and meeting.ends_at >= private.action_items_since()
    then
      if v_room <= 0 then
        v_omission_count := v_omission_count + 1;
        continue;
      end if;
      v_room := v_room - 1;
      v_approval_id := private.propose_in_background(
        meeting.organization_id, 'task_create', source.project_id,
        private.action_item_payload(meeting, source, v_item.item),
        private.action_item_evidence(source, transcript, v_item.offset_seconds));
    end if;
    insert into private.meeting_action_items (organization_id, meeting_id, description, offset_seconds, approval_id)
    values (meeting.organization_id, meeting.id, v_item.words, v_item.offset_seconds, v_approval_id);
  end loop;
  return v_omission_count;
end;
$$;

-- How many cards a meeting may still propose. It has 50 in total, and all background functions of an organization
-- together may have as many open cards of tasks as one person.
create or replace function private.room_for_action_items(meeting public.meetings)
returns bigint
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select least(
    private.max_action_items() - (
      select count(*) from private.meeting_action_items as items
      where items.meeting_id = (meeting).id and items.approval_id is not null),
    private.quota_of('open_cards_per_person') - (
      select count(*) from public.approvals
      where approvals.organization_id = (meeting).organization_id and approvals.status = 'pending'
        and approvals.proposed_by is null and approvals.proposer = 'background' and approvals.kind = 'task_create'))
$$;

create or replace function private.max_action_items()
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 50 $$;
comment on function private.max_action_items() is 'How many cards one meeting may propose.';

create or replace function private.action_items_since()
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select now() - interval '31 days' $$;
comment on function private.action_items_since() is
  'Meetings from before this time do not lead to cards: a first sync reads years of meetings, whose action items would hide the cards that matter.';

create or replace function private.action_item_words(item jsonb)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select left(private.visible_line(item ->> 'description'), 2000) $$;

-- A text on one line without invisible characters, which no card may contain.
create or replace function private.visible_line(text text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select btrim(regexp_replace(regexp_replace(
    coalesce(visible_line.text, ''), '[[:space:][:cntrl:]]+', ' ', 'g'), private.unseen_characters(), '', 'g'))
$$;

-- The fields of a task. The assignee is a colleague with the address that the vendor names.
create or replace function private.action_item_payload(meeting public.meetings, source public.sources, item jsonb)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', case when char_length(words) <= 200 then words else left(words, 199) || '…' end,
    'description', concat_ws(E'\n\n',
      case when char_length(words) > 200 then words end,
      format('Action item from the meeting “%s”.', private.visible_line((source).title))),
    'assignee_id', (
      select people.id from public.people
      where people.organization_id = (meeting).organization_id and people.archived_at is null
        and people.role <> 'client' and people.email = lower(btrim(item ->> 'assignee_email'))
      limit 1)))
  from private.action_item_words(item) as words
$$;

-- The turn in which an action item was agreed, as a citation; the beginning of the text if there is no transcript.
-- Without such a passage, the meeting itself is cited, so that a card from a restricted meeting is restricted.
create or replace function private.action_item_evidence(source public.sources, transcript jsonb, offset_seconds integer)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_quote text;
  v_passage public.passages;
begin
  select concat_ws(': ', nullif(btrim(turn ->> 'speaker_name'), ''), left(btrim(turn ->> 'text'), 300)) into v_quote
  from jsonb_array_elements(action_item_evidence.transcript) with ordinality as turns (turn, position)
  where (turn ->> 'offset_seconds')::integer <= action_item_evidence.offset_seconds
    and btrim(coalesce(turn ->> 'text', '')) <> ''
  order by (turn ->> 'offset_seconds')::integer desc, position desc
  limit 1;
  select * into v_passage from public.passages
  where passages.source_id = source.id and passages.source_version = (
      select sources.published_version from public.sources where sources.id = source.id)
    and (v_quote is null or (
      position(v_quote in passages.content) > 0
      and passages.location ->> 'at' <= private.clock_time(action_item_evidence.offset_seconds)))
  order by case when v_quote is null then passages.position else -passages.position end
  limit 1;
  if v_passage.id is null then
    return jsonb_build_array(jsonb_build_object('role', 'influence', 'source_id', source.id));
  end if;
  return jsonb_build_array(jsonb_build_object(
    'role', 'evidence', 'source_id', source.id, 'chunk_id', v_passage.id,
    'quote', coalesce(v_quote, left(v_passage.content, 300))));
end;
$$;
