-- Admits a single question without memory, and returns everything that the answer needs besides context. Writes
-- only the count of calls.
-- Raises OPAUT · OPDEN (client contact, or no organization) · OPNFD (person_not_found) · OPLIM (rate_limited).
create or replace function private.begin_chat(as_person_id uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
begin
  select * into v_scope from private.effective_scope(begin_chat.as_person_id);
  perform private.consume_rate_limit(v_scope.viewer, 'chat', private.rate_limit_of('chat'), 60);
  return private.chat_asker(v_scope.viewer, v_scope.person, v_scope.sees_restricted);
end;
$$;

-- The viewer, the person they view as, and the assistant's instructions. Viewing as another person is read-only.
create or replace function private.chat_asker(viewer public.people, person public.people, sees_restricted boolean)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'viewer', jsonb_build_object(
      'id', viewer.id, 'name', viewer.name, 'email', viewer.email, 'role', viewer.role),
    'as', case when person.id <> viewer.id then jsonb_build_object(
      'id', person.id, 'name', person.name, 'role', person.role) end,
    'organization_id', viewer.organization_id,
    'is_lead', sees_restricted,
    'prompt', (
      select private.render_prompt(prompt_versions.base, prompt_versions.rules)
      from public.live_prompts
      join public.prompt_versions on prompt_versions.id = live_prompts.live_version_id
      where live_prompts.organization_id = viewer.organization_id))
$$;
comment on function private.chat_asker(public.people, public.people, boolean) is
  'Returns { viewer, as, organization_id, is_lead, prompt }; as and prompt may be null.';

-- The scope that an answer may use now: the projects in scope, or the organization for a lead in their own scope, who
-- sees all of it.
create or replace function private.chat_scope_ids(viewer public.people, project_ids uuid[], sees_restricted boolean)
returns uuid[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select case when sees_restricted then array[viewer.organization_id] else project_ids end $$;
comment on function private.chat_scope_ids(public.people, uuid[], boolean) is 'The scope_ids of a message.';

create or replace function public.begin_chat(as_person_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_chat(as_person_id) $$;

grant execute on function private.begin_chat(uuid) to authenticated;
grant execute on function public.begin_chat(uuid) to authenticated;
comment on function public.begin_chat(uuid) is
  'Returns { viewer, as, organization_id, is_lead, prompt }. Raises OPAUT · OPDEN · OPNFD · OPLIM.';
