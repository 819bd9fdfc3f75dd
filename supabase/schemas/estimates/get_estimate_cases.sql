-- The latest estimate cases with their scores, and how well all scored ones predicted: coverage and pinball loss,
-- overall, by category, service and month of completion. The band of a group contains the coverage of a calibrated 80%
-- range with 95% probability (binomial).
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
    with outcomes as materialized (
      select * from private.scored_estimates(v_viewer.organization_id)
    ),
    page as (
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
            'id', page.id, 'query', page.query, 'project_id', page.project_id, 'project_name', page.project_name,
            'task_id', page.task_id, 'task_title', page.task_title, 'category', page.category,
            'service', page.service, 'expected_hours', page.expected_hours, 'model_version', page.model_version,
            'typical_hours', page.typical_hours,
            'range_hours', jsonb_build_array(page.low_hours, page.high_hours),
            'created_at', page.created_at, 'created_by', page.author,
            'actual_hours', outcomes.actual_hours, 'finished_on', outcomes.finished_on,
            'is_in_range', not outcomes.is_below and not outcomes.is_above, 'pinball_loss', outcomes.loss)
          order by page.created_at desc, page.id desc)
        from page
        left join outcomes on outcomes.case_id = page.id), '[]'),
      'calibration', coalesce((
        select jsonb_agg(jsonb_build_object(
            'kind', groups.kind, 'name', groups.name, 'n', groups.n,
            'coverage', round(groups.covered_count / groups.n::numeric, 3), 'pinball_loss', round(groups.loss, 3),
            'band', jsonb_build_array(groups.low, groups.high), 'is_outside_band', groups.is_outside_band)
          order by groups.kind, groups.name)
        from private.estimate_groups(v_viewer.organization_id) as groups), '[]')));
end;
$$;

grant execute on function public.get_estimate_cases(integer) to authenticated;
comment on function public.get_estimate_cases(integer) is
  'Returns cases, newest first, and their calibration. Raises OPAUT · OPDEN · OPINV.';
