-- Unlocks a week for a person, or for everyone. Raises the errors of private.set_week_lock.
create or replace function private.unlock_week(week_on date, person_id uuid default null)
returns jsonb
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$ select private.set_week_lock(week_on, person_id, false) $$;

create or replace function public.unlock_week(week_on date, person_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.unlock_week(week_on, person_id) $$;

grant execute on function private.unlock_week(date, uuid) to authenticated;
grant execute on function public.unlock_week(date, uuid) to authenticated;
comment on function public.unlock_week(date, uuid) is
  'Returns { week_on, people }. Raises OPAUT · OPDEN · OPINV · OPNFD.';
