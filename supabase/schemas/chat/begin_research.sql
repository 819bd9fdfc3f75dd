-- Admits a question for the public web. It reads nothing that the answer could reveal, neither a project nor the
-- prompt.
-- Raises OPAUT · OPDEN (members and client contacts, or no organization) · OPLIM (rate_limited).
create or replace function private.begin_research()
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  perform private.consume_rate_limit(v_viewer, 'research', private.rate_limit_of('research'), 60);
end;
$$;

create or replace function public.begin_research()
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_research() $$;

grant execute on function private.begin_research() to authenticated;
grant execute on function public.begin_research() to authenticated;
comment on function public.begin_research() is
  'Returns nothing when an admin or lead may ask the public web now. Raises OPAUT · OPDEN · OPLIM.';
