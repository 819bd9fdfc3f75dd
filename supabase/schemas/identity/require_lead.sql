create or replace function public.require_lead()
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_lead();
end;
$$;

comment on function public.require_lead() is
  'Returns nothing when the caller is admin or lead. Raises OPAUT · OPDEN.';

grant execute on function public.require_lead() to authenticated;
grant execute on function private.require_lead() to authenticated;
