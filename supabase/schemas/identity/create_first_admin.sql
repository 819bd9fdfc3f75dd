-- Creates the first organization and its admin. It works once per database, and only for the database owner: no API
-- role may execute it. `npm run first-admin` calls it.
-- Raises OPSTA (an organization exists already) · OPINV (unknown time zone or user).
create or replace function private.create_first_admin(
  organization_name text,
  email_domain text,
  currency text,
  time_zone text,
  admin_email text,
  admin_name text,
  user_id uuid
)
returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_organization_id uuid;
  v_person_id uuid;
begin
  lock table public.organizations in share row exclusive mode;
  if exists (select 1 from public.organizations) then
    raise exception using
      errcode = 'OPSTA',
      message = 'An organization already exists. Its admins invite everyone else',
      hint = 'organization_exists';
  end if;
  if not exists (
    select 1 from pg_catalog.pg_timezone_names where name = create_first_admin.time_zone
  ) then
    raise exception using
      errcode = 'OPINV',
      message = format('%L is not an IANA time zone', create_first_admin.time_zone),
      hint = 'unknown_time_zone';
  end if;
  if not exists (select 1 from auth.users where users.id = create_first_admin.user_id) then
    raise exception using
      errcode = 'OPINV', message = 'There is no such user', hint = 'unknown_user';
  end if;

  insert into public.organizations (name, email_domain, currency, time_zone)
  values (organization_name, create_first_admin.email_domain, create_first_admin.currency,
          create_first_admin.time_zone)
  returning id into v_organization_id;

  insert into public.people (organization_id, user_id, email, name, role, is_employee, is_prompt_owner)
  values (v_organization_id, create_first_admin.user_id, lower(btrim(admin_email)), admin_name,
          'admin', true, true)
  returning id into v_person_id;

  perform private.record_audit_event(
    v_organization_id, 'organization.founded', 'organization', v_organization_id,
    null, jsonb_build_object('admin_person_id', v_person_id));
  return v_person_id;
end;
$$;

comment on function private.create_first_admin(text, text, text, text, text, text, uuid) is
  'Creates the first organization with its admin and returns the person''s id. Raises OPSTA · OPINV.';
