-- Checks whether the caller may use the portal's route at all, before the request is parsed. The functions behind
-- the route check again.
-- Raises OPAUT · OPDEN (role member, or no organization).
create or replace function private.require_portal_viewer()
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role = 'member' then
    raise exception using
      errcode = 'OPDEN', message = 'The portal is for clients, admins and leads', hint = 'role_not_allowed';
  end if;
end;
$$;

create or replace function public.require_portal_viewer()
returns void
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.require_portal_viewer() $$;

grant execute on function private.require_portal_viewer() to authenticated;
grant execute on function public.require_portal_viewer() to authenticated;

comment on function public.require_portal_viewer() is
  'Returns nothing when the caller is a client contact, admin or lead. Raises OPAUT · OPDEN.';
