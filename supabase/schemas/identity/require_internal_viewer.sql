-- Checks whether the caller may use this route at all, before the request is parsed, so that a role without access
-- learns nothing and costs nothing. The functions behind the route check again.

create or replace function public.require_internal_viewer()
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_internal_viewer();
end;
$$;

comment on function public.require_internal_viewer() is
  'Returns nothing when the caller is admin, lead or member. Raises OPAUT · OPDEN.';

grant execute on function public.require_internal_viewer() to authenticated;
grant execute on function private.require_internal_viewer() to authenticated;
