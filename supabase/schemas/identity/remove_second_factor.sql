-- Removes the second factor of a person who lost it, and ends their sessions. They sign in with the password alone and
-- may set up another one; they see who removed it.
-- Raises OPAUT · OPDEN (not admin, own_account, second_factor_required) · OPNFD · OPSTA (no_second_factor).
create or replace function private.remove_second_factor(person_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_person public.people := private.lock_person(v_viewer.organization_id, remove_second_factor.person_id);
begin
  perform private.require_second_factor(v_viewer.organization_id);
  if v_person.id = v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Remove your own second factor on your account page',
      hint = 'own_account';
  elsif not private.has_second_factor(v_person.user_id) then
    raise exception using
      errcode = 'OPSTA', message = 'This person has no second factor', hint = 'no_second_factor';
  end if;
  delete from auth.mfa_factors where mfa_factors.user_id = v_person.user_id;
  delete from auth.sessions where sessions.user_id = v_person.user_id;
  perform private.record_audit_event(
    v_viewer.organization_id, 'person.second_factor_removed', 'person', v_person.id);
  return jsonb_build_object('person_id', v_person.id);
end;
$$;

create or replace function public.remove_second_factor(person_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.remove_second_factor(person_id) $$;

grant execute on function private.remove_second_factor(uuid) to authenticated;
grant execute on function public.remove_second_factor(uuid) to authenticated;

comment on function public.remove_second_factor(uuid) is
  'Returns { person_id }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
