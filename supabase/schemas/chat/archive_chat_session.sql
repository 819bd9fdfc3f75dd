-- Archives a conversation or restores it. The next question with its session_id restores it too.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (session_not_found).
create or replace function private.archive_chat_session(chat_session_id uuid, is_archived boolean default true)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  update public.chat_sessions
  set archived_at = case when is_archived is not false then coalesce(chat_sessions.archived_at, clock_timestamp()) end
  where chat_sessions.id = archive_chat_session.chat_session_id and chat_sessions.person_id = v_viewer.id;
  if not found then
    raise exception using errcode = 'OPNFD', message = 'There is no such conversation', hint = 'session_not_found';
  end if;
end;
$$;

create or replace function public.archive_chat_session(chat_session_id uuid, is_archived boolean default true)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.archive_chat_session(chat_session_id, is_archived) $$;

grant execute on function private.archive_chat_session(uuid, boolean) to authenticated;
grant execute on function public.archive_chat_session(uuid, boolean) to authenticated;
comment on function public.archive_chat_session(uuid, boolean) is
  'Archives a conversation of the caller, or restores it. Raises OPAUT · OPDEN · OPNFD.';
