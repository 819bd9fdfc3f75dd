-- Gives a person another name. Repeating the name changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD · OPSTA (changed in the meantime, or has left).
create or replace function private.rename_person(person_id uuid, version integer, name text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_name text := private.require_name(rename_person.name);
  v_before public.people := private.lock_person_version(
    v_viewer.organization_id, person_id, rename_person.version);
  v_after public.people;
begin
  if v_before.name = v_name then
    return private.person_change_json(v_before);
  end if;
  perform private.remember_name(v_before, v_name);
  update public.people set name = v_name where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.renamed', v_before, v_after);
  return private.person_change_json(v_after);
end;
$$;

create or replace function public.rename_person(person_id uuid, version integer, name text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.rename_person(person_id, version, name) $$;

grant execute on function private.rename_person(uuid, integer, text) to authenticated;
grant execute on function public.rename_person(uuid, integer, text) to authenticated;

comment on function public.rename_person(uuid, integer, text) is
  'Returns { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
