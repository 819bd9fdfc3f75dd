-- Estimate cases whose work is done, with the hours it took. A case about a task is done with the task; one about a
-- project, with the project. Work and hours that are dated after today do not count before their day. Computed on
-- read, so that a later correction of hours corrects the score too.
-- Runs as its caller, who gets only cases that they may read.
create or replace function private.scored_estimates(organization_id uuid)
returns table (
  case_id uuid, category text, service text, client_id uuid, low_hours numeric, typical_hours numeric, high_hours numeric,
  actual_hours numeric, finished_on date, is_below boolean, is_above boolean, loss numeric
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_today constant date := (
    select (now() at time zone organizations.time_zone)::date from public.organizations
    where organizations.id = scored_estimates.organization_id);
begin
  return query
  select estimate_cases.id, estimate_cases.category, estimate_cases.service, estimate_cases.client_id,
    estimate_cases.low_hours, estimate_cases.typical_hours, estimate_cases.high_hours,
    time_totals.hours, coalesce(tasks.completed_on, time_totals.last_on),
    time_totals.hours < estimate_cases.low_hours, time_totals.hours > estimate_cases.high_hours,
    -- The mean pinball loss of the three quantiles, as an expression, because a call for each takes longer than the rest.
    round((
      greatest(0.1 * (time_totals.hours - estimate_cases.low_hours), 0.9 * (estimate_cases.low_hours - time_totals.hours))
      + 0.5 * abs(time_totals.hours - estimate_cases.typical_hours)
      + greatest(0.9 * (time_totals.hours - estimate_cases.high_hours), 0.1 * (estimate_cases.high_hours - time_totals.hours))) / 3, 4)
  from public.estimate_cases
  join public.projects on projects.id = estimate_cases.project_id
  left join public.tasks on tasks.id = estimate_cases.task_id
  cross join lateral (
    select sum(entries.hours) as hours, max(entries.spent_on) as last_on
    from (
      select time_entries.hours, time_entries.spent_on from public.time_entries
      where time_entries.task_id = estimate_cases.task_id and time_entries.spent_on <= v_today
      union all
      select time_entries.hours, time_entries.spent_on from public.time_entries
      where estimate_cases.task_id is null and time_entries.project_id = estimate_cases.project_id
        and time_entries.spent_on <= v_today
    ) as entries
  ) as time_totals
  where estimate_cases.organization_id = scored_estimates.organization_id
    and time_totals.hours > 0
    and coalesce(tasks.completed_on, time_totals.last_on) <= v_today
    and case when estimate_cases.task_id is null then projects.status = 'completed' else tasks.status = 'done' end;
end;
$$;

-- The two tails of a new range, adapted to the 400 latest scores of all cases and of its category.
create or replace function private.current_tails(organization_id uuid, category text)
returns double precision[]
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with estimates as materialized (
    select estimates.*, row_number() over (order by estimates.finished_on desc, estimates.case_id) as position,
      row_number() over (
        partition by lower(coalesce(estimates.category, '')) order by estimates.finished_on desc, estimates.case_id) as position_in_group,
      lower(coalesce(estimates.category, '')) = lower(coalesce(current_tails.category, '')) as is_same_group
    from private.scored_estimates(current_tails.organization_id) as estimates
  )
  select array[
    private.adapted_tail(
      (count(*) filter (where estimates.is_below and estimates.position <= 400))::integer,
      (count(*) filter (where estimates.position <= 400))::integer,
      (count(*) filter (where estimates.is_below and estimates.is_same_group and estimates.position_in_group <= 400))::integer,
      (count(*) filter (where estimates.is_same_group and estimates.position_in_group <= 400))::integer),
    private.adapted_tail(
      (count(*) filter (where estimates.is_above and estimates.position <= 400))::integer,
      (count(*) filter (where estimates.position <= 400))::integer,
      (count(*) filter (where estimates.is_above and estimates.is_same_group and estimates.position_in_group <= 400))::integer,
      (count(*) filter (where estimates.is_same_group and estimates.position_in_group <= 400))::integer)]
  from estimates
$$;

grant execute on function private.scored_estimates(uuid) to authenticated;
grant execute on function private.current_tails(uuid, text) to authenticated;
