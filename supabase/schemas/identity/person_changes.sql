-- Shared by the commands that change people: find and lock the person, check a name or an address, assign a role, remove
-- memberships, describe a person.

create or replace function private.lock_person(organization_id uuid, person_id uuid)
returns public.people
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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
$$;
comment on function private.lock_person(uuid, uuid) is
  'The person, locked until the transaction ends. Raises OPNFD (unknown or foreign).';

create or replace function private.lock_person_version(
  organization_id uuid,
  person_id uuid,
  version integer
)
returns public.people
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person public.people := private.lock_person(organization_id, person_id);
begin
  perform private.refuse_stale_version(
    'person', v_person.id, lock_person_version.version, v_person.version,
    private.describe_person(v_person));
  if v_person.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This person was offboarded. Invite them again to bring them back',
      hint = 'person_archived';
  end if;
  return v_person;
end;
$$;
comment on function private.lock_person_version(uuid, uuid, integer) is
  'The person, locked until the transaction ends. Raises OPNFD · OPINV · OPSTA (changed since that version, or has left).';

-- Locks people for a merge, always in the same order. The lock is weaker than that of lock_person: rows that refer to
-- one of them can still be written, and their writer may have locked a project or a task that the merge will change.
create or replace function private.lock_people(organization_id uuid, person_ids uuid[])
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from public.people
  where people.organization_id = lock_people.organization_id and people.id = any (person_ids)
  order by people.id
  for no key update;
end;
$$;

create or replace function private.require_person(organization_id uuid, person_id uuid)
returns public.people
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person public.people;
begin
  select * into v_person
  from public.people
  where people.id = require_person.person_id and people.organization_id = require_person.organization_id;
  if v_person.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person', hint = 'person_not_found';
  end if;
  return v_person;
end;
$$;
comment on function private.require_person(uuid, uuid) is 'The person. Raises OPNFD (unknown or foreign).';

create or replace function private.require_name(name text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
  end if;
  return btrim(name);
end;
$$;
comment on function private.require_name(text) is 'The name without spaces around it. Raises OPINV.';

create or replace function private.require_email(email text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text := lower(btrim(email));
begin
  if v_email is null or char_length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using
      errcode = 'OPINV', message = 'Enter an email address', hint = 'invalid_email';
  end if;
  return v_email;
end;
$$;
comment on function private.require_email(text) is 'The address in lower case. Raises OPINV.';

create or replace function private.refuse_taken_email(organization_id uuid, email text, except_person_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner public.people;
begin
  select * into v_owner
  from public.people
  where people.organization_id = refuse_taken_email.organization_id
    and people.email = refuse_taken_email.email
    and people.archived_at is null
    and people.id is distinct from except_person_id;
  if v_owner.id is not null then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s has this address. If both are the same person, merge them', v_owner.name),
      hint = 'email_taken',
      detail = jsonb_build_object('person', jsonb_build_object('id', v_owner.id, 'name', v_owner.name))::text;
  end if;
end;
$$;
comment on function private.refuse_taken_email(uuid, text, uuid) is
  'Raises OPSTA (email_taken, with { person }) if another person of the organization has the address.';

-- Imports still match a former name. If a former name is restored, the name in between was a mistake, and must not
-- match a person who really has it.
create or replace function private.remember_name(person public.people, new_name text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person.name = new_name then
    return;
  end if;
  delete from private.person_former_names
  where person_former_names.person_id = person.id and person_former_names.name = new_name;
  if not found then
    insert into private.person_former_names (person_id, organization_id, name)
    values (person.id, person.organization_id, person.name)
    on conflict do nothing;
  end if;
end;
$$;

create or replace function private.describe_person(person public.people)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', person.id,
    'name', person.name,
    'email', person.email,
    'role', person.role,
    'is_employee', person.is_employee,
    'is_prompt_owner', person.is_prompt_owner,
    'client_id', person.client_id,
    'version', person.version,
    'archived_at', person.archived_at,
    'merged_into_id', person.merged_into_id)
$$;
comment on function private.describe_person(public.people) is 'A person as the API shows them.';

-- A contact belongs to one client, and other people belong to none. Other people stay employees or freelancers; a
-- contact who gets another role becomes an employee, as a newly invited person does. Only admins and leads can own the
-- prompt, and contacts cannot be members of projects.
create or replace function private.give_role(
  person public.people,
  role public.person_role,
  client_id uuid
)
returns public.people
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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
$$;
comment on function private.give_role(public.people, public.person_role, uuid) is
  'The person in the new role. Raises OPINV · OPNFD (no such client) · OPSTA (the last admin).';

create or replace function private.require_role_and_client(
  organization_id uuid,
  role public.person_role,
  client_id uuid
)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if require_role_and_client.role is null then
    raise exception using errcode = 'OPINV', message = 'Choose a role', hint = 'role_missing';
  end if;
  if (require_role_and_client.role = 'client') <> (require_role_and_client.client_id is not null) then
    raise exception using
      errcode = 'OPINV',
      message = 'A client contact needs a client, and other roles have none',
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
$$;
comment on function private.require_role_and_client(uuid, public.person_role, uuid) is
  'Raises OPINV (no role, or a role and client that do not match) · OPNFD (unknown or foreign client).';

create or replace function private.remove_memberships(person public.people)
returns uuid[]
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  with memberships as (
    delete from public.project_members
    where project_members.person_id = (remove_memberships.person).id
    returning project_members.project_id
  )
  select coalesce(array_agg(memberships.project_id order by memberships.project_id), '{}') from memberships
$$;
comment on function private.remove_memberships(public.people) is 'Returns the projects that the person was a member of.';

-- Records the audit event of a change: the columns that differ, and the differences outside the row.
create or replace function private.record_person_change(
  action text,
  before public.people,
  after public.people,
  beside_before jsonb default '{}',
  beside_after jsonb default '{}'
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.record_row_change(
    (after).organization_id, record_person_change.action, 'person', (after).id,
    to_jsonb(before) || beside_before, to_jsonb(after) || beside_after);
end;
$$;

create or replace function private.person_change_json(person public.people)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
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
$$;
comment on function private.person_change_json(public.people) is
  'The person, and the live projects that they lead but cannot see: these need another lead.';
