-- The caller's running timer; null without one.
-- Raises OPAUT · OPDEN (no organization, client).
create or replace function private.get_timer()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return (select private.timer_json(timers) from private.timers where timers.person_id = v_viewer.id);
end;
$$;

create or replace function public.get_timer()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_timer() $$;

grant execute on function private.get_timer() to authenticated;
grant execute on function public.get_timer() to authenticated;
comment on function public.get_timer() is 'Returns { project, task, note, started_at } or null. Raises OPAUT · OPDEN.';
