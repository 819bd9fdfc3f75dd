-- Checks whether the caller may import, before the file is parsed, so that files of other callers cost nothing.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.require_importer()
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_lead();
end;
$$;

create or replace function public.require_importer()
returns void
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.require_importer() $$;

grant execute on function private.require_importer() to authenticated;
grant execute on function public.require_importer() to authenticated;

comment on function public.require_importer() is
  'Returns nothing when the caller may import. Raises OPAUT · OPDEN.';
