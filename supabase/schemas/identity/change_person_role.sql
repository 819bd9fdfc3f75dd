-- Gives a person another role, or a contact another client. Repeating the role changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD (no such person or client) · OPSTA (changed in the meantime, has
-- left, or the last admin).
create or replace function private.change_person_role(
  person_id uuid,
  version integer,
  role public.person_role,
  client_id uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_version(
    v_viewer.organization_id, person_id, change_person_role.version);
  v_after public.people;
  v_removed_project_ids uuid[] := '{}';
begin
  perform private.require_role_and_client(
    v_viewer.organization_id, change_person_role.role, change_person_role.client_id);
  if (v_before.role, v_before.client_id)
    is not distinct from (change_person_role.role, change_person_role.client_id) then
    return private.person_change_json(v_before);
  end if;

  v_after := private.give_role(v_before, change_person_role.role, change_person_role.client_id);
  if v_after.role = 'client' then
    v_removed_project_ids := private.remove_memberships(v_after);
  end if;
  perform private.record_person_change(
    'person.role_changed', v_before, v_after,
    jsonb_build_object('member_of', v_removed_project_ids), '{"member_of": []}');
  return private.person_change_json(v_after);
end;
$$;

create or replace function public.change_person_role(
  person_id uuid,
  version integer,
  role public.person_role,
  client_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.change_person_role(person_id, version, role, client_id) $$;

grant execute on function private.change_person_role(uuid, integer, public.person_role, uuid) to authenticated;
grant execute on function public.change_person_role(uuid, integer, public.person_role, uuid) to authenticated;

comment on function public.change_person_role(uuid, integer, public.person_role, uuid) is
  'Returns { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
