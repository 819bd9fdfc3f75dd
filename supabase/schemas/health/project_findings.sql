-- The rules about projects: one block each, a comparison of the project's figures. Live projects are those that are
-- planned, active or on hold; the figures of ended ones cover only their open tasks.
create or replace function private.project_findings(figures private.project_figures[])
returns setof private.finding
language plpgsql
stable
set search_path = pg_catalog, pg_temp
-- The hash of the facts contains days as text, so their format must not depend on the session.
set datestyle = 'ISO, YMD'
as $$
declare
  v_window_days constant integer := private.verification_window_days();
begin
  return query
  with figures as materialized (
    select
      input.*,
      input.status in ('planned', 'active', 'on_hold') as is_live,
      input.open_count - input.verified_count - input.unverified_count as stale_count,
      input.actual_hours > input.budget_hours as is_over_budget,
      input.today - input.due_on as days_late,
      -- A settled finding is open again when it has become twice as bad, not every day.
      '{2,4,8,16,32,64,128,256,512,1024}'::float8[] as doublings
    from unnest(project_findings.figures) as input
  ),
  live_projects as materialized (
    select * from figures where figures.is_live
  ),
  findings (code, project_id, project_name, is_unverified, size, facts, basis, evidence_total) as (
    -- Another tenth of the budget, or a changed budget, reopens the finding.
    select
      'project_over_budget', project_id, name, false, actual_hours - budget_hours,
      jsonb_build_object('budget_hours', budget_hours, 'actual_hours', actual_hours),
      format('%s/%s', trim_scale(budget_hours), floor(10 * actual_hours / nullif(budget_hours, 0))),
      entry_count
    from live_projects where is_over_budget

    union all
    select
      'project_near_budget', project_id, name, false, round(100 * actual_hours / budget_hours),
      jsonb_build_object('budget_hours', budget_hours, 'actual_hours', actual_hours,
                         'spent_percent', floor(100 * actual_hours / budget_hours)),
      format('%s/%s', trim_scale(budget_hours), floor(10 * actual_hours / budget_hours)),
      entry_count
    from live_projects where budget_hours > 0 and actual_hours between 0.8 * budget_hours and budget_hours

    -- Hours beyond the estimates of all tasks, done or not. If a task has no estimate, the sum is not known, and
    -- neither is the excess.
    union all
    select
      'project_over_estimate', project_id, name, estimated_count < task_count, actual_hours - estimate_hours,
      jsonb_build_object('estimate_hours', estimate_hours, 'actual_hours', actual_hours,
                         'tasks', task_count, 'tasks_without_estimate', task_count - estimated_count),
      format('%s/%s', trim_scale(estimate_hours), floor(10 * actual_hours / estimate_hours)),
      entry_count
    from live_projects where estimate_hours > 0 and actual_hours > estimate_hours

    union all
    select
      'project_past_due', project_id, name, false, days_late::numeric,
      jsonb_build_object('due_on', due_on, 'days_late', days_late, 'status', status),
      format('%s/%s', due_on, width_bucket(days_late::float8 / v_window_days, doublings)),
      open_count
    from live_projects where days_late > 0

    union all
    select
      'status_contradicted', project_id, name, false, (today - status_on)::numeric,
      jsonb_strip_nulls(jsonb_build_object('health', health, 'status_on', status_on, 'due_on', due_on,
                                           'days_late', case when days_late > 0 then days_late end,
                                           'budget_hours', budget_hours, 'actual_hours', actual_hours)),
      format('%s/%s/%s', status_on, is_over_budget, days_late > 0),
      1
    from live_projects where health = 'on_track' and (is_over_budget or days_late > 0)

    union all
    select
      'status_overdue', project_id, name, false, (today - status_on - status_days)::numeric,
      jsonb_build_object('status_on', status_on, 'status_age_days', today - status_on,
                         'status_current_days', status_days, 'cadence', cadence),
      format('%s/%s', status_on, width_bucket((today - status_on)::float8 / status_days, doublings)),
      1
    from live_projects where today - status_on > status_days

    union all
    select
      'status_missing', project_id, name, true, 0,
      jsonb_build_object('cadence', cadence), 'none', 0
    from live_projects where health is null

    union all
    select
      'project_without_lead', project_id, name, false, open_count::numeric,
      jsonb_build_object('status', status), 'none', 0
    from live_projects where lead_id is null

    union all
    select
      'project_lead_left', project_id, name, false, open_count::numeric,
      jsonb_build_object('lead_id', lead_id, 'lead_name', lead_name), lead_id::text, 1
    from live_projects where lead_has_left

    -- Without a budget the hours cannot be compared.
    union all
    select
      'project_without_budget', project_id, name, true, actual_hours,
      jsonb_build_object('actual_hours', actual_hours), 'none', entry_count
    from live_projects where budget_hours is null and budget_amount is null

    union all
    select
      'project_without_tasks', project_id, name, false, actual_hours,
      jsonb_build_object('status', status, 'actual_hours', actual_hours), 'none', entry_count
    from live_projects where task_count = 0

    union all
    select
      'project_without_open_tasks', project_id, name, false, task_count::numeric,
      jsonb_build_object('tasks', task_count), task_count::text, task_count
    from live_projects where status = 'active' and task_count > 0 and open_count = 0

    union all
    select
      'planned_project_under_way', project_id, name, false, actual_hours,
      jsonb_build_object('actual_hours', actual_hours, 'last_spent_on', last_spent_on),
      width_bucket(actual_hours::float8, doublings)::text, entry_count
    from live_projects where status = 'planned' and entry_count > 0

    union all
    select
      'project_without_recent_activity', project_id, name, last_activity_on is null,
      coalesce(today - last_activity_on, 0)::numeric,
      jsonb_build_object('last_activity_on', last_activity_on, 'quiet_days', today - last_activity_on),
      case when last_activity_on is null then 'none'
        else format('%s/%s', last_activity_on,
                    width_bucket((today - last_activity_on)::float8 / v_window_days, doublings)) end,
      (entry_count > 0)::integer + (health is not null)::integer
    from live_projects
    where last_activity_on is null or last_activity_on < today - v_window_days

    union all
    select
      'tasks_without_owner', project_id, name, false, unowned_count::numeric,
      jsonb_build_object('open_tasks', open_count, 'without_owner', unowned_count),
      unowned_count::text, unowned_count
    from live_projects where unowned_count > 0

    union all
    select
      'tasks_owner_left', project_id, name, false, departed_owner_count::numeric,
      jsonb_build_object('open_tasks', open_count, 'owner_left', departed_owner_count),
      departed_owner_count::text, departed_owner_count
    from live_projects where departed_owner_count > 0

    union all
    select
      'open_tasks_past_due', project_id, name, false, past_due_count::numeric,
      jsonb_build_object('open_tasks', open_count, 'past_due', past_due_count, 'earliest_due_on', earliest_due_on),
      format('%s/%s', past_due_count, earliest_due_on), past_due_count
    from live_projects where past_due_count > 0

    union all
    select
      'open_items_stale', project_id, name, false, stale_count::numeric,
      jsonb_build_object('open_tasks', open_count, 'stale', stale_count, 'window_days', v_window_days),
      stale_count::text, stale_count
    from live_projects where stale_count > 0

    union all
    select
      'open_items_unverified', project_id, name, true, unverified_count::numeric,
      jsonb_build_object('open_tasks', open_count, 'unverified', unverified_count),
      unverified_count::text, unverified_count
    from live_projects where unverified_count > 0

    -- The hash contains the share of the hours, so that a project that is booked without tasks on purpose stays
    -- settled.
    union all
    select
      'hours_without_task', project_id, name, false, taskless_hours,
      jsonb_build_object('actual_hours', actual_hours, 'without_task', taskless_hours),
      floor(10 * taskless_hours / actual_hours)::text, taskless_count
    from live_projects where taskless_count > 0

    union all
    select
      'hours_in_future', project_id, name, false, future_count::numeric,
      jsonb_build_object('entries', future_count, 'last_spent_on', last_spent_on),
      format('%s/%s', future_count, last_spent_on), future_count
    from live_projects where future_count > 0

    union all
    select
      'open_tasks_on_ended_project', project_id, name, false, open_count::numeric,
      jsonb_build_object('status', status, 'open_tasks', open_count),
      format('%s/%s', status, open_count), open_count
    from figures where not is_live and open_count > 0
  )
  select
    code, 'project'::public.finding_subject, project_id, project_name, project_id, is_unverified,
    size, facts, basis, evidence_total
  from findings;
end;
$$;
comment on function private.project_findings(private.project_figures[]) is 'Findings of the rules about projects.';
