-- Counts the figures by which projects are judged. Each large table is read once and by project, from an index that
-- covers the query, so that the cost depends on the projects and not on the database. For ended projects, only the
-- open tasks are counted.
--
-- An open task is verified by dated activity within the window: an estimate, a start or hours. The time of writing a
-- row does not count, because an import would make every task look active.
create or replace function private.compute_project_figures(organization_id uuid, project_ids uuid[] default null)
returns setof private.project_figures
language plpgsql
stable
set search_path = pg_catalog, pg_temp
-- The scope is an array, and a plan made without its contents would expect a handful of projects.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_today constant date := private.organization_today(organization_id);
  v_window_days constant integer := private.verification_window_days();
  v_since constant date := v_today - v_window_days;
  v_time_zone text;
  v_live_ids uuid[];
  v_ids uuid[];
  v_departed_ids uuid[];
begin
  select organizations.time_zone into v_time_zone
  from public.organizations where organizations.id = compute_project_figures.organization_id;
  select
    coalesce(array_agg(projects.id), '{}'),
    coalesce(array_agg(projects.id) filter (where projects.status in ('planned', 'active', 'on_hold')), '{}')
  into v_ids, v_live_ids
  from public.projects
  where projects.organization_id = compute_project_figures.organization_id
    and projects.archived_at is null
    and (compute_project_figures.project_ids is null
         or projects.id = any (compute_project_figures.project_ids));
  select coalesce(array_agg(people.id), '{}') into v_departed_ids
  from public.people
  where people.organization_id = compute_project_figures.organization_id
    and (people.archived_at is not null or people.role = 'client');

  return query
  with time_totals as materialized (
    select
      time_entries.project_id,
      count(*) as entry_count,
      sum(time_entries.hours) as actual_hours,
      count(*) - count(time_entries.task_id) as taskless_count,
      sum(time_entries.hours) filter (where time_entries.task_id is null) as taskless_hours,
      max(time_entries.spent_on) as last_spent_on
    from public.time_entries
    where time_entries.project_id = any (v_live_ids)
    group by time_entries.project_id
  ),
  future_time as (
    select time_entries.project_id, count(*) as future_count
    from public.time_entries
    where time_entries.project_id in (select time_totals.project_id from time_totals where time_totals.last_spent_on > v_today)
      and time_entries.spent_on > v_today
    group by time_entries.project_id
  ),
  recent_work as (
    select distinct time_entries.task_id
    from public.time_entries
    where time_entries.project_id = any (v_live_ids)
      and time_entries.spent_on >= v_since
      and time_entries.task_id is not null
  ),
  work as (
    select
      tasks.project_id,
      count(*) as task_count,
      sum(tasks.estimate_hours) as estimate_hours,
      count(tasks.estimate_hours) as estimated_count,
      max(tasks.completed_on) as last_completed_on
    from public.tasks
    where tasks.project_id = any (v_live_ids) and tasks.archived_at is null
    group by tasks.project_id
  ),
  open_work as materialized (
    select
      open_tasks.project_id,
      count(*) as open_count,
      count(*) filter (where open_tasks.own_activity_on >= v_since or recent_work.task_id is not null) as verified_count,
      count(*) - count(open_tasks.own_activity_on) as dateless_count,
      count(*) - count(open_tasks.assignee_id) as unowned_count,
      count(*) filter (where open_tasks.assignee_id = any (v_departed_ids)) as departed_owner_count,
      count(*) filter (where open_tasks.due_on < v_today) as past_due_count,
      min(open_tasks.due_on) as earliest_due_on,
      max(open_tasks.own_activity_on) as last_activity_on
    from (
      select
        tasks.project_id, tasks.id, tasks.assignee_id, tasks.due_on,
        greatest(tasks.estimated_on, tasks.started_on) as own_activity_on
      from public.tasks
      where tasks.project_id = any (v_ids)
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
    ) as open_tasks
    left join recent_work on recent_work.task_id = open_tasks.id
    group by open_tasks.project_id
  ),
  -- Hours older than the window are looked up only for a task without a separate date.
  undated_work as (
    select tasks.project_id, count(*) as unverified_count
    from public.tasks
    where tasks.project_id in (select open_work.project_id from open_work where open_work.dateless_count > 0)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
      and tasks.estimated_on is null
      and tasks.started_on is null
      and not exists (
        select from public.time_entries
        where time_entries.project_id = tasks.project_id and time_entries.task_id = tasks.id)
    group by tasks.project_id
  )
  select
    projects.organization_id,
    projects.id,
    projects.name,
    projects.status,
    projects.lead_id,
    leads.name,
    leads.id = any (v_departed_ids),
    projects.due_on,
    projects.budget_hours::numeric,
    projects.budget_amount::numeric,
    coalesce(time_totals.actual_hours, 0),
    coalesce(time_totals.entry_count, 0),
    coalesce(time_totals.taskless_hours, 0),
    coalesce(time_totals.taskless_count, 0),
    coalesce(future_time.future_count, 0),
    time_totals.last_spent_on,
    coalesce(work.task_count, 0),
    coalesce(work.estimate_hours, 0),
    coalesce(work.estimated_count, 0),
    coalesce(open_work.open_count, 0),
    coalesce(open_work.verified_count, 0),
    coalesce(undated_work.unverified_count, 0),
    coalesce(open_work.unowned_count, 0),
    coalesce(open_work.departed_owner_count, 0),
    coalesce(open_work.past_due_count, 0),
    open_work.earliest_due_on,
    case when activity.last_on > v_today then v_today else activity.last_on end,
    latest_update.health,
    latest_update.posted_on,
    operating_profiles.cadence,
    -- How many days a status is current: the account's reporting schedule and two days of grace, or the window if none
    -- was agreed. A status on request is never late.
    case operating_profiles.cadence
      when 'weekly' then 7 + 2
      when 'fortnightly' then 14 + 2
      when 'monthly' then 31 + 2
      when 'quarterly' then 92 + 2
      when 'on_request' then null
      else v_window_days
    end,
    v_today
  from public.projects
  left join public.people as leads on leads.id = projects.lead_id
  left join public.operating_profiles on operating_profiles.account_id = projects.account_id
  left join time_totals on time_totals.project_id = projects.id
  left join future_time on future_time.project_id = projects.id
  left join work on work.project_id = projects.id
  left join open_work on open_work.project_id = projects.id
  left join undated_work on undated_work.project_id = projects.id
  left join lateral (
    select
      status_updates.health,
      (status_updates.created_at at time zone v_time_zone)::date as posted_on
    from public.status_updates
    where status_updates.project_id = projects.id
    order by status_updates.created_at desc
    limit 1
  ) as latest_update on true
  cross join lateral (
    select greatest(time_totals.last_spent_on, work.last_completed_on, open_work.last_activity_on, latest_update.posted_on) as last_on
  ) as activity
  where projects.id = any (v_ids);
end;
$$;
comment on function private.compute_project_figures(uuid, uuid[]) is
  'The figures of the organization''s projects that are not archived, or of those named.';
