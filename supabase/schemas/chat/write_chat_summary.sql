-- Stores a summary of the messages up to a number, for the model to remember. Only people who may read all of those
-- messages may read the summary.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (session_not_found) · OPINV (invalid_summary)
-- · OPBIG (storage_quota_exceeded).
create or replace function private.write_chat_summary(chat_session_id uuid, summarized_up_to integer, content text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_session public.chat_sessions;
begin
  select * into v_session from public.chat_sessions
  where chat_sessions.id = write_chat_summary.chat_session_id and chat_sessions.person_id = v_viewer.id
  for update;
  if v_session.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such conversation', hint = 'session_not_found';
  elsif coalesce(content, '') !~ '\S' or char_length(content) > 20000 or summarized_up_to is null
    or not exists (
      select from public.chat_messages as messages
      where messages.chat_session_id = v_session.id and messages.number = summarized_up_to and messages.role <> 'summary')
  then
    raise exception using
      errcode = 'OPINV', message = 'Send a summary of 1 to 20,000 characters and the number of the last message in it', hint = 'invalid_summary';
  end if;
  insert into public.chat_messages (
    organization_id, chat_session_id, person_id, number, role, content, scope_ids, source_ids, request_id, ended_at)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, summarized_up_to, 'summary', write_chat_summary.content,
    array(
      select distinct unnest(messages.scope_ids) from public.chat_messages as messages
      where messages.chat_session_id = v_session.id and messages.number <= summarized_up_to),
    array(
      select sources.source_id from (
        select source_id, max(messages.number) as last_number
        from public.chat_messages as messages cross join unnest(messages.source_ids) as source_id
        where messages.chat_session_id = v_session.id and messages.number <= summarized_up_to
        group by source_id) as sources
      order by sources.last_number desc, sources.source_id
      limit 500),
    private.request_id(), clock_timestamp())
  on conflict on constraint chat_messages_chat_session_id_number_role_key do nothing;
  perform private.reserve_storage(v_viewer, 'text', octet_length(write_chat_summary.content));
end;
$$;

create or replace function public.write_chat_summary(chat_session_id uuid, summarized_up_to integer, content text)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.write_chat_summary(chat_session_id, summarized_up_to, content) $$;

grant execute on function private.write_chat_summary(uuid, integer, text) to authenticated;
grant execute on function public.write_chat_summary(uuid, integer, text) to authenticated;
comment on function public.write_chat_summary(uuid, integer, text) is
  'Saves the summary of a conversation up to a message. Raises OPAUT · OPDEN · OPNFD · OPINV · OPBIG.';
