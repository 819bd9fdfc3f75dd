-- The events of a project, by day in the organization's time zone: whole days, newest first, at most `day_limit` days
-- with an event of the requested kinds (all kinds if `kinds` is null). Reads under the caller's own policies; rows that
-- they may not read (the audit events, for a member) are absent. It first finds the days, each by one index lookup per
-- kind, and then reads the rows between the newest and the oldest day, so that the cost depends on the days shown and
-- not on the size of the project. A new kind is a value of the type and one branch in each of the two lists.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (day_limit_out_of_range) · OPNFD (project_not_found).
create or replace function public.get_project_timeline(
  project_id uuid,
  before date default null,
  day_limit integer default 30,
  kinds public.timeline_kind[] default null
)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_zone text;
  v_kinds public.timeline_kind[] := coalesce(kinds, enum_range(null::public.timeline_kind));
  -- Within the dates that can be stored, so that no sum of days overflows its type.
  v_before date := greatest(least(before, date '10000-01-01'), date '0001-01-01');
  v_days date[];
  v_newest_day date;
  v_oldest_day date;
  v_entries jsonb;
begin
  select * into v_scope from private.effective_scope(null);
  if day_limit is null or day_limit not between 1 and 90 then
    raise exception using
      errcode = 'OPINV', message = 'Choose a limit from 1 to 90 days', hint = 'day_limit_out_of_range';
  end if;
  if project_id is null or project_id <> all (v_scope.project_ids) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select organizations.time_zone into v_zone
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;

  -- An instant is first compared with the end of the day, for the index, and then by its own day: when clocks go back
  -- over midnight, a day has two beginnings.
  with recursive days (day, position) as (
    select v_before, 0
    union all
    select earlier_day.day, days.position + 1
    from days
    cross join lateral (
      select candidates.day
      from (
        (
          select (status_updates.created_at at time zone v_zone)::date as day
          from public.status_updates
          where 'status_update' = any (v_kinds)
            and status_updates.project_id = get_project_timeline.project_id
            and status_updates.created_at < (days.day + 1)::timestamp at time zone v_zone
            and (status_updates.created_at at time zone v_zone)::date < days.day
          order by status_updates.created_at desc
          limit 1
        )
        union all
        (
          select (portfolio_classifications.created_at at time zone v_zone)::date
          from public.portfolio_classifications
          where 'classification' = any (v_kinds)
            and portfolio_classifications.project_id = get_project_timeline.project_id
            and portfolio_classifications.created_at < (days.day + 1)::timestamp at time zone v_zone
            and (portfolio_classifications.created_at at time zone v_zone)::date < days.day
          order by portfolio_classifications.created_at desc
          limit 1
        )
        union all
        (
          select (audit_events.occurred_at at time zone v_zone)::date
          from public.audit_events
          where 'project_changed' = any (v_kinds)
            and audit_events.object_id = get_project_timeline.project_id
            and audit_events.action = 'project.updated'
            and audit_events.occurred_at < (days.day + 1)::timestamp at time zone v_zone
            and (audit_events.occurred_at at time zone v_zone)::date < days.day
          order by audit_events.occurred_at desc
          limit 1
        )
        union all
        (
          select tasks.completed_on
          from public.tasks
          where 'tasks_completed' = any (v_kinds)
            and tasks.project_id = get_project_timeline.project_id
            and tasks.status = 'done'
            and tasks.archived_at is null
            and tasks.completed_on < days.day
          order by tasks.completed_on desc
          limit 1
        )
        union all
        (
          select tasks.started_on
          from public.tasks
          where 'tasks_started' = any (v_kinds)
            and tasks.project_id = get_project_timeline.project_id
            and tasks.archived_at is null
            and tasks.started_on < days.day
          order by tasks.started_on desc
          limit 1
        )
        union all
        (
          select time_entries.spent_on
          from public.time_entries
          where 'hours' = any (v_kinds)
            and time_entries.project_id = get_project_timeline.project_id
            and time_entries.spent_on < days.day
          order by time_entries.spent_on desc
          limit 1
        )
      ) as candidates
      order by candidates.day desc
      limit 1
    ) as earlier_day
    -- One day more than requested, to show whether there is an earlier one.
    where days.position <= day_limit
  )
  select array_agg(days.day order by days.position) into v_days
  from days
  where days.position > 0;
  v_newest_day := v_days[1];
  v_oldest_day := v_days[least(day_limit, cardinality(v_days))];

  select jsonb_agg(
    jsonb_build_object('day', entries.day, 'at', entries.at, 'kind', entries.kind) || entries.content
    order by entries.day desc, entries.at desc nulls last, entries.kind, entries.content ->> 'id')
  into v_entries
  from (
    select
      (status_updates.created_at at time zone v_zone)::date as day,
      status_updates.created_at as at,
      'status_update'::public.timeline_kind as kind,
      jsonb_build_object(
        'id', status_updates.id,
        'by', jsonb_build_object('id', status_updates.author_id, 'name', people.name),
        'health', status_updates.health,
        'summary', status_updates.summary,
        'risks', status_updates.risks,
        'next_steps', status_updates.next_steps,
        'version', status_updates.version,
        'corrected_at', status_updates.corrected_at
      ) as content
    from public.status_updates
    left join public.people on people.id = status_updates.author_id
    where 'status_update' = any (v_kinds)
      and status_updates.project_id = get_project_timeline.project_id
      and status_updates.created_at >= (v_oldest_day - 1)::timestamp at time zone v_zone
      and status_updates.created_at < (v_newest_day + 1)::timestamp at time zone v_zone
      and (status_updates.created_at at time zone v_zone)::date between v_oldest_day and v_newest_day
    union all
    select
      (portfolio_classifications.created_at at time zone v_zone)::date,
      portfolio_classifications.created_at,
      'classification',
      jsonb_build_object(
        'id', portfolio_classifications.id,
        'by', jsonb_build_object('id', portfolio_classifications.classified_by, 'name', people.name),
        'from', case when previous_classification.id is not null then jsonb_build_object(
          'tier', previous_classification.tier, 'service_line', previous_classification.service_line,
          'risk', previous_classification.risk) end,
        'to', jsonb_build_object(
          'tier', portfolio_classifications.tier,
          'service_line', portfolio_classifications.service_line,
          'risk', portfolio_classifications.risk),
        'reason', portfolio_classifications.reason
      )
    from public.portfolio_classifications
    left join public.portfolio_classifications as previous_classification
      on previous_classification.project_id = get_project_timeline.project_id
      and previous_classification.version = portfolio_classifications.version - 1
    left join public.people on people.id = portfolio_classifications.classified_by
    where 'classification' = any (v_kinds)
      and portfolio_classifications.project_id = get_project_timeline.project_id
      and portfolio_classifications.created_at >= (v_oldest_day - 1)::timestamp at time zone v_zone
      and portfolio_classifications.created_at < (v_newest_day + 1)::timestamp at time zone v_zone
      and (portfolio_classifications.created_at at time zone v_zone)::date between v_oldest_day and v_newest_day
    union all
    select
      (audit_events.occurred_at at time zone v_zone)::date,
      audit_events.occurred_at,
      'project_changed',
      jsonb_build_object(
        'id', audit_events.id,
        'by', case when audit_events.actor_person_id is not null then
          jsonb_build_object('id', audit_events.actor_person_id, 'name', people.name) end,
        'changes', (
          select coalesce(jsonb_object_agg(
            field.key, jsonb_build_object('from', audit_events.before -> field.key, 'to', field.value)), '{}')
          from jsonb_each(audit_events.after) as field
          where field.value is distinct from audit_events.before -> field.key
            and field.key not in ('version', 'updated_at')
        )
      )
    from public.audit_events
    left join public.people on people.id = audit_events.actor_person_id
    where 'project_changed' = any (v_kinds)
      and audit_events.object_id = get_project_timeline.project_id
      and audit_events.action = 'project.updated'
      and audit_events.occurred_at >= (v_oldest_day - 1)::timestamp at time zone v_zone
      and audit_events.occurred_at < (v_newest_day + 1)::timestamp at time zone v_zone
      and (audit_events.occurred_at at time zone v_zone)::date between v_oldest_day and v_newest_day
    union all
    select
      tasks.completed_on,
      null,
      'tasks_completed',
      jsonb_build_object(
        'count', count(*),
        'tasks', to_jsonb((array_agg(
          jsonb_build_object('id', tasks.id, 'title', tasks.title)
          order by tasks.priority nulls last, tasks.title, tasks.id))[1:5])
      )
    from public.tasks
    where 'tasks_completed' = any (v_kinds)
      and tasks.project_id = get_project_timeline.project_id
      and tasks.status = 'done'
      and tasks.archived_at is null
      and tasks.completed_on between v_oldest_day and v_newest_day
    group by tasks.completed_on
    union all
    select
      tasks.started_on,
      null,
      'tasks_started',
      jsonb_build_object(
        'count', count(*),
        'tasks', to_jsonb((array_agg(
          jsonb_build_object('id', tasks.id, 'title', tasks.title)
          order by tasks.priority nulls last, tasks.title, tasks.id))[1:5])
      )
    from public.tasks
    where 'tasks_started' = any (v_kinds)
      and tasks.project_id = get_project_timeline.project_id
      and tasks.archived_at is null
      and tasks.started_on between v_oldest_day and v_newest_day
    group by tasks.started_on
    union all
    -- A line per person, and one per day whose person_id is null.
    select
      day_hours.spent_on,
      null,
      'hours',
      jsonb_build_object(
        'hours', max(day_hours.hours) filter (where day_hours.person_id is null),
        'entry_count', max(day_hours.entry_count) filter (where day_hours.person_id is null),
        'task_count', max(day_hours.task_count) filter (where day_hours.person_id is null),
        'people', jsonb_agg(
          jsonb_build_object('id', day_hours.person_id, 'name', people.name, 'hours', day_hours.hours)
          order by day_hours.hours desc, people.name, day_hours.person_id)
          filter (where day_hours.person_id is not null)
      )
    from (
      select
        time_entries.spent_on,
        time_entries.person_id,
        sum(time_entries.hours) as hours,
        count(*) as entry_count,
        count(distinct time_entries.task_id) as task_count
      from public.time_entries
      where 'hours' = any (v_kinds)
        and time_entries.project_id = get_project_timeline.project_id
        and time_entries.spent_on between v_oldest_day and v_newest_day
      group by time_entries.spent_on, rollup (time_entries.person_id)
    ) as day_hours
    left join public.people on people.id = day_hours.person_id
    group by day_hours.spent_on
  ) as entries;

  return jsonb_build_object(
    'project_id', project_id,
    'entries', coalesce(v_entries, '[]'),
    'next_before', case when cardinality(v_days) > day_limit then v_oldest_day end
  );
end;
$$;

grant execute on function public.get_project_timeline(uuid, date, integer, public.timeline_kind[]) to authenticated;

comment on function public.get_project_timeline(uuid, date, integer, public.timeline_kind[]) is
  'Returns { project_id, entries: [{ day, at, kind, … }], next_before }: the days before `before`, which `next_before` continues; null at the end. Raises OPAUT · OPDEN · OPINV · OPNFD.';
