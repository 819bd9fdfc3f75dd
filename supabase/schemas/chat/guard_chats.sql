-- The rules of conversations, which apply to the owner of the tables too: stored messages do not change.

-- An answer is written once, when it ends; scope_ids grow and never shrink.
create or replace function private.tg_chat_messages__guard_content()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope constant text[] := '{scope_ids,scope_hash}';
begin
  if old.status <> 'answering' and to_jsonb(new) - v_scope is distinct from to_jsonb(old) - v_scope then
    raise exception using errcode = 'OPSTA', message = 'A finished message cannot change', hint = 'message_ended';
  elsif not new.scope_ids @> old.scope_ids then
    raise exception using
      errcode = 'OPSTA', message = 'The sources of a message cannot be removed', hint = 'scope_shrinks';
  elsif (new.id, new.chat_session_id, new.person_id, new.number, new.role, new.created_at)
    is distinct from (old.id, old.chat_session_id, old.person_id, old.number, old.role, old.created_at)
  then
    raise exception using errcode = 'OPSTA', message = 'The conversation, author and number of a message cannot change', hint = 'message_moved';
  end if;
  return new;
end;
$$;
create trigger tg_chat_messages__guard_content before update on public.chat_messages
  for each row execute function private.tg_chat_messages__guard_content();
alter table public.chat_messages enable always trigger tg_chat_messages__guard_content;

-- When a source is restricted or moved, the scope of the answers that cite it, and of later summaries, follows:
-- people who may no longer see the source can read none of them.
create or replace function private.tg_chat_citations__widen_messages()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.chat_messages as messages
  set scope_ids = messages.scope_ids || new.scope_id
  from public.chat_messages as citing_message
  where citing_message.id = new.message_id and messages.chat_session_id = citing_message.chat_session_id
    and (messages.id = citing_message.id or messages.role = 'assistant' and messages.number > citing_message.number
      or messages.role = 'summary' and messages.number >= citing_message.number)
    and not new.scope_id = any (messages.scope_ids);
  return null;
end;
$$;
create trigger tg_chat_citations__widen_messages after update of scope_id on public.chat_citations
  for each row when (new.scope_id is distinct from old.scope_id)
  execute function private.tg_chat_citations__widen_messages();
alter table public.chat_citations enable always trigger tg_chat_citations__widen_messages;
