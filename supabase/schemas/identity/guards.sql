-- The checks with which commands begin. They refuse first a caller who is not signed in (401), then one without an
-- organization (403), then one without the role (403).

create or replace function private.require_viewer()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
begin
  if private.user_id() is null then
    if private.is_open_session(private.session_id()) and private.must_enter_second_factor() then
      raise exception using
        errcode = 'OPAUT',
        message = 'Enter the code of your second factor to finish signing in',
        hint = 'second_factor_missing';
    end if;
    raise exception using
      errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if v_viewer.id is null then
    raise exception using
      errcode = 'OPDEN',
      message = 'You are signed in, but don''t belong to an organization yet. Ask an admin for an invitation',
      hint = 'no_membership';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_viewer() is
  'The person behind the call. Raises OPAUT (no one is signed in) · OPDEN (no organization).';

create or replace function private.require_internal_viewer()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role = 'client' then
    raise exception using
      errcode = 'OPDEN', message = 'Client contacts cannot use this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_internal_viewer() is
  'The admin, lead or member behind the call. Raises OPAUT · OPDEN.';

create or replace function private.require_lead()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN', message = 'Only an admin or a lead can do this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_lead() is
  'The admin or lead behind the call. Raises OPAUT · OPDEN.';

create or replace function private.require_admin()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role <> 'admin' then
    raise exception using
      errcode = 'OPDEN', message = 'Only an admin can do this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_admin() is
  'The admin behind the call. Raises OPAUT · OPDEN.';

-- Within an organization, changes of people wait for each other, and the role is checked again after the wait, so that
-- an admin who was just demoted demotes no one. FOR NO KEY UPDATE suffices, and lets other commands refer to the row.
create or replace function private.require_admin_in_turn()
returns public.people
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
begin
  perform 1 from public.organizations
  where organizations.id = v_viewer.organization_id
  for no key update;
  return private.require_admin();
end;
$$;
comment on function private.require_admin_in_turn() is
  'The admin behind the call. Until the transaction ends, no other admin of the organization can change people. Raises OPAUT · OPDEN.';
