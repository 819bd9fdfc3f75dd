-- A person's hours in a week: a row per project and task, a column per day, with totals, expected hours and the lock.
-- Everyone reads their own hours, and admins and leads read everyone's. Hours on projects that the caller no longer
-- sees count only in the totals.
-- Raises OPAUT · OPDEN (no organization, client, not_your_hours) · OPINV (invalid_week) · OPNFD (person_not_found).
create or replace function private.get_timesheet(person_id uuid default null, week_on date default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_person public.people;
  v_today date := private.organization_today(v_viewer.organization_id);
  v_week date;
  v_project_ids uuid[] := private.project_ids_of(v_viewer);
  v_summary jsonb;
begin
  v_person := private.require_hours_of(v_viewer, coalesce(get_timesheet.person_id, v_viewer.id));
  if week_on not between '0002-01-01' and '9998-12-31' then
    raise exception using errcode = 'OPINV', message = 'Enter a day in the week, such as 2026-03-02', hint = 'invalid_week';
  end if;
  v_week := private.week_begin(v_viewer.organization_id, coalesce(get_timesheet.week_on, v_today));
  v_summary := private.week_summary(v_person, v_week, v_viewer);
  return v_summary || jsonb_build_object(
    'person', jsonb_build_object('id', v_person.id, 'name', v_person.name),
    'today', v_today,
    'time_zone', (select organizations.time_zone from public.organizations
                  where organizations.id = v_viewer.organization_id),
    'rows', private.timesheet_rows(v_person.id, v_week, v_project_ids),
    'hidden_hours', (
      select coalesce(sum(time_entries.hours), 0) from public.time_entries
      where time_entries.person_id = v_person.id and time_entries.spent_on between v_week and v_week + 6
        and time_entries.project_id <> all (v_project_ids)),
    'can_edit', v_summary -> 'lock' = 'null',
    'can_lock', v_viewer.role in ('admin', 'lead'),
    'changes', private.hours_changes_json(array(
      select changes.id from private.hours_changes as changes
      where changes.person_id = v_person.id and changes.spent_on between v_week and v_week + 6
        and changes.project_id = any (v_project_ids)
      order by changes.changed_at desc, changes.id limit 50), v_viewer));
end;
$$;

-- { week_on, days, hours, expected_hours, lock } of a person's week.
create or replace function private.week_summary(person public.people, week_on date, viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  with day_hours as (
    select time_entries.spent_on, sum(time_entries.hours) as hours
    from public.time_entries
    where time_entries.person_id = person.id and time_entries.spent_on between week_on and week_on + 6
    group by time_entries.spent_on
  ),
  days as (
    select
      week_on + position as day,
      coalesce(day_hours.hours, 0) as hours,
      coalesce((private.working_hours_of(person.organization_id)
        -> extract(isodow from week_on + position)::text ->> 'hours')::numeric, 0) as expected_hours
    from generate_series(0, 6) as position
    left join day_hours on day_hours.spent_on = week_on + position
  )
  select jsonb_build_object(
    'week_on', week_on,
    'days', jsonb_agg(jsonb_build_object(
      'day', days.day, 'hours', days.hours, 'expected_hours', days.expected_hours) order by days.day),
    'hours', sum(days.hours),
    'expected_hours', sum(days.expected_hours),
    'lock', (
      select jsonb_build_object(
        'locked_by', private.visible_name(week_locks.locked_by, viewer), 'locked_at', week_locks.locked_at)
      from private.week_locks
      where week_locks.person_id = person.id and week_locks.week_on between week_summary.week_on - 6 and week_summary.week_on + 6
      order by week_locks.week_on limit 1))
  from days
$$;

create or replace function private.timesheet_rows(person_id uuid, week_on date, project_ids uuid[])
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  with entries as (
    select time_entries.*
    from public.time_entries
    where time_entries.person_id = timesheet_rows.person_id
      and time_entries.spent_on between week_on and week_on + 6
      and time_entries.project_id = any (project_ids)
  ),
  lines as (select distinct entries.project_id, entries.task_id from entries),
  cells as (
    select lines.project_id, lines.task_id, week_on + position as day,
      coalesce(sum(entries.hours), 0) as hours,
      coalesce(jsonb_agg(private.entry_json(cell_entries) order by cell_entries.created_at, cell_entries.id)
        filter (where cell_entries.id is not null), '[]') as entries
    from lines
    cross join generate_series(0, 6) as position
    left join entries
      on entries.project_id = lines.project_id and entries.task_id is not distinct from lines.task_id
     and entries.spent_on = week_on + position
    left join public.time_entries as cell_entries on cell_entries.id = entries.id
    group by lines.project_id, lines.task_id, position
  ),
  rows as (
    select cells.project_id, cells.task_id, sum(cells.hours) as hours,
      jsonb_agg(jsonb_build_object('day', cells.day, 'hours', cells.hours, 'entries', cells.entries)
        order by cells.day) as days
    from cells
    group by cells.project_id, cells.task_id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'project', jsonb_build_object(
      'id', projects.id, 'name', projects.name, 'is_archived', projects.archived_at is not null),
    'task', case when tasks.id is not null then private.task_reference(tasks.id) end,
    'days', rows.days,
    'hours', rows.hours)
    order by lower(projects.name), projects.id, tasks.id is not null, lower(tasks.title), tasks.id), '[]')
  from rows
  join public.projects on projects.id = rows.project_id
  left join public.tasks on tasks.id = rows.task_id
$$;

-- Changes of a person's hours by other people, in the order of the ids.
create or replace function private.hours_changes_json(change_ids uuid[], viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', changes.id,
    'at', changes.changed_at,
    'by', private.visible_name(changes.actor_id, viewer),
    'code', changes.code,
    'entry_id', changes.entry_id,
    'project', jsonb_build_object('id', projects.id, 'name', projects.name),
    'spent_on', changes.spent_on,
    'hours', changes.hours,
    'fields', changes.fields) order by input.position), '[]')
  from unnest(change_ids) with ordinality as input (id, position)
  join private.hours_changes as changes on changes.id = input.id
  join public.projects on projects.id = changes.project_id
$$;

create or replace function public.get_timesheet(person_id uuid default null, week_on date default null)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_timesheet(person_id, week_on) $$;

grant execute on function private.get_timesheet(uuid, date) to authenticated;
grant execute on function public.get_timesheet(uuid, date) to authenticated;
comment on function public.get_timesheet(uuid, date) is
  'Returns { person, week_on, today, time_zone, days, rows, hours, expected_hours, hidden_hours, lock, can_edit, can_lock, changes }. Raises OPAUT · OPDEN · OPINV · OPNFD.';
