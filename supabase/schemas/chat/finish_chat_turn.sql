-- Ends an answer with its text and its sources. This function settles the citations for every caller, and counts
-- the sentences without a valid one. A turn that was stopped in the meantime, by the next question or by a loss of
-- scope, changes nothing. sentences: [[1, 2], []], the numbers that each sentence with a fact cites.
-- dropped_citations: those that were dropped before. unfound_figures, source_ids: as chat_messages stores them.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (message_not_found) · OPSTA (message_ended) ·
-- OPINV (invalid_answer, invalid_citations) · OPBIG (storage_quota_exceeded).
create or replace function private.finish_chat_turn(
  message_id uuid,
  content text,
  model text,
  citations jsonb default '[]',
  tool_steps jsonb default '[]',
  context jsonb default null,
  usage jsonb default null,
  sentences jsonb default '[]',
  dropped_citations integer default 0,
  unfound_figures text[] default '{}',
  source_ids uuid[] default '{}'
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_message public.chat_messages;
  v_as_person_id uuid;
  v_scope record;
  v_scope_ids uuid[];
  v_outcome jsonb;
  v_cited_numbers jsonb;
begin
  if coalesce(content, '') !~ '\S' or char_length(content) > 200000
    or jsonb_typeof(coalesce(tool_steps, '[]')) <> 'array' or jsonb_array_length(coalesce(tool_steps, '[]')) > 200
    or pg_column_size(tool_steps) > 200000 or pg_column_size(context) > 10000 or pg_column_size(usage) > 10000
    or jsonb_typeof(coalesce(sentences, '[]')) <> 'array' or jsonb_array_length(coalesce(sentences, '[]')) > 100000
    or jsonb_path_exists(coalesce(sentences, '[]'), 'strict $[*] ? (@.type() != "array")')
    or dropped_citations < 0 or dropped_citations > 100000
    or cardinality(unfound_figures) > 20 or array_position(unfound_figures, null) is not null
    or char_length(array_to_string(unfound_figures, '')) > 2000
    or cardinality(source_ids) > 500 or array_position(source_ids, null) is not null
  then
    raise exception using
      errcode = 'OPINV', message = 'Send an answer of 1 to 200,000 characters, with at most 200 steps', hint = 'invalid_answer';
  end if;
  perform private.lock_cited_sources(v_viewer, citations);
  v_message := private.answering_message(finish_chat_turn.message_id);
  select chat_sessions.as_person_id into v_as_person_id
  from public.chat_sessions where chat_sessions.id = v_message.chat_session_id;
  begin
    select * into v_scope from private.effective_scope(v_as_person_id);
    v_outcome := public.settle_citations(citations, v_as_person_id);
    v_scope_ids := private.chat_scope_ids(v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted);
  exception when sqlstate 'OPNFD' then
    -- The person whose view the answer used was offboarded in the meantime: the answer ends without citations.
    v_outcome := jsonb_build_object('citations', '[]'::jsonb, 'dropped', jsonb_array_length(coalesce(citations, '[]')));
  end;
  v_cited_numbers := jsonb_path_query_array(v_outcome, '$.citations[*].n');
  v_outcome := v_outcome || jsonb_build_object(
    'dropped', (v_outcome ->> 'dropped')::integer + coalesce(finish_chat_turn.dropped_citations, 0),
    'uncited', (
      select count(*) from jsonb_array_elements(finish_chat_turn.sentences) as sentence
      where not exists (select from jsonb_array_elements(sentence) as n where v_cited_numbers @> n)));

  update public.chat_messages
  set status = 'done', content = finish_chat_turn.content, model = left(finish_chat_turn.model, 200),
    tool_steps = coalesce(finish_chat_turn.tool_steps, '[]'), context = finish_chat_turn.context,
    usage = finish_chat_turn.usage, source_ids = coalesce(finish_chat_turn.source_ids, '{}'),
    dropped_citations = (v_outcome ->> 'dropped')::integer, uncited_sentences = (v_outcome ->> 'uncited')::integer,
    unfound_figures = coalesce(finish_chat_turn.unfound_figures, '{}'),
    -- A tool may have read rows that came into scope after the question.
    scope_ids = array(select unnest(chat_messages.scope_ids) union select unnest(v_scope_ids)),
    ended_at = clock_timestamp()
  where chat_messages.id = v_message.id
  returning * into v_message;
  insert into public.chat_citations (
    organization_id, message_id, person_id, number, kind, source_id, source_version, passage_id, row_table, row_id,
    project_id, title, quote, scope_id, message_scope_hash)
  select
    v_message.organization_id, v_message.id, v_message.person_id, (citation ->> 'n')::integer,
    (citation ->> 'kind')::public.chat_citation_kind, (citation ->> 'source_id')::uuid,
    (citation ->> 'source_version')::integer,
    case when citation ->> 'kind' = 'chunk' then (citation ->> 'id')::uuid end,
    citation ->> 'table', case when citation ->> 'kind' = 'row' then (citation ->> 'id')::uuid end,
    (citation ->> 'project_id')::uuid, citation ->> 'title', citation ->> 'quote', (citation ->> 'scope_id')::uuid,
    case when citation ->> 'scope_id' is null then v_message.scope_hash end
  from jsonb_array_elements(v_outcome -> 'citations') as citation
  on conflict on constraint chat_citations_pkey do nothing;
  perform private.reserve_storage(v_viewer, 'text',
    octet_length(v_message.content) + octet_length(v_message.tool_steps::text)
      + octet_length((v_outcome -> 'citations')::text));
  return v_outcome;
end;
$$;

-- Locks the sources of these passages until the transaction ends: a concurrent restriction of a source waits, and
-- then also applies to this answer. The sources are locked before the answer, in the same order as a restriction locks them.
create or replace function private.lock_cited_sources(viewer public.people, citations jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  v_passage_ids uuid[];
begin
  if jsonb_typeof(citations) is distinct from 'array' then
    return;
  end if;
  v_passage_ids := array(
    select case when input ->> 'id' ~ v_uuid then (input ->> 'id')::uuid end
    from jsonb_array_elements(citations) as input
    limit 500);
  perform from public.sources
  where sources.organization_id = (viewer).organization_id
    and sources.id in (select passages.source_id from public.passages where passages.id = any (v_passage_ids))
  order by sources.id
  for key share;
end;
$$;

-- Locks the caller's own running answer.
-- Raises OPAUT · OPDEN · OPNFD (message_not_found) · OPSTA (message_ended).
create or replace function private.answering_message(message_id uuid)
returns public.chat_messages
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_message public.chat_messages;
begin
  select * into v_message from public.chat_messages
  where chat_messages.id = answering_message.message_id and chat_messages.person_id = v_viewer.id
    and chat_messages.role = 'assistant'
  for update;
  if v_message.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such message', hint = 'message_not_found';
  elsif v_message.status <> 'answering' then
    raise exception using errcode = 'OPSTA', message = 'This answer has already ended', hint = 'message_ended';
  end if;
  return v_message;
end;
$$;

create or replace function public.finish_chat_turn(
  message_id uuid,
  content text,
  model text,
  citations jsonb default '[]',
  tool_steps jsonb default '[]',
  context jsonb default null,
  usage jsonb default null,
  sentences jsonb default '[]',
  dropped_citations integer default 0,
  unfound_figures text[] default '{}',
  source_ids uuid[] default '{}'
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.finish_chat_turn(
    message_id, content, model, citations, tool_steps, context, usage, sentences, dropped_citations, unfound_figures,
    source_ids)
$$;

grant execute on function private.finish_chat_turn(
  uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer, text[], uuid[]) to authenticated;
grant execute on function public.finish_chat_turn(
  uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer, text[], uuid[]) to authenticated;
comment on function public.finish_chat_turn(
  uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer, text[], uuid[]) is
  'Returns { citations, dropped } as settle_citations does, and uncited. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPINV · OPBIG.';
