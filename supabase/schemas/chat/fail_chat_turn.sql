-- Ends an incomplete answer, which failed with an error code or was stopped by the viewer. The text shown so far
-- stays.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (message_not_found) · OPSTA (message_ended) ·
-- OPINV (invalid_answer).
create or replace function private.fail_chat_turn(
  message_id uuid,
  error_code text default null,
  content text default '',
  tool_steps jsonb default '[]',
  source_ids uuid[] default '{}'
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_message public.chat_messages := private.answering_message(fail_chat_turn.message_id);
  v_content text := coalesce(fail_chat_turn.content, '');
  v_steps jsonb := coalesce(fail_chat_turn.tool_steps, '[]');
begin
  if error_code !~ '^[a-z][a-z_]{0,59}$' or char_length(content) > 200000
    or jsonb_typeof(coalesce(tool_steps, '[]')) <> 'array' or pg_column_size(tool_steps) > 200000
    or cardinality(source_ids) > 500 or array_position(source_ids, null) is not null
  then
    raise exception using
      errcode = 'OPINV', message = 'Send an error code with a failed answer', hint = 'invalid_answer';
  end if;
  begin
    perform private.reserve_storage(
      private.viewer(), 'text', octet_length(v_content) + octet_length(v_steps::text));
  exception when sqlstate 'OPBIG' then
    -- The turn ends even if there is no room to store its text.
    v_content := '';
    v_steps := '[]';
  end;
  update public.chat_messages
  set status = case when fail_chat_turn.error_code is null then 'stopped' else 'failed' end::public.chat_message_status,
    error_code = fail_chat_turn.error_code, content = v_content, tool_steps = v_steps,
    source_ids = coalesce(fail_chat_turn.source_ids, '{}'), ended_at = clock_timestamp()
  where chat_messages.id = v_message.id;
end;
$$;

create or replace function public.fail_chat_turn(
  message_id uuid,
  error_code text default null,
  content text default '',
  tool_steps jsonb default '[]',
  source_ids uuid[] default '{}'
)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_chat_turn(message_id, error_code, content, tool_steps, source_ids) $$;

grant execute on function private.fail_chat_turn(uuid, text, text, jsonb, uuid[]) to authenticated;
grant execute on function public.fail_chat_turn(uuid, text, text, jsonb, uuid[]) to authenticated;
comment on function public.fail_chat_turn(uuid, text, text, jsonb, uuid[]) is
  'Marks the answer stopped, or failed with a code. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPINV.';
