-- Offboards a person: they lose sign-in, memberships, open invitations and ownership of the prompt. Their work stays,
-- and they remain the lead of their projects, which the response lists.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD · OPSTA (changed in the meantime, has left, or the last admin).
create or replace function private.offboard_person(person_id uuid, version integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_version(
    v_viewer.organization_id, person_id, offboard_person.version);
  v_after public.people;
  v_removed_project_ids uuid[];
  v_invitation_ids uuid[];
begin
  v_removed_project_ids := private.remove_memberships(v_before);
  with open_invitations as (
    update public.invitations
    set revoked_at = now()
    where invitations.person_id = v_before.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null
    returning invitations.id
  )
  select coalesce(array_agg(open_invitations.id), '{}') into v_invitation_ids from open_invitations;

  v_after := v_before;
  v_after.archived_at := now();
  v_after.user_id := null;
  v_after.is_prompt_owner := false;
  v_after.version := v_before.version + 1;
  -- Recorded before the person loses their sign-in, so that the audit event names people who offboard themselves.
  perform private.record_person_change(
    'person.offboarded', v_before, v_after,
    jsonb_build_object('member_of', v_removed_project_ids),
    jsonb_build_object('member_of', '[]'::jsonb, 'revoked_invitations', v_invitation_ids));
  update public.people
  set archived_at = v_after.archived_at, user_id = null, is_prompt_owner = false
  where people.id = v_before.id
  returning * into v_after;
  return private.person_change_json(v_after);
end;
$$;

create or replace function public.offboard_person(person_id uuid, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.offboard_person(person_id, version) $$;

grant execute on function private.offboard_person(uuid, integer) to authenticated;
grant execute on function public.offboard_person(uuid, integer) to authenticated;

comment on function public.offboard_person(uuid, integer) is
  'Returns { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
