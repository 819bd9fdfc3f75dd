-- Invites somebody, or invites them anew: an open invitation of the same person is revoked, so that an
-- old link is dead. The token is answered once; only its hash is stored.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD (no such client) · OPSTA (the address is already
-- signed up here).
create or replace function private.invite_person(
  email text,
  name text,
  role public.person_role,
  client_id uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- In turn: two first invitations of one address would both make the person.
  v_viewer public.people := private.require_admin_in_turn();
  v_email text := lower(btrim(invite_person.email));
  v_person public.people;
  v_before public.people;
  v_removed_from uuid[] := '{}';
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation public.invitations;
begin
  if v_email is null or char_length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using
      errcode = 'OPINV', message = 'That is not an e-mail address', hint = 'invalid_email';
  end if;
  if char_length(btrim(coalesce(invite_person.name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  perform private.require_role_and_client(
    v_viewer.organization_id, invite_person.role, invite_person.client_id);

  select * into v_person
  from public.people
  where people.organization_id = v_viewer.organization_id
    and people.email = v_email
    and people.archived_at is null
  for update;

  if v_person.user_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has joined already', hint = 'already_joined';
  end if;

  if v_person.id is null then
    insert into public.people (organization_id, email, name, role, is_employee, client_id)
    values (v_viewer.organization_id, v_email, btrim(invite_person.name), invite_person.role,
            invite_person.role <> 'client', invite_person.client_id)
    returning * into v_person;
  else
    v_before := v_person;
    update public.people set name = btrim(invite_person.name) where people.id = v_person.id;
    v_person := private.give_role(v_person, invite_person.role, invite_person.client_id);
    if v_person.role = 'client' then
      v_removed_from := private.remove_memberships(v_person);
    end if;
  end if;

  update public.invitations
  set revoked_at = now()
  where invitations.person_id = v_person.id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;

  insert into public.invitations (organization_id, person_id, email, token_hash, invited_by, expires_at)
  values (v_viewer.organization_id, v_person.id, v_email, sha256(convert_to(v_token, 'UTF8')), v_viewer.id,
          now() + interval '7 days')
  returning * into v_invitation;

  -- What is on record is who was invited; what that changed of somebody known before, beside it.
  if v_before.id is null then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.invited', 'person', v_person.id, null,
      jsonb_build_object(
        'version', v_person.version, 'name', v_person.name, 'role', v_person.role,
        'client_id', v_person.client_id, 'email', v_email, 'invitation_id', v_invitation.id));
  else
    perform private.record_person_change(
      'person.invited', v_before, v_person,
      jsonb_build_object('member_of', v_removed_from),
      jsonb_build_object('member_of', '[]'::jsonb, 'email', v_email, 'invitation_id', v_invitation.id));
  end if;

  return jsonb_build_object(
    'invitation_id', v_invitation.id,
    'person_id', v_person.id,
    'token', v_token,
    'expires_at', v_invitation.expires_at
  );
end;
$$;

create or replace function public.invite_person(
  email text,
  name text,
  role public.person_role,
  client_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.invite_person(email, name, role, client_id) $$;

revoke execute on function private.invite_person(text, text, public.person_role, uuid) from public;
revoke execute on function public.invite_person(text, text, public.person_role, uuid) from public;
grant execute on function private.invite_person(text, text, public.person_role, uuid) to authenticated;
grant execute on function public.invite_person(text, text, public.person_role, uuid) to authenticated;

comment on function public.invite_person(text, text, public.person_role, uuid) is
  'Answers { invitation_id, person_id, token, expires_at }; the token is shown only here. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
