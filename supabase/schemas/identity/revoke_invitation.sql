-- Invalidates an invitation's link. Repeating it changes nothing.
-- Raises OPAUT · OPDEN (not admin) · OPNFD · OPSTA (already accepted).
create or replace function private.revoke_invitation(invitation_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_invitation public.invitations;
begin
  select * into v_invitation
  from public.invitations
  where invitations.id = revoke_invitation.invitation_id
    and invitations.organization_id = v_viewer.organization_id
  for update;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such invitation', hint = 'invitation_not_found';
  elsif v_invitation.accepted_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'The invitation has already been accepted. Offboard the person instead',
      hint = 'invitation_accepted';
  end if;

  if v_invitation.revoked_at is null then
    update public.invitations set revoked_at = now()
    where invitations.id = v_invitation.id
    returning * into v_invitation;
    perform private.record_audit_event(
      v_viewer.organization_id, 'invitation.revoked', 'person', v_invitation.person_id,
      jsonb_build_object('invitation_id', v_invitation.id, 'revoked_at', null),
      jsonb_build_object('invitation_id', v_invitation.id, 'revoked_at', v_invitation.revoked_at));
  end if;
  return jsonb_build_object('id', v_invitation.id, 'revoked_at', v_invitation.revoked_at);
end;
$$;

create or replace function public.revoke_invitation(invitation_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.revoke_invitation(invitation_id) $$;

grant execute on function private.revoke_invitation(uuid) to authenticated;
grant execute on function public.revoke_invitation(uuid) to authenticated;

comment on function public.revoke_invitation(uuid) is
  'Returns { id, revoked_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
