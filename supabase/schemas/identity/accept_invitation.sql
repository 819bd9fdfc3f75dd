-- Links the signed-in user to the invited person: once, before the invitation expires, and only if the identity
-- provider verified the invited address. A matching address alone never links a user. The person also becomes a member
-- of the projects that the invitation lists.
-- Raises OPAUT · OPNFD (unknown, used, revoked or expired token, or another address; the error is the same for all) ·
-- OPSTA (this user already belongs to an organization).
create or replace function private.accept_invitation(token text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_user_id uuid := private.user_id();
  v_before public.people;
  v_after public.people;
  v_invitation public.invitations;
  v_project_ids uuid[];
begin
  if v_user_id is null then
    raise exception using errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if exists (select 1 from public.people where people.user_id = v_user_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'You already belong to an organization',
      hint = 'already_member';
  end if;

  -- Locks the person before the invitation, in the same order as every other command, so that no two deadlock.
  select people.* into v_before
  from public.people
  where people.id = (
    select invitations.person_id from public.invitations
    where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')))
  for update;

  update public.invitations
  set accepted_at = now()
  where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8'))
    -- A merge or its undo may have given the invitation to another person in the meantime.
    and invitations.person_id = v_before.id
    and v_before.archived_at is null
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and invitations.email = (
      select lower(users.email) from auth.users
      where users.id = v_user_id and users.email_confirmed_at is not null
    )
  returning * into v_invitation;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This invitation is not valid for your address, has been used, or has expired',
      hint = 'invitation_not_found';
  end if;

  update public.people set user_id = v_user_id where people.id = v_before.id returning * into v_after;
  with memberships as (
    insert into public.project_members (organization_id, project_id, person_id)
    select projects.organization_id, projects.id, v_after.id
    from public.projects
    where projects.id = any (v_invitation.project_ids)
      and projects.organization_id = v_after.organization_id
      and projects.archived_at is null
      and v_after.role <> 'client'
    on conflict do nothing
    returning project_members.project_id
  )
  select coalesce(array_agg(memberships.project_id order by memberships.project_id), '{}') into v_project_ids
  from memberships;
  perform private.record_person_change(
    'invitation.accepted', v_before, v_after,
    '{"member_of": []}',
    jsonb_build_object('member_of', v_project_ids, 'invitation_id', v_invitation.id));
  return private.get_viewer();
end;
$$;

create or replace function public.accept_invitation(token text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.accept_invitation(token) $$;

grant execute on function private.accept_invitation(text) to authenticated;
grant execute on function public.accept_invitation(text) to authenticated;

comment on function public.accept_invitation(text) is
  'Returns the same as get_viewer. Raises OPAUT · OPNFD · OPSTA.';
