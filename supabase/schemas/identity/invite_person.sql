-- Invites a person, or invites them again: an open invitation of the same person is revoked, so that the
-- old link stops working. The token is returned once; only its hash is stored. `person_id` names an
-- existing person, such as an imported one; without it, the address finds them. Memberships of `project_ids`
-- begin when the invitation is accepted.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD (no such person, client or project) · OPSTA (the person has
-- joined already or has left; somebody else has the address).
create or replace function private.invite_person(
  email text,
  name text,
  role public.person_role,
  client_id uuid default null,
  person_id uuid default null,
  project_ids uuid[] default '{}'
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Invitations wait for each other, because two first invitations to one address would both create the person.
  v_viewer public.people := private.require_admin_in_turn();
  v_email text := private.require_email(invite_person.email);
  v_name text := private.require_name(invite_person.name);
  v_project_ids uuid[];
  v_person public.people;
  v_before public.people;
  v_removed_project_ids uuid[] := '{}';
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation public.invitations;
begin
  perform private.require_role_and_client(
    v_viewer.organization_id, invite_person.role, invite_person.client_id);

  v_project_ids := private.require_invited_projects(
    v_viewer.organization_id, invite_person.role, invite_person.project_ids);

  if invite_person.person_id is not null then
    v_person := private.lock_person(v_viewer.organization_id, invite_person.person_id);
  else
    select * into v_person
    from public.people
    where people.organization_id = v_viewer.organization_id
      and people.email = v_email
      and people.archived_at is null
    for update;
  end if;

  if v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has left. Invite them as a new person',
      hint = 'person_archived';
  end if;
  if v_person.user_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has already joined', hint = 'already_joined';
  end if;
  perform private.refuse_taken_email(v_viewer.organization_id, v_email, v_person.id);

  if v_person.id is null then
    insert into public.people (organization_id, email, name, role, is_employee, client_id)
    values (v_viewer.organization_id, v_email, v_name, invite_person.role,
            invite_person.role <> 'client', invite_person.client_id)
    returning * into v_person;
  else
    v_before := v_person;
    perform private.remember_name(v_person, v_name);
    update public.people set name = v_name, email = v_email where people.id = v_person.id;
    v_person := private.give_role(v_person, invite_person.role, invite_person.client_id);
    if v_person.role = 'client' then
      v_removed_project_ids := private.remove_memberships(v_person);
    end if;
  end if;

  update public.invitations
  set revoked_at = now()
  where invitations.person_id = v_person.id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;

  insert into public.invitations (organization_id, person_id, email, token_hash, invited_by, project_ids, expires_at)
  values (v_viewer.organization_id, v_person.id, v_email, sha256(convert_to(v_token, 'UTF8')), v_viewer.id,
          v_project_ids, now() + interval '7 days')
  returning * into v_invitation;

  -- The event records a new person, or the changes that the invitation makes to an existing one.
  if v_before.id is null then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.invited', 'person', v_person.id, null,
      jsonb_build_object(
        'version', v_person.version, 'name', v_person.name, 'role', v_person.role,
        'client_id', v_person.client_id, 'email', v_email, 'invitation_id', v_invitation.id,
        'project_ids', v_project_ids));
  else
    perform private.record_person_change(
      'person.invited', v_before, v_person,
      jsonb_build_object('member_of', v_removed_project_ids),
      jsonb_build_object(
        'member_of', '[]'::jsonb, 'email', v_email, 'invitation_id', v_invitation.id, 'project_ids', v_project_ids));
  end if;

  return jsonb_build_object(
    'invitation_id', v_invitation.id,
    'person_id', v_person.id,
    'token', v_token,
    'expires_at', v_invitation.expires_at
  );
end;
$$;

create or replace function private.require_invited_projects(
  organization_id uuid,
  role public.person_role,
  project_ids uuid[]
)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[] := array(select distinct input.id from unnest(project_ids) as input (id) order by input.id);
begin
  if cardinality(v_ids) > 100 then
    raise exception using
      errcode = 'OPINV', message = 'An invitation can include at most 100 projects', hint = 'too_many_projects';
  elsif v_ids <> '{}' and require_invited_projects.role = 'client' then
    raise exception using
      errcode = 'OPINV',
      message = 'Client contacts cannot be members of projects. Leave the projects out',
      hint = 'client_contact';
  elsif (select count(*) from public.projects
         where projects.id = any (v_ids)
           and projects.organization_id = require_invited_projects.organization_id
           and projects.archived_at is null) <> cardinality(v_ids)
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  return v_ids;
end;
$$;
comment on function private.require_invited_projects(uuid, public.person_role, uuid[]) is
  'The projects, each once. Raises OPINV (too many, or for a client contact) · OPNFD (unknown, foreign or archived).';

create or replace function public.invite_person(
  email text,
  name text,
  role public.person_role,
  client_id uuid default null,
  person_id uuid default null,
  project_ids uuid[] default '{}'
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.invite_person(email, name, role, client_id, person_id, project_ids)
$$;

grant execute on function private.invite_person(text, text, public.person_role, uuid, uuid, uuid[]) to authenticated;
grant execute on function public.invite_person(text, text, public.person_role, uuid, uuid, uuid[]) to authenticated;

comment on function public.invite_person(text, text, public.person_role, uuid, uuid, uuid[]) is
  'Returns { invitation_id, person_id, token, expires_at }; the token is shown only here. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';
