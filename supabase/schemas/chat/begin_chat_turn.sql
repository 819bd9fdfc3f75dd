-- Stores a question, opens its answer and returns the memory of the conversation. The first question of a
-- session_id creates the conversation. A running answer is stopped, because a person who asks again has seen
-- enough of it. The memory is the part that the current effective scope still covers: the latest summary and the
-- messages since. A turn about one project names it: the answer should then use only sources of that project,
-- and the materials of the turn show whether it did.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (person_not_found, project_not_found) · OPLIM
-- (rate_limited) · OPINV (invalid_question) · OPBIG (storage_quota_exceeded).
create or replace function private.begin_chat_turn(
  session_id uuid, question text, as_person_id uuid default null, project_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_as_person_id uuid;
  v_session public.chat_sessions;
  v_number integer;
  v_answer_id uuid;
begin
  select * into v_scope from private.effective_scope(begin_chat_turn.as_person_id);
  if begin_chat_turn.session_id is null or coalesce(question, '') !~ '\S' or char_length(question) > 8000 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a question of 1 to 8,000 characters', hint = 'invalid_question';
  end if;
  perform private.narrowed_projects(v_scope.project_ids, begin_chat_turn.project_id);
  perform private.consume_rate_limit(v_scope.viewer, 'chat-stream', private.rate_limit_of('chat-stream'), 60);

  v_as_person_id := nullif((v_scope.person).id, (v_scope.viewer).id);
  insert into public.chat_sessions (organization_id, person_id, as_person_id, session_id, title)
  values (
    (v_scope.viewer).organization_id, (v_scope.viewer).id, v_as_person_id, begin_chat_turn.session_id,
    left(btrim(regexp_replace(question, '\s+', ' ', 'g')), 120))
  on conflict on constraint chat_sessions_person_id_as_person_id_session_id_key
  do update set last_message_at = clock_timestamp(), archived_at = null
  returning * into v_session;

  update public.chat_messages
  set status = 'stopped', ended_at = clock_timestamp()
  where chat_messages.chat_session_id = v_session.id and chat_messages.status = 'answering';
  select coalesce(max(chat_messages.number), 0) into v_number
  from public.chat_messages where chat_messages.chat_session_id = v_session.id;
  insert into public.chat_messages (
    organization_id, chat_session_id, person_id, number, role, content, request_id, ended_at)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, v_number + 1, 'user', question,
    private.request_id(), clock_timestamp());
  insert into public.chat_messages (
    organization_id, chat_session_id, person_id, number, role, status, records_materials, scope_ids, request_id)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, v_number + 2, 'assistant', 'answering', true,
    private.chat_scope_ids(v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted), private.request_id())
  returning chat_messages.id into v_answer_id;
  perform private.reserve_storage(v_scope.viewer, 'text', octet_length(question));

  return private.chat_asker(v_scope.viewer, v_scope.person, v_scope.sees_restricted) || jsonb_build_object(
    'chat_session_id', v_session.id,
    'message_id', v_answer_id,
    'project_id', begin_chat_turn.project_id,
    'memory', private.chat_memory(
      v_session.id, v_number,
      v_scope.project_ids || case when v_scope.sees_restricted then array[(v_scope.viewer).organization_id] end));
end;
$$;

-- The conversation before a question, as far as these scopes cover it: { summary, summary_source_ids, summarized_up_to,
-- messages, withheld }, at most the latest 40 messages since the summary, oldest first. Each comes with its
-- sources that the scopes cover, because instructions in a source may have shaped its text.
create or replace function private.chat_memory(chat_session_id uuid, up_to integer, scope_ids uuid[])
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_session public.chat_sessions;
  v_summary public.chat_messages;
  v_latest_messages public.chat_messages[];
  v_covered_hashes uuid[];
  v_visible_ids uuid[];
begin
  select * into v_session from public.chat_sessions where chat_sessions.id = chat_memory.chat_session_id;
  v_covered_hashes := private.covered_scope_hashes(v_session.person_id, chat_memory.scope_ids);
  select * into v_summary
  from public.chat_messages as summaries
  where summaries.chat_session_id = chat_memory.chat_session_id and summaries.role = 'summary'
    and summaries.number <= up_to and summaries.scope_hash = any (v_covered_hashes)
  order by summaries.number desc
  limit 1;
  v_latest_messages := array(
    select message from public.chat_messages as message
    where message.chat_session_id = chat_memory.chat_session_id and message.role <> 'summary'
      and message.number > coalesce(v_summary.number, 0) and message.number <= up_to and message.content <> ''
    order by message.number desc
    limit 40);
  v_visible_ids := array(
    select sources.id from public.sources
    where sources.organization_id = v_session.organization_id and sources.archived_at is null
      and sources.scope_id = any (chat_memory.scope_ids)
      and sources.id in (
        select unnest(messages.source_ids) from unnest(v_latest_messages) as messages union select unnest(v_summary.source_ids)));
  return (
    select jsonb_build_object(
      'summary', v_summary.content,
      'summary_source_ids', array(
        select id from unnest(v_summary.source_ids) as id where id = any (v_visible_ids)),
      'summarized_up_to', coalesce(v_summary.number, 0),
      'messages', coalesce(jsonb_agg(
        jsonb_build_object(
          'number', messages.number, 'role', messages.role, 'content', messages.content,
          'source_ids', array(select id from unnest(messages.source_ids) as id where id = any (v_visible_ids)))
        order by messages.number) filter (where messages.scope_hash = any (v_covered_hashes)), '[]'),
      'withheld', count(*) filter (where not messages.scope_hash = any (v_covered_hashes)))
    from unnest(v_latest_messages) as messages);
end;
$$;
comment on function private.chat_memory(uuid, integer, uuid[]) is 'The messages and the summary of a conversation that a person with these scopes may read.';

create or replace function public.begin_chat_turn(
  session_id uuid, question text, as_person_id uuid default null, project_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_chat_turn(session_id, question, as_person_id, project_id) $$;

grant execute on function private.begin_chat_turn(uuid, text, uuid, uuid) to authenticated;
grant execute on function public.begin_chat_turn(uuid, text, uuid, uuid) to authenticated;
comment on function public.begin_chat_turn(uuid, text, uuid, uuid) is
  'Returns { viewer, as, organization_id, is_lead, prompt, chat_session_id, message_id, project_id, memory: { summary, summary_source_ids, summarized_up_to, messages, withheld } }. Raises OPAUT · OPDEN · OPNFD · OPLIM · OPINV · OPBIG.';
