-- The latest estimate cases with their scores, and how well all scored ones predicted: coverage and pinball loss, in
-- all, by category, service and month of the end. The band of a group contains the coverage of a calibrated 80 % range
-- with 95 % probability (binomial).
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (limit_out_of_range).
create or replace function public.get_estimate_cases(result_limit integer default 50)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_viewer public.people := private.require_lead();
begin
  perform private.require_limit(result_limit, 200);
  return (
    with scored as materialized (
      select * from private.scored_estimates(v_viewer.organization_id)
    ),
    groups as (
      select split.kind, split.name, count(*)::integer as n,
        count(*) filter (where not scored.is_below and not scored.is_above)::integer as covered,
        avg(scored.loss) as loss
      from scored
      cross join lateral (values
        ('all', 'all'), ('category', scored.category), ('service', scored.service),
        ('month', to_char(scored.finished_on, 'YYYY-MM'))
      ) as split (kind, name)
      where split.name is not null
      group by split.kind, split.name
    ),
    listed as (
      select estimate_cases.*, projects.name as project_name, tasks.title as task_title, people.name as author
      from public.estimate_cases
      left join public.projects on projects.id = estimate_cases.project_id
      left join public.tasks on tasks.id = estimate_cases.task_id
      left join public.people on people.id = estimate_cases.created_by
      where estimate_cases.organization_id = v_viewer.organization_id
      order by estimate_cases.created_at desc, estimate_cases.id desc
      limit result_limit
    )
    select jsonb_build_object(
      'total', (select count(*) from public.estimate_cases
        where estimate_cases.organization_id = v_viewer.organization_id),
      'cases', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', listed.id, 'query', listed.query, 'project_id', listed.project_id, 'project_name', listed.project_name,
            'task_id', listed.task_id, 'task_title', listed.task_title, 'category', listed.category,
            'service', listed.service, 'expected_hours', listed.expected_hours, 'model_version', listed.model_version,
            'typical_hours', listed.typical_hours,
            'range_hours', jsonb_build_array(listed.low_hours, listed.high_hours),
            'created_at', listed.created_at, 'created_by', listed.author,
            'actual_hours', scored.actual_hours, 'finished_on', scored.finished_on,
            'is_in_range', not scored.is_below and not scored.is_above, 'pinball_loss', scored.loss)
          order by listed.created_at desc, listed.id desc)
        from listed
        left join scored on scored.case_id = listed.id), '[]'),
      'calibration', coalesce((
        select jsonb_agg(jsonb_build_object(
            'kind', groups.kind, 'name', groups.name, 'n', groups.n,
            'coverage', round(groups.covered / groups.n::numeric, 3), 'pinball_loss', round(groups.loss, 3),
            'band', jsonb_build_array(band.low, band.high),
            'is_outside_band', groups.n >= 9 and groups.covered / groups.n::numeric not between band.low and band.high)
          order by groups.kind, groups.name)
        from groups
        cross join lateral private.coverage_band(groups.n) as band), '[]')));
end;
$$;

-- The central 95 % of the share of n independent ranges that contain their value, if each does with 80 %.
create or replace function private.coverage_band(n integer, out low numeric, out high numeric)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  -- The logarithm of the probability of k of n, from k to k + 1; powers of 0.2 would vanish for a large n.
  v_log double precision := n * ln(0.2);
  v_sum double precision := 0;
begin
  for k in 0 .. n loop
    v_sum := v_sum + case when v_log > -700 then exp(v_log) else 0 end;
    if low is null and v_sum > 0.025 then
      low := round(k / n::numeric, 3);
    end if;
    if high is null and v_sum >= 0.975 then
      high := round(k / n::numeric, 3);
    end if;
    v_log := v_log + ln(greatest(n - k, 1)::double precision / (k + 1)) + ln(4.0);
  end loop;
  high := coalesce(high, 1);
end;
$$;

grant execute on function private.coverage_band(integer) to authenticated;
grant execute on function public.get_estimate_cases(integer) to authenticated;
comment on function public.get_estimate_cases(integer) is
  'Answers cases, newest first, and their calibration. Raises OPAUT · OPDEN · OPINV.';
