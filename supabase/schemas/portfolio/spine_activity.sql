-- The people of projects and the activity of the last 30 days: hours by person and day, completed tasks, status
-- updates and classifications. At most 20 people, the lead first, then by hours, and the eight newest activities
-- of each project. Reads as the caller, and names only the people with the given ids. One row per project. The planner
-- estimates almost no rows for a scope within a scope, so this function adds up instead of joining.
create or replace function private.spine_activity(
  project_ids uuid[],
  names jsonb,
  today date,
  time_zone text
)
returns table (
  project_id uuid, people jsonb, people_left_out integer, last_entry jsonb,
  activity jsonb, activity_left_out integer
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_people_limit constant integer := 20;
  v_activity_limit constant integer := 8;
  v_entry_limit constant integer := 10;
  v_first_day constant date := today - 29;
  v_start constant timestamptz := v_first_day::timestamp at time zone time_zone;
begin
  return query
  with daily_hours as materialized (
    select
      time_entries.project_id, time_entries.person_id, time_entries.spent_on,
      sum(time_entries.hours) as hours,
      array_agg(time_entries.id order by time_entries.id) as ids
    from public.time_entries
    where time_entries.project_id = any (spine_activity.project_ids)
      and time_entries.spent_on between v_first_day and today
    group by time_entries.project_id, time_entries.person_id, time_entries.spent_on
  ),
  team as (
    select projects.id as project_id, projects.lead_id as person_id, 'lead' as role, 0 as hours
    from public.projects
    where projects.id = any (spine_activity.project_ids)
    union all
    select project_members.project_id, project_members.person_id, 'member', 0
    from public.project_members
    where project_members.project_id = any (spine_activity.project_ids)
    union all
    select daily_hours.project_id, daily_hours.person_id, null, daily_hours.hours from daily_hours
  ),
  ranked_people as (
    select
      team.project_id, team.person_id, min(team.role) as role, sum(team.hours) as hours,
      row_number() over (
        partition by team.project_id
        order by min(team.role), sum(team.hours) desc, names ->> team.person_id::text, team.person_id
      ) as position
    from team
    where names ? team.person_id::text
    group by team.project_id, team.person_id
    having min(team.role) is not null
  ),
  people_lists as (
    select
      ranked_people.project_id,
      jsonb_agg(
        jsonb_build_object(
          'id', ranked_people.person_id,
          'name', names -> ranked_people.person_id::text,
          'role', ranked_people.role,
          'hours_last_30_days', ranked_people.hours
        )
        order by ranked_people.position
      ) filter (where ranked_people.position <= v_people_limit) as items,
      count(*) filter (where ranked_people.position > v_people_limit) as left_out
    from ranked_people
    group by ranked_people.project_id
  ),
  events as (
    select daily_hours.project_id, 'hours' as kind, daily_hours.spent_on as happened_on, daily_hours.person_id,
           daily_hours.ids, daily_hours.hours as figure, null as label
    from daily_hours
    union all
    select tasks.project_id, 'task_completed', tasks.completed_on, tasks.assignee_id, array[tasks.id], null,
           tasks.title
    from public.tasks
    where tasks.project_id = any (spine_activity.project_ids)
      and tasks.status = 'done'
      and tasks.archived_at is null
      and tasks.completed_on between v_first_day and today
    union all
    select status_updates.project_id, 'status_update',
           (status_updates.created_at at time zone time_zone)::date, status_updates.author_id,
           array[status_updates.id], null, status_updates.health::text
    from public.status_updates
    where status_updates.project_id = any (spine_activity.project_ids)
      and status_updates.created_at >= v_start
    union all
    select recent.project_id, 'classification', (recent.created_at at time zone time_zone)::date, recent.classified_by,
           array[recent.id], recent.version, null
    from unnest(spine_activity.project_ids) as input (id)
    cross join lateral (
      select *
      from public.portfolio_classifications
      where portfolio_classifications.project_id = input.id
        and portfolio_classifications.created_at >= v_start
      -- Looked up project by project: before PostgreSQL 17, the planner prefers the whole table to an index.
      offset 0
    ) as recent
  ),
  ranked_events as (
    select events.*, row_number() over (
      partition by events.project_id
      order by events.happened_on desc, events.kind, events.ids
    ) as position
    from events
  ),
  activity_lists as (
    select
      ranked_events.project_id,
      jsonb_agg(
        jsonb_build_object(
          'kind', ranked_events.kind,
          'on', ranked_events.happened_on,
          'person', case when ranked_events.person_id is not null then
            jsonb_build_object('id', ranked_events.person_id, 'name', names -> ranked_events.person_id::text) end
        ) || case ranked_events.kind
          when 'hours' then jsonb_build_object(
            'hours', ranked_events.figure,
            'time_entry_ids', ranked_events.ids[:v_entry_limit],
            'time_entry_count', cardinality(ranked_events.ids))
          when 'task_completed' then jsonb_build_object('task_id', ranked_events.ids[1], 'title', ranked_events.label)
          when 'status_update' then jsonb_build_object(
            'status_update_id', ranked_events.ids[1], 'health', ranked_events.label)
          else jsonb_build_object('classification_id', ranked_events.ids[1], 'version', ranked_events.figure)
        end
        order by ranked_events.position
      ) filter (where ranked_events.position <= v_activity_limit) as items,
      count(*) filter (where ranked_events.position > v_activity_limit) as left_out
    from ranked_events
    group by ranked_events.project_id
  )
  select
    input.project_id,
    coalesce(people_lists.items, '[]'),
    coalesce(people_lists.left_out, 0)::integer,
    last_entries.item,
    coalesce(activity_lists.items, '[]'),
    coalesce(activity_lists.left_out, 0)::integer
  from unnest(spine_activity.project_ids) as input (project_id)
  left join people_lists on people_lists.project_id = input.project_id
  left join activity_lists on activity_lists.project_id = input.project_id
  left join lateral (
    select jsonb_build_object(
      'id', entries.id,
      'spent_on', entries.spent_on,
      'hours', entries.hours,
      'person', jsonb_build_object('id', entries.person_id, 'name', names -> entries.person_id::text),
      'task_id', entries.task_id
    ) as item
    from (
      select *
      from public.time_entries
      where time_entries.project_id = input.project_id
      order by time_entries.spent_on desc, time_entries.id desc
      limit 1
    ) as entries
  ) as last_entries on true;
end;
$$;

grant execute on function private.spine_activity(uuid[], jsonb, date, text) to authenticated;

comment on function private.spine_activity(uuid[], jsonb, date, text) is
  'The part of the spine about people, and about the hours and events of the last 30 days.';
