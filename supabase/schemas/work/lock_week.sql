-- Locks a week, so that the hours of a person, or of everyone, no longer change; or unlocks it. Repeating it
-- changes nothing.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (invalid_week) · OPNFD (person_not_found).
create or replace function private.set_week_lock(week_on date, person_id uuid, is_locked boolean)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_week date;
  v_ids uuid[];
  v_count integer;
begin
  if week_on is null or week_on not between '0002-01-01' and '9998-12-31' then
    raise exception using errcode = 'OPINV', message = 'Enter a day in the week, such as 2026-03-02', hint = 'invalid_week';
  elsif person_id is not null then
    perform private.require_hours_of(v_viewer, person_id);
  end if;
  v_week := private.week_begin(v_viewer.organization_id, set_week_lock.week_on);
  -- FOR UPDATE makes concurrent changes of hours finish before the lock, or wait and be refused.
  v_ids := array(
    select people.id from public.people
    where people.organization_id = v_viewer.organization_id
      and (people.id = set_week_lock.person_id
           or (set_week_lock.person_id is null and people.role <> 'client' and people.merged_into_id is null))
    order by people.id
    for update);
  if is_locked then
    insert into private.week_locks (organization_id, person_id, week_on, locked_by)
    select v_viewer.organization_id, id, v_week, v_viewer.id from unnest(v_ids) as id
    on conflict do nothing;
  else
    -- Weeks may have begun on another weekday when the week was locked.
    delete from private.week_locks
    where week_locks.person_id = any (v_ids) and week_locks.week_on between v_week - 6 and v_week + 6;
  end if;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform private.record_audit_event(
      v_viewer.organization_id, case when is_locked then 'week.locked' else 'week.unlocked' end, 'week',
      set_week_lock.person_id, jsonb_build_object('is_locked', not is_locked),
      jsonb_build_object('is_locked', is_locked, 'week_on', v_week, 'people', v_count));
  end if;
  return jsonb_build_object('week_on', v_week, 'people', v_count);
end;
$$;

create or replace function private.lock_week(week_on date, person_id uuid default null)
returns jsonb
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$ select private.set_week_lock(week_on, person_id, true) $$;

create or replace function public.lock_week(week_on date, person_id uuid default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.lock_week(week_on, person_id) $$;

grant execute on function private.lock_week(date, uuid) to authenticated;
grant execute on function public.lock_week(date, uuid) to authenticated;
comment on function public.lock_week(date, uuid) is
  'Returns { week_on, people }: the first day of the week, and how many people''s weeks changed. Raises OPAUT · OPDEN · OPINV · OPNFD.';
