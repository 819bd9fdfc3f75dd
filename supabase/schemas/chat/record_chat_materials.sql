-- Every function that reads data for the assistant records its results itself, for each running turn of the caller: the
-- record does not depend on a route that might report too little. Rows that the person reads in another window in the
-- meantime count too, which can only restrict a card further.
create or replace function private.record_chat_materials(scope_ids uuid[], source_ids uuid[] default '{}')
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer constant public.people := private.viewer();
  v_message_ids constant uuid[] := array(
    select turn.id from public.chat_messages as turn
    where turn.person_id = v_viewer.id and turn.status = 'answering'
      and turn.created_at > clock_timestamp() - private.turn_length());
  -- For a viewer who sees every project, more than a few projects count as the whole organization.
  v_scope_ids constant uuid[] := case
    when v_viewer.role in ('admin', 'lead') and cardinality(scope_ids) > 20 then array[v_viewer.organization_id]
    else scope_ids end;
begin
  if v_message_ids = '{}' then
    return;
  end if;
  insert into private.chat_materials (organization_id, message_id, scope_id)
  select v_viewer.organization_id, message_id, scope_id
  from unnest(v_message_ids) as message_id
  cross join (select distinct unnest(v_scope_ids) as scope_id) as scopes
  on conflict on constraint chat_materials_message_id_scope_id_source_id_key do nothing;
  insert into private.chat_materials (organization_id, message_id, scope_id, source_id)
  select v_viewer.organization_id, message_id, sources.scope_id, sources.id
  from unnest(v_message_ids) as message_id
  cross join public.sources
  where sources.organization_id = v_viewer.organization_id
    and sources.id = any (record_chat_materials.source_ids)
  on conflict on constraint chat_materials_message_id_scope_id_source_id_key do nothing;
end;
$$;
comment on function private.record_chat_materials(uuid[], uuid[]) is
  'Adds scopes and sources to the materials of the caller''s running turns. Materials are never removed.';

create or replace function private.turn_length()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '2 hours' $$;
comment on function private.turn_length() is
  'Longer than a turn may take. A turn that is open for longer has crashed, and its materials are unknown.';

-- The material that an assistant has seen when it proposes: in its running turn and in the earlier turns of the
-- conversation, which it remembers. Material that the database did not record is unknown, and unknown material
-- belongs to the whole organization.
create or replace function private.materials_of_session(viewer public.people, chat_session_id uuid)
returns table (scope_id uuid, source_id uuid)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select distinct materials.scope_id, materials.source_id
    from public.chat_messages as messages
    join private.chat_materials as materials on materials.message_id = messages.id
    where messages.chat_session_id = materials_of_session.chat_session_id and messages.person_id = (viewer).id;
  if not exists (
      select from public.chat_messages as turn
      where turn.chat_session_id = materials_of_session.chat_session_id and turn.person_id = (viewer).id
        and turn.status = 'answering' and turn.created_at > clock_timestamp() - private.turn_length())
    or exists (
      select from public.chat_messages as messages
      where messages.chat_session_id = materials_of_session.chat_session_id and messages.role = 'assistant'
        and not messages.records_materials)
  then
    return query select (viewer).organization_id, null::uuid;
  end if;
end;
$$;
comment on function private.materials_of_session(public.people, uuid) is
  'Scopes and sources that the turns of a conversation have read; also the organization if some of them are unknown.';

-- The material of figures that cover a whole scope: the one project of their filter; otherwise the organization if the
-- viewer sees restricted rows, or the projects of the scope.
create or replace function private.material_scopes(
  viewer public.people, project_ids uuid[], sees_restricted boolean, project_id uuid)
returns uuid[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when material_scopes.project_id is not null then array[material_scopes.project_id]
    when sees_restricted then array[(viewer).organization_id]
    else project_ids end
$$;
comment on function private.material_scopes(public.people, uuid[], boolean, uuid) is
  'Scopes for private.record_chat_materials() where rows are added up.';

grant execute on function private.record_chat_materials(uuid[], uuid[]) to authenticated;
grant execute on function private.material_scopes(public.people, uuid[], boolean, uuid) to authenticated;
