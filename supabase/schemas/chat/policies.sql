-- The access matrix of conversations: people read their own, as far as their current scope still covers them. Reads
-- only: every write is a function. No key reads them.
alter table public.chat_sessions enable row level security;
alter table public.chat_messages enable row level security;
alter table public.chat_citations enable row level security;

revoke all on public.chat_sessions, public.chat_messages, public.chat_citations
  from public, anon, authenticated, service_role;

grant select on public.chat_sessions to authenticated;
grant select on public.chat_messages to authenticated;
grant select on public.chat_citations to authenticated;

create policy chat_sessions_select_own on public.chat_sessions
  for select to authenticated
  using (person_id = (select private.internal_person_id()));
comment on policy chat_sessions_select_own on public.chat_sessions is 'People read only their own conversations.';

create policy chat_messages_select_own on public.chat_messages
  for select to authenticated
  using (
    person_id = (select private.internal_person_id())
    and scope_hash = any ((select private.visible_scope_hashes())::uuid[]));
comment on policy chat_messages_select_own on public.chat_messages is
  'People read their own questions and answers, unless an answer''s sources are no longer visible to them.';

create policy chat_citations_select_own on public.chat_citations
  for select to authenticated
  using (
    person_id = (select private.internal_person_id())
    and (scope_id = any ((select private.visible_scope_ids())::uuid[])
      or message_scope_hash = any ((select private.visible_scope_hashes())::uuid[])));
comment on policy chat_citations_select_own on public.chat_citations is
  'People read what their answers cite, if they may see it.';
