-- The figures that an answer gives about its comparables. All run as their caller, on cases that the caller may see.

create or replace function private.estimate_model()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 'weighted-cases-1' $$;
comment on function private.estimate_model() is 'Version of the method in comparable_cases. Every change of the method needs a new version.';

-- The classes from narrow to wide, and the number of cases in each. The class in use is the first with enough cases.
-- n is null if the question doesn't name the field that the class compares.
create or replace function private.backoff_steps(
  cases private.comparable_case[], client_id uuid, service text, category text, min_count integer
)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  with steps as (
    select step.position, step.name, step.count,
      step.count >= min_count and not coalesce(
        bool_or(step.count >= min_count) over (order by step.position rows between unbounded preceding and 1 preceding), false)
        as is_used
    from (
      select count(*) filter (where past_case.is_same_client and past_case.is_same_service) as client_and_service,
        count(*) filter (where past_case.is_same_service) as service_alone,
        count(*) filter (where past_case.is_same_category) as category_alone, count(*) as all_cases
      from unnest(cases) as past_case
    ) as counts
    cross join lateral (values
      (1, 'client_and_service', case when client_id is not null and service is not null then client_and_service end),
      (2, 'service', case when service is not null then service_alone end),
      (3, 'category', case when category is not null then category_alone end),
      (4, 'all', all_cases)
    ) as step (position, name, count)
  )
  select jsonb_agg(jsonb_build_object('step', steps.name, 'n', steps.count, 'is_used', coalesce(steps.is_used, false))
    order by steps.position)
  from steps
$$;

-- Hours that were booked after a task was completed: the range includes this work, which plans often omit.
create or replace function private.hours_after_completion(cases private.comparable_case[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'task_id', late_work.task_id, 'title', late_work.title, 'project_id', late_work.project_id, 'hours', late_work.hours_after)
    order by late_work.hours_after desc, late_work.task_id), '[]')
  from (
    select * from unnest(cases) as past_case where past_case.hours_after > 0
    order by past_case.hours_after desc, past_case.task_id limit 10
  ) as late_work
$$;

create or replace function private.comparable_figures(cases private.comparable_case[], steps jsonb)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count integer := cardinality(cases);
  v_weights double precision[] := array(select past_case.weight from unnest(cases) with ordinality as past_case order by past_case.ordinality);
  v_weeks double precision[];
  v_effective_cases double precision;
  v_step text := (select step ->> 'step' from jsonb_array_elements(steps) as step where (step ->> 'is_used')::boolean);
begin
  v_weeks := private.weighted_quantiles(
    array(select (past_case.last_on - past_case.first_on + 1) / 7.0 from unnest(cases) with ordinality as past_case order by past_case.ordinality),
    v_weights, array[0.1, 0.9]);
  -- The number of equally weighted cases that would contain as much information.
  select sum(weight) ^ 2 / sum(weight ^ 2) into v_effective_cases from unnest(v_weights) as weight;
  return jsonb_build_object(
    'duration_weeks', jsonb_build_array(round(v_weeks[1]::numeric, 1), round(v_weeks[2]::numeric, 1)),
    'effective_cases', round(v_effective_cases::numeric, 1),
    'comparable_count', v_count,
    'confidence', case
      when v_step in ('client_and_service', 'service') and v_effective_cases >= 30 then 'high'
      when v_step <> 'all' and v_effective_cases >= 9 then 'medium'
      else 'low' end,
    'budget_variance_hours', (
      select case when count(*) >= 9 then jsonb_build_object(
        'average', round(avg(past_case.hours - past_case.estimate_hours), 2),
        'range', to_jsonb(array[
          round((percentile_cont(0.1) within group (order by past_case.hours - past_case.estimate_hours))::numeric, 2),
          round((percentile_cont(0.9) within group (order by past_case.hours - past_case.estimate_hours))::numeric, 2)])) end
      from unnest(cases) as past_case
      where past_case.estimate_hours is not null),
    'comparables', (
      select jsonb_agg(jsonb_build_object(
          'task_id', past_case.task_id, 'title', past_case.title, 'project_id', past_case.project_id, 'project_name', projects.name,
          'client_id', past_case.client_id, 'client_name', clients.name, 'category', past_case.category,
          'hours', past_case.hours, 'estimate_hours', past_case.estimate_hours, 'scaled_hours', round(past_case.scaled_hours::numeric, 2),
          'completed_on', past_case.completed_on, 'weight', round(past_case.weight::numeric, 4),
          'class', case when past_case.is_same_client and past_case.is_same_service then 'client_and_service'
            when past_case.is_same_service then 'service' when past_case.is_same_category then 'category' else 'all' end)
        order by past_case.ordinality)
      from unnest(cases) with ordinality as past_case
      join public.projects on projects.id = past_case.project_id
      left join public.clients on clients.id = past_case.client_id));
end;
$$;

-- Revenue and cost of comparables by the rates of each day. A case counts only if every hour of it has both rates.
create or replace function private.case_financials(cases private.comparable_case[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  with entries as (
    select past_case.task_id, time_entries.hours, project_rate.revenue_per_hour,
      coalesce(person_rate.cost_per_hour, project_rate.cost_per_hour) as cost_per_hour
    from unnest(cases) as past_case
    join public.time_entries on time_entries.task_id = past_case.task_id and time_entries.spent_on <= past_case.last_on
    left join lateral (
      select project_rates.revenue_per_hour, project_rates.cost_per_hour from public.project_rates
      where project_rates.project_id = time_entries.project_id and project_rates.valid_from <= time_entries.spent_on
      order by project_rates.valid_from desc limit 1
    ) as project_rate on true
    left join lateral (
      select person_rates.cost_per_hour from public.person_rates
      where person_rates.person_id = time_entries.person_id and person_rates.valid_from <= time_entries.spent_on
      order by person_rates.valid_from desc limit 1
    ) as person_rate on true
  ),
  sums as (
    select entries.task_id, sum(entries.hours * entries.revenue_per_hour) as revenue,
      sum(entries.hours * entries.cost_per_hour) as cost
    from entries
    group by entries.task_id
    having count(*) = count(entries.revenue_per_hour) and count(*) = count(entries.cost_per_hour)
  )
  select case when count(*) > 0 then jsonb_build_object(
    'cases', count(*),
    'average_revenue', round(avg(sums.revenue), 2),
    'average_cost', round(avg(sums.cost), 2),
    'average_margin_percent', round(100 * avg((sums.revenue - sums.cost) / nullif(sums.revenue, 0)), 1)) end
  from sums
$$;

grant execute on function private.estimate_model() to authenticated;
grant execute on function private.backoff_steps(private.comparable_case[], uuid, text, text, integer) to authenticated;
grant execute on function private.hours_after_completion(private.comparable_case[]) to authenticated;
grant execute on function private.comparable_figures(private.comparable_case[], jsonb) to authenticated;
grant execute on function private.case_financials(private.comparable_case[]) to authenticated;
