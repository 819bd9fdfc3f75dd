-- Sets whether a person may decide about the prompt. Repeating it changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD · OPSTA (changed in the meantime, has left, or neither admin nor
-- lead).
create or replace function private.set_prompt_owner(
  person_id uuid,
  version integer,
  is_prompt_owner boolean
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_version(
    v_viewer.organization_id, person_id, set_prompt_owner.version);
  v_after public.people;
begin
  if set_prompt_owner.is_prompt_owner is null then
    raise exception using
      errcode = 'OPINV', message = 'Set whether the person owns the prompt', hint = 'choice_missing';
  elsif set_prompt_owner.is_prompt_owner and v_before.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPSTA',
      message = 'Only admins and leads can own the prompt',
      hint = 'role_cannot_own_prompt';
  elsif set_prompt_owner.is_prompt_owner = v_before.is_prompt_owner then
    return private.person_change_json(v_before);
  end if;

  update public.people
  set is_prompt_owner = set_prompt_owner.is_prompt_owner
  where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.prompt_ownership_changed', v_before, v_after);
  return private.person_change_json(v_after);
end;
$$;

create or replace function public.set_prompt_owner(
  person_id uuid,
  version integer,
  is_prompt_owner boolean
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_prompt_owner(person_id, version, is_prompt_owner) $$;

grant execute on function private.set_prompt_owner(uuid, integer, boolean) to authenticated;
grant execute on function public.set_prompt_owner(uuid, integer, boolean) to authenticated;

comment on function public.set_prompt_owner(uuid, integer, boolean) is
  'Returns { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
