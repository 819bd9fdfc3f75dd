-- One running timer per person. Stopping it logs the hours; a timer that ran past midnight becomes an entry per day.

create or replace function private.timer_json(timer private.timers)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select case when timer.person_id is not null then jsonb_build_object(
    'project', (
      select jsonb_build_object(
        'id', projects.id, 'name', projects.name, 'is_archived', projects.archived_at is not null)
      from public.projects where projects.id = timer.project_id),
    'task', private.task_reference(timer.task_id),
    'note', timer.note,
    'started_at', timer.started_at) end
$$;

create or replace function private.task_reference(task_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', tasks.id, 'title', case when tasks.hidden_at is null then tasks.title else 'Hidden task' end, 'status', tasks.status)
  from public.tasks where tasks.id = task_reference.task_id
$$;

-- Hours per day between two instants, rounded up to a hundredth of an hour; days begin at the zone's midnight.
create or replace function private.hours_by_day(started_at timestamptz, ended_at timestamptz, zone text)
returns table (day date, hours numeric)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select part.day, round(greatest(ceil(part.seconds / 36) / 100, 0.01), 2)
  from (
    select
      days.day::date as day,
      extract(epoch from
        least(ended_at, (days.day::date + 1)::timestamp at time zone zone)
        - greatest(started_at, days.day::date::timestamp at time zone zone)) as seconds
    from generate_series(
      (started_at at time zone zone)::date::timestamp, (ended_at at time zone zone)::date::timestamp,
      interval '1 day') as days (day)
  ) as part
  where part.seconds > 0 or started_at = ended_at
  order by part.day
$$;
