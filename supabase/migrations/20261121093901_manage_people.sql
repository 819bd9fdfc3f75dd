set local check_function_bodies = off;

drop trigger "tg_people__touch" on "public"."people";

alter table "public"."people"
  add column "version" integer not null default 1;

create or replace function private.accept_invitation (
  token text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_user_id uuid := auth.uid();
  v_before public.people;
  v_after public.people;
  v_invitation public.invitations;
begin
  if v_user_id is null then
    raise exception using errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if exists (select 1 from public.people where people.user_id = v_user_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'You belong to an organization already',
      hint = 'already_member';
  end if;

  -- The person before the invitation, as every other command locks them: none waits for another in a ring.
  select people.* into v_before
  from public.people
  where people.id = (
    select invitations.person_id from public.invitations
    where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')))
  for update;

  update public.invitations
  set accepted_at = now()
  where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8'))
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
      message = 'This invitation is not valid for your address, was used, or has expired',
      hint = 'invitation_not_found';
  end if;

  update public.people set user_id = v_user_id where people.id = v_before.id returning * into v_after;
  perform private.record_person_change(
    'invitation.accepted', v_before, v_after,
    beside_after => jsonb_build_object('invitation_id', v_invitation.id));
  return private.get_viewer();
end;
$function$;

create or replace function private.admits_sign_up (
  email text,
  token text
)
  returns boolean
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform 1
  from public.invitations
  join public.people on people.id = invitations.person_id
  where invitations.token_hash = sha256(convert_to(admits_sign_up.token, 'UTF8'))
    and invitations.email = lower(btrim(admits_sign_up.email))
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and people.archived_at is null
  for update of invitations;
  return found and not exists (
    select 1 from auth.users where lower(users.email) = lower(btrim(admits_sign_up.email)));
end;
$function$;

create or replace function private.answer_person_change (
  person public.people
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_project_ids uuid[] := private.project_ids_of(person);
begin
  return jsonb_build_object(
    'person', private.describe_person(person),
    'leads', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', projects.id, 'name', projects.name) order by projects.name, projects.id), '[]')
      from public.projects
      where projects.organization_id = person.organization_id
        and projects.lead_id = person.id
        and projects.archived_at is null
        and projects.status not in ('completed', 'cancelled')
        and projects.id <> all (v_project_ids)
    ));
end;
$function$;

create or replace function private.change_person_role (
  person_id uuid,
  version   integer,
  role      public.person_role,
  client_id uuid               default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, change_person_role.version);
  v_after public.people;
  v_removed_from uuid[] := '{}';
begin
  perform private.require_role_and_client(
    v_viewer.organization_id, change_person_role.role, change_person_role.client_id);
  if (v_before.role, v_before.client_id)
    is not distinct from (change_person_role.role, change_person_role.client_id) then
    return private.answer_person_change(v_before);
  end if;

  v_after := private.give_role(v_before, change_person_role.role, change_person_role.client_id);
  if v_after.role = 'client' then
    v_removed_from := private.remove_memberships(v_after);
  end if;
  perform private.record_person_change(
    'person.role_changed', v_before, v_after,
    jsonb_build_object('member_of', v_removed_from), '{"member_of": []}');
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.changes_since (
  object_type text,
  object_id   uuid,
  version     integer
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'version', (audit_events.after ->> 'version')::integer,
      'at', audit_events.occurred_at,
      'by', case when people.id is not null then jsonb_build_object('id', people.id, 'name', people.name) end,
      'fields', coalesce((
        select jsonb_object_agg(
          field.key, jsonb_build_object('from', audit_events.before -> field.key, 'to', field.value))
        from jsonb_each(audit_events.after - 'version') as field
      ), '{}')
    )
    order by (audit_events.after ->> 'version')::integer), '[]')
  from public.audit_events
  left join public.people on people.id = audit_events.actor_person_id
  where audit_events.object_id = changes_since.object_id
    and audit_events.object_type = changes_since.object_type
    and jsonb_typeof(audit_events.after -> 'version') = 'number'
    and (audit_events.after ->> 'version')::integer > changes_since.version
$function$;

create or replace function private.describe_access (
  person        public.people,
  project_count integer
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'role', reach.role,
    'project_count', describe_access.project_count,
    'sees_whole_organization', coalesce(reach.role in ('admin', 'lead'), false),
    'sees_restricted', coalesce(reach.role in ('admin', 'lead'), false),
    'decides_approvals', coalesce(reach.role in ('admin', 'lead'), false),
    'owns_prompt', reach.role is not null and person.is_prompt_owner,
    'manages_people', coalesce(reach.role = 'admin', false),
    'client', (
      select jsonb_build_object('id', clients.id, 'name', clients.name)
      from public.clients
      where clients.id = person.client_id and reach.role = 'client'))
  from (select case when person.archived_at is null then person.role end as role) as reach
$function$;

create or replace function private.describe_difference (
  name       text,
  minuend    uuid[],
  subtrahend uuid[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  with named as (
    select projects.id, projects.name, row_number() over (order by projects.name, projects.id) as place
    from public.projects
    where projects.id = any (minuend) and projects.id <> all (subtrahend)
  )
  select jsonb_build_object(
    describe_difference.name, coalesce(
      jsonb_agg(jsonb_build_object('id', named.id, 'name', named.name) order by named.place)
        filter (where named.place <= 100), '[]'),
    describe_difference.name || '_count', count(*))
  from named
$function$;

create or replace function private.describe_person (
  person public.people
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'id', person.id,
    'name', person.name,
    'email', person.email,
    'role', person.role,
    'is_employee', person.is_employee,
    'is_prompt_owner', person.is_prompt_owner,
    'client_id', person.client_id,
    'version', person.version,
    'archived_at', person.archived_at)
$function$;

create or replace function private.give_role (
  person    public.people,
  role      public.person_role,
  client_id uuid
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  perform private.require_role_and_client(person.organization_id, give_role.role, give_role.client_id);
  update public.people
  set role = give_role.role,
      is_employee = give_role.role <> 'client' and (people.is_employee or people.role = 'client'),
      is_prompt_owner = people.is_prompt_owner and give_role.role in ('admin', 'lead'),
      client_id = give_role.client_id
  where people.id = (give_role.person).id
  returning * into v_person;
  return v_person;
end;
$function$;

create or replace function private.invite_person (
  email     text,
  name      text,
  role      public.person_role,
  client_id uuid               default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
$function$;

create or replace function private.lock_person (
  organization_id uuid,
  person_id       uuid
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  select * into v_person
  from public.people
  where people.id = lock_person.person_id and people.organization_id = lock_person.organization_id
  for update;
  if v_person.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  return v_person;
end;
$function$;

create or replace function private.lock_person_as_seen (
  organization_id uuid,
  person_id       uuid,
  version         integer
)
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people := private.lock_person(organization_id, person_id);
begin
  perform private.refuse_stale_version(
    'person', v_person.id, lock_person_as_seen.version, v_person.version,
    private.describe_person(v_person));
  if v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has left. Invite them again to give them a new start',
      hint = 'person_archived';
  end if;
  return v_person;
end;
$function$;

create or replace function private.offboard_person (
  person_id uuid,
  version   integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, offboard_person.version);
  v_after public.people;
  v_removed_from uuid[];
  v_revoked uuid[];
begin
  v_removed_from := private.remove_memberships(v_before);
  with revoked as (
    update public.invitations
    set revoked_at = now()
    where invitations.person_id = v_before.id
      and invitations.accepted_at is null
      and invitations.revoked_at is null
    returning invitations.id
  )
  select coalesce(array_agg(revoked.id), '{}') into v_revoked from revoked;

  v_after := v_before;
  v_after.archived_at := now();
  v_after.user_id := null;
  v_after.is_prompt_owner := false;
  v_after.version := v_before.version + 1;
  -- Before the person loses the user: who offboards themselves is still on record as the actor.
  perform private.record_person_change(
    'person.offboarded', v_before, v_after,
    jsonb_build_object('member_of', v_removed_from),
    jsonb_build_object('member_of', '[]'::jsonb, 'revoked_invitations', v_revoked));
  update public.people
  set archived_at = v_after.archived_at, user_id = null, is_prompt_owner = false
  where people.id = v_before.id
  returning * into v_after;
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function private.preview_person_change (
  person_id uuid,
  change    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind text := change ->> 'to';
  v_viewer public.people := case
    when v_kind = 'membership' then private.require_lead() else private.require_admin_in_turn() end;
  v_role public.person_role;
  v_client_id uuid;
  v_project_id uuid;
  v_choice boolean;
  v_before public.people;
  v_after public.people;
  v_before_ids uuid[];
  v_after_ids uuid[];
  v_leads jsonb;
  v_hint text;
begin
  begin
    v_role := change ->> 'role';
    v_client_id := change ->> 'client_id';
    v_project_id := change ->> 'project_id';
    v_choice := coalesce(change ->> 'is_member', change ->> 'is_prompt_owner');
  exception when invalid_text_representation then
    raise exception using
      errcode = 'OPINV', message = 'A value of the change has the wrong form', hint = 'malformed_change';
  end;
  if v_kind is null or v_kind not in ('role', 'offboarded', 'membership', 'prompt_owner') then
    raise exception using
      errcode = 'OPINV', message = 'Say what is to change', hint = 'unknown_change';
  end if;

  v_before := private.lock_person(v_viewer.organization_id, preview_person_change.person_id);
  v_before_ids := private.project_ids_of(v_before);
  begin
    v_leads := case v_kind
      when 'role' then private.change_person_role(v_before.id, v_before.version, v_role, v_client_id)
      when 'offboarded' then private.offboard_person(v_before.id, v_before.version)
      when 'membership' then private.set_project_membership(v_project_id, v_before.id, v_choice)
      else private.set_prompt_owner(v_before.id, v_before.version, v_choice)
    end -> 'leads';
    select * into v_after from public.people where people.id = v_before.id;
    v_after_ids := private.project_ids_of(v_after);
    raise exception using errcode = 'OPSTA', message = 'Undo', hint = 'only_previewed';
  exception when sqlstate 'OPSTA' then
    get stacked diagnostics v_hint = pg_exception_hint;
    if v_hint <> 'only_previewed' then
      raise;
    end if;
  end;

  return jsonb_build_object(
    'before', private.describe_access(v_before, cardinality(v_before_ids)),
    'after', private.describe_access(v_after, cardinality(v_after_ids)),
    'leads', v_leads)
    || private.describe_difference('gained', v_after_ids, v_before_ids)
    || private.describe_difference('lost', v_before_ids, v_after_ids);
end;
$function$;

create or replace function private.project_ids_of (
  person public.people
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if person.archived_at is not null then
    return '{}';
  elsif person.role in ('admin', 'lead') then
    return array(select projects.id from public.projects
                 where projects.organization_id = person.organization_id);
  elsif person.role = 'member' then
    return array(select project_members.project_id from public.project_members
                 where project_members.person_id = person.id);
  end if;
  return '{}';
end;
$function$;

create or replace function private.record_person_change (
  action        text,
  before        public.people,
  after         public.people,
  beside_before jsonb         default '{}'::jsonb,
  beside_after  jsonb         default '{}'::jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_before jsonb := to_jsonb(before) - 'updated_at' || beside_before;
  v_after jsonb := to_jsonb(after) - 'updated_at' || beside_after;
  v_changed text[] := array(
    select fields.key from jsonb_each(v_after) as fields
    where fields.value is distinct from v_before -> fields.key);
begin
  perform private.record_audit_event(
    after.organization_id, record_person_change.action, 'person', after.id,
    (select jsonb_object_agg(name, v_before -> name) from unnest(v_changed) as name),
    (select jsonb_object_agg(name, v_after -> name) from unnest(v_changed) as name));
end;
$function$;

create or replace function private.refuse_stale_version (
  object_type     text,
  object_id       uuid,
  seen            integer,
  current_version integer,
  current_row     jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if seen is null then
    raise exception using
      errcode = 'OPINV', message = 'Say which version you saw', hint = 'version_missing';
  elsif seen <> current_version then
    raise exception using
      errcode = 'OPSTA',
      message = 'Somebody changed this since you opened it. Look at what changed, then save again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', current_version,
        'current', coalesce(current_row, '{}'),
        'changes', private.changes_since(object_type, object_id, seen))::text;
  end if;
end;
$function$;

create or replace function private.remove_memberships (
  person public.people
)
  returns uuid[]
  language sql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  with removed as (
    delete from public.project_members
    where project_members.person_id = (remove_memberships.person).id
    returning project_members.project_id
  )
  select coalesce(array_agg(removed.project_id order by removed.project_id), '{}') from removed
$function$;

create or replace function private.require_admin_in_turn()
  returns public.people
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin();
begin
  perform 1 from public.organizations
  where organizations.id = v_viewer.organization_id
  for no key update;
  return private.require_admin();
end;
$function$;

create or replace function private.require_role_and_client (
  organization_id uuid,
  role            public.person_role,
  client_id       uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if require_role_and_client.role is null then
    raise exception using errcode = 'OPINV', message = 'A role is needed', hint = 'role_missing';
  end if;
  if (require_role_and_client.role = 'client') <> (require_role_and_client.client_id is not null) then
    raise exception using
      errcode = 'OPINV',
      message = 'A client contact needs a client, and nobody else has one',
      hint = 'client_mismatch';
  end if;
  if require_role_and_client.client_id is not null and not exists (
    select 1 from public.clients
    where clients.id = require_role_and_client.client_id
      and clients.organization_id = require_role_and_client.organization_id
      and clients.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
end;
$function$;

create or replace function private.revoke_invitation (
  invitation_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
      message = 'The invitation was accepted already. Offboard the person instead',
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
$function$;

create or replace function private.set_project_membership (
  project_id uuid,
  person_id  uuid,
  is_member  boolean
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_person public.people := private.lock_person(
    v_viewer.organization_id, set_project_membership.person_id);
begin
  if set_project_membership.is_member is null then
    raise exception using
      errcode = 'OPINV', message = 'Say whether the person is a member', hint = 'choice_missing';
  elsif not exists (
    select 1 from public.projects
    where projects.id = set_project_membership.project_id
      and projects.organization_id = v_viewer.organization_id
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif is_member and v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person has left. Invite them again to give them a new start',
      hint = 'person_archived';
  elsif is_member and v_person.role = 'client' then
    raise exception using
      errcode = 'OPSTA',
      message = 'Client contacts are members of no project: they see what is shared with their client',
      hint = 'client_contact';
  end if;

  if is_member then
    insert into public.project_members (organization_id, project_id, person_id)
    values (v_viewer.organization_id, set_project_membership.project_id, v_person.id)
    on conflict do nothing;
  else
    delete from public.project_members
    where project_members.project_id = set_project_membership.project_id
      and project_members.person_id = v_person.id;
  end if;
  if found then
    perform private.record_audit_event(
      v_viewer.organization_id, 'person.membership_changed', 'person', v_person.id,
      jsonb_build_object('is_member', not is_member),
      jsonb_build_object('is_member', is_member),
      set_project_membership.project_id);
  end if;
  return private.answer_person_change(v_person);
end;
$function$;

create or replace function private.set_prompt_owner (
  person_id       uuid,
  version         integer,
  is_prompt_owner boolean
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_admin_in_turn();
  v_before public.people := private.lock_person_as_seen(
    v_viewer.organization_id, person_id, set_prompt_owner.version);
  v_after public.people;
begin
  if set_prompt_owner.is_prompt_owner is null then
    raise exception using
      errcode = 'OPINV', message = 'Say whether the person owns the prompt', hint = 'choice_missing';
  elsif set_prompt_owner.is_prompt_owner and v_before.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPSTA',
      message = 'Only admins and leads can own the prompt',
      hint = 'role_cannot_own_prompt';
  elsif set_prompt_owner.is_prompt_owner = v_before.is_prompt_owner then
    return private.answer_person_change(v_before);
  end if;

  update public.people
  set is_prompt_owner = set_prompt_owner.is_prompt_owner
  where people.id = v_before.id
  returning * into v_after;
  perform private.record_person_change('person.prompt_ownership_changed', v_before, v_after);
  return private.answer_person_change(v_after);
end;
$function$;

create or replace function public.change_person_role (
  person_id uuid,
  version   integer,
  role      public.person_role,
  client_id uuid               default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.change_person_role(person_id, version, role, client_id) $function$;

create or replace function public.offboard_person (
  person_id uuid,
  version   integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.offboard_person(person_id, version) $function$;

create or replace function public.preview_person_change (
  person_id uuid,
  change    jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.preview_person_change(person_id, change) $function$;

create or replace function public.revoke_invitation (
  invitation_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.revoke_invitation(invitation_id) $function$;

create or replace function public.set_project_membership (
  project_id uuid,
  person_id  uuid,
  is_member  boolean
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_project_membership(project_id, person_id, is_member) $function$;

create or replace function public.set_prompt_owner (
  person_id       uuid,
  version         integer,
  is_prompt_owner boolean
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_prompt_owner(person_id, version, is_prompt_owner) $function$;

create trigger tg_people__count_version
  before update on public.people
  for each row
  execute function private.tg_count_version();

comment on function "private"."admits_sign_up"(text, text) is 'Whether the token is of an open invitation for this address, which is nobody''s yet. Executed by the identity provider alone.';

comment on function "private"."answer_person_change"(public.people) is 'The person, and the live projects they lead but do not see: those need another lead.';

comment on function "private"."changes_since"(text, uuid, integer) is 'Answers [{ version, at, by: { id, name }, fields: { field: { from, to } } }], oldest first, from the audit events of a row.';

comment on function "private"."describe_access"(public.people, integer) is 'What a person could see and do once signed in. A role of null is somebody who has left.';

comment on function "private"."describe_difference"(text, uuid[], uuid[]) is
  'Projects of the first list that are not in the second: { <name>: the first 100, <name>_count }.';

comment on function "private"."describe_person"(public.people) is 'A person as the API shows them.';

comment on function "private"."give_role"(public.people, public.person_role, uuid) is
  'The person in the new role. Raises OPINV · OPNFD (no such client) · OPSTA (the last admin).';

comment on function "private"."lock_person"(uuid, uuid) is 'The person, held until the transaction ends. Raises OPNFD (unknown or foreign).';

comment on function "private"."lock_person_as_seen"(uuid, uuid, integer) is
  'The same, unless they were changed since that version or have left. Raises OPNFD · OPINV · OPSTA.';

comment on function "private"."project_ids_of"(public.people) is 'Projects whose rows a person may see: all of the organization for admin and lead, memberships for a member, none for a client or somebody archived.';

comment on function "private"."remove_memberships"(public.people) is 'Answers the projects that the person was a member of.';

comment on function "private"."require_admin_in_turn"() is 'The admin behind the call, while no other admin of the organization changes people. Raises OPAUT · OPDEN.';

comment on function "private"."require_role_and_client"(uuid, public.person_role, uuid) is
  'Raises OPINV (no role, or it does not go with the client) · OPNFD (unknown or foreign client).';

comment on function "public"."change_person_role"(uuid, integer, public.person_role, uuid) is
  'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."offboard_person"(uuid, integer) is 'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."preview_person_change"(uuid, jsonb) is 'Answers { before, after, gained, gained_count, lost, lost_count, leads } for a change { to: role, offboarded, membership or prompt_owner, … }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."revoke_invitation"(uuid) is 'Answers { id, revoked_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."set_project_membership"(uuid, uuid, boolean) is
  'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

comment on function "public"."set_prompt_owner"(uuid, integer, boolean) is 'Answers { person, leads }. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

revoke all on function "private"."admits_sign_up"(text, text) from public;

revoke all on function "private"."answer_person_change"(public.people) from public;

revoke all
  on function "private"."change_person_role"(uuid, integer, public.person_role, uuid)
  from public;

grant execute
  on function "private"."change_person_role"(uuid, integer, public.person_role, uuid)
  to "authenticated";

revoke all on function "private"."changes_since"(text, uuid, integer) from public;

revoke all on function "private"."describe_access"(public.people, integer) from public;

revoke all on function "private"."describe_difference"(text, uuid[], uuid[]) from public;

revoke all on function "private"."describe_person"(public.people) from public;

revoke all on function "private"."give_role"(public.people, public.person_role, uuid) from public;

revoke all on function "private"."lock_person"(uuid, uuid) from public;

revoke all on function "private"."lock_person_as_seen"(uuid, uuid, integer) from public;

revoke all on function "private"."offboard_person"(uuid, integer) from public;

grant execute on function "private"."offboard_person"(uuid, integer) to "authenticated";

revoke all on function "private"."preview_person_change"(uuid, jsonb) from public;

grant execute on function "private"."preview_person_change"(uuid, jsonb) to "authenticated";

revoke all
  on function "private"."record_person_change"(text, public.people, public.people, jsonb, jsonb)
  from public;

revoke all
  on function "private"."refuse_stale_version"(text, uuid, integer, integer, jsonb)
  from public;

revoke all on function "private"."remove_memberships"(public.people) from public;

revoke all on function "private"."require_admin_in_turn"() from public;

revoke all
  on function "private"."require_role_and_client"(uuid, public.person_role, uuid)
  from public;

revoke all on function "private"."revoke_invitation"(uuid) from public;

grant execute on function "private"."revoke_invitation"(uuid) to "authenticated";

revoke all on function "private"."set_project_membership"(uuid, uuid, boolean) from public;

grant execute on function "private"."set_project_membership"(uuid, uuid, boolean) to "authenticated";

revoke all on function "private"."set_prompt_owner"(uuid, integer, boolean) from public;

grant execute on function "private"."set_prompt_owner"(uuid, integer, boolean) to "authenticated";

revoke all
  on function "public"."change_person_role"(uuid, integer, public.person_role, uuid)
  from public;

grant execute
  on function "public"."change_person_role"(uuid, integer, public.person_role, uuid)
  to "authenticated";

revoke all on function "public"."offboard_person"(uuid, integer) from public;

grant execute on function "public"."offboard_person"(uuid, integer) to "authenticated";

revoke all on function "public"."preview_person_change"(uuid, jsonb) from public;

grant execute on function "public"."preview_person_change"(uuid, jsonb) to "authenticated";

revoke all on function "public"."revoke_invitation"(uuid) from public;

grant execute on function "public"."revoke_invitation"(uuid) to "authenticated";

revoke all on function "public"."set_project_membership"(uuid, uuid, boolean) from public;

grant execute on function "public"."set_project_membership"(uuid, uuid, boolean) to "authenticated";

revoke all on function "public"."set_prompt_owner"(uuid, integer, boolean) from public;

grant execute on function "public"."set_prompt_owner"(uuid, integer, boolean) to "authenticated";
