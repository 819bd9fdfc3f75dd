-- A week of everyone in the organization: hours per day, total and lock. Offboarded people appear in the weeks in which
-- they have hours.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (invalid_week).
create or replace function private.get_team_week(week_on date default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_today date := private.organization_today(v_viewer.organization_id);
  v_week date;
  v_working_hours jsonb := private.working_hours_of(v_viewer.organization_id);
  v_days jsonb;
  v_people jsonb;
begin
  if week_on not between '0002-01-01' and '9998-12-31' then
    raise exception using errcode = 'OPINV', message = 'Enter a day in the week, such as 2026-03-02', hint = 'invalid_week';
  end if;
  v_week := private.week_begin(v_viewer.organization_id, coalesce(get_team_week.week_on, v_today));
  select jsonb_agg(jsonb_build_object(
    'day', v_week + position,
    'expected_hours',
    coalesce((v_working_hours -> extract(isodow from v_week + position)::text ->> 'hours')::numeric, 0))
    order by position)
  into v_days
  from generate_series(0, 6) as position;

  with day_hours as (
    select time_entries.person_id, time_entries.spent_on, sum(time_entries.hours) as hours
    from public.people
    join public.time_entries on time_entries.person_id = people.id
    where people.organization_id = v_viewer.organization_id
      and time_entries.spent_on between v_week and v_week + 6
    group by time_entries.person_id, time_entries.spent_on
  ),
  team as (
    select people.id, people.name from public.people
    where people.organization_id = v_viewer.organization_id and people.role <> 'client'
      and people.merged_into_id is null
      and (people.archived_at is null or exists (select from day_hours where day_hours.person_id = people.id))
  ),
  weeks as (
    select team.id, jsonb_agg(coalesce(day_hours.hours, 0) order by position) as days,
      coalesce(sum(day_hours.hours), 0) as hours
    from team
    cross join generate_series(0, 6) as position
    left join day_hours on day_hours.person_id = team.id and day_hours.spent_on = v_week + position
    group by team.id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'person', jsonb_build_object('id', team.id, 'name', team.name),
    'days', weeks.days,
    'hours', weeks.hours,
    'lock', (
      select jsonb_build_object(
        'locked_by', private.visible_name(week_locks.locked_by, v_viewer), 'locked_at', week_locks.locked_at)
      from private.week_locks
      where week_locks.person_id = team.id and week_locks.week_on between v_week - 6 and v_week + 6
      order by week_locks.week_on limit 1))
    order by lower(team.name), team.id), '[]')
  into v_people
  from team
  join weeks on weeks.id = team.id;
  return jsonb_build_object('week_on', v_week, 'today', v_today, 'days', v_days, 'people', v_people);
end;
$$;

create or replace function public.get_team_week(week_on date default null)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_team_week(week_on) $$;

grant execute on function private.get_team_week(date) to authenticated;
grant execute on function public.get_team_week(date) to authenticated;
comment on function public.get_team_week(date) is
  'Returns { week_on, today, days, people: [{ person, days, hours, lock }] }. Raises OPAUT · OPDEN · OPINV.';
