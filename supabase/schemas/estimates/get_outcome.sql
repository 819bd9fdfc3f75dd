-- Serves /api/outcome from the finished work that the caller may see: the range of hours that similar work took, the
-- classes of back-off with their counts, the comparables, and every figure that the assumptions state. Runs as the
-- caller: row-level security applies to every table, and projects are also filtered by their ids. Money is for admins
-- and leads.
-- Raises OPAUT · OPDEN (no organization, client) · OPNFD (project_not_found, client_not_found) · OPINV
-- (invalid_estimate).
create or replace function public.get_outcome(
  query text,
  project_id uuid default null,
  category text default null,
  client_id uuid default null,
  service text default null,
  expected_hours numeric default null
)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return private.outcome_of(
    v_viewer.organization_id, private.visible_project_ids(), v_viewer.role in ('admin', 'lead'),
    query, project_id, category, client_id, service, expected_hours);
end;
$$;

create or replace function private.outcome_of(
  organization_id uuid,
  project_ids uuid[],
  sees_money boolean,
  query text,
  project_id uuid,
  category text,
  client_id uuid,
  service text,
  expected_hours numeric
)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_min_cases constant integer := 9;
  v_max_cases constant integer := 100;
  v_zone text := (
    select organizations.time_zone from public.organizations
    where organizations.id = outcome_of.organization_id);
  v_today date := (now() at time zone v_zone)::date;
  v_until timestamptz := (v_today + 1)::timestamp at time zone v_zone;
  v_query text := btrim(regexp_replace(outcome_of.query, '\s+', ' ', 'g'));
  v_category text := nullif(btrim(outcome_of.category), '');
  v_service text := nullif(btrim(outcome_of.service), '');
  v_client_id uuid := outcome_of.client_id;
  v_cases private.comparable_case[];
  v_steps jsonb;
  v_tails double precision[];
  v_range double precision[];
  v_result jsonb;
begin
  if coalesce(v_query, '') = '' or char_length(v_query) > 1000 or char_length(v_category) > 200 or char_length(v_service) > 200
    or outcome_of.expected_hours <= 0 or outcome_of.expected_hours > 1000000 or outcome_of.expected_hours = 'NaN'
  then
    raise exception using
      errcode = 'OPINV',
      message = 'Describe the work in 1 to 1,000 characters. The expected hours must be a number above 0',
      hint = 'invalid_estimate';
  end if;
  if outcome_of.project_id is not null then
    perform private.narrowed_projects(project_ids, outcome_of.project_id);
    select accounts.client_id, coalesce(v_service, (
      select classification.service_line from public.portfolio_classifications as classification
      where classification.project_id = projects.id and classification.created_at < v_until
      order by classification.version desc limit 1))
    into v_client_id, v_service
    from public.projects
    left join public.accounts on accounts.id = projects.account_id
    where projects.id = outcome_of.project_id;
    if outcome_of.client_id is not null and outcome_of.client_id is distinct from v_client_id then
      raise exception using
        errcode = 'OPINV', message = 'The project belongs to another client. Leave the client out', hint = 'invalid_estimate';
    end if;
  elsif v_client_id is not null and v_client_id <> all (private.visible_client_ids()) then
    raise exception using errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;

  v_cases := array(
    select row(cases.*)::private.comparable_case
    from private.comparable_cases(
      project_ids, v_query, v_client_id, v_service, v_category, outcome_of.expected_hours, v_today) as cases
    order by cases.likeness desc, cases.completed_on desc, cases.task_id);
  v_steps := private.backoff_steps(v_cases, v_client_id, v_service, v_category, v_min_cases);
  v_result := jsonb_build_object(
    'query', v_query, 'no_data', cardinality(v_cases) < v_min_cases, 'category', v_category, 'service', v_service,
    'project_id', outcome_of.project_id, 'client_id', v_client_id, 'expected_hours', outcome_of.expected_hours,
    'model_version', private.estimate_model(), 'as_of', v_today, 'finished_cases', cardinality(v_cases), 'steps', v_steps);
  if cardinality(v_cases) < v_min_cases then
    return v_result;
  end if;

  v_tails := private.current_tails(outcome_of.organization_id, v_category);
  v_range := private.range_of_cases(
    array(select cases.scaled_hours from unnest(v_cases[:v_max_cases]) with ordinality as cases order by cases.ordinality),
    array(select cases.weight from unnest(v_cases[:v_max_cases]) with ordinality as cases order by cases.ordinality),
    v_tails[1], v_tails[2]);
  return v_result || jsonb_build_object(
      'typical_hours', round(v_range[2]::numeric, 2),
      'range_hours', jsonb_build_array(round(v_range[1]::numeric, 2), round(v_range[3]::numeric, 2)),
      'tails', jsonb_build_array(round(v_tails[1]::numeric, 4), round(v_tails[2]::numeric, 4)),
      'scope_signals', jsonb_build_object(
        'completed_after_hours', private.hours_after_completion(v_cases[:v_max_cases]),
        'recent_burn_hours', (
          select coalesce(sum(time_entries.hours), 0) from public.time_entries
          where time_entries.project_id = any (case when outcome_of.project_id is null
              then array(select distinct cases.project_id from unnest(v_cases[:v_max_cases]) as cases)
              else array[outcome_of.project_id] end)
            and time_entries.spent_on > v_today - 28 and time_entries.spent_on <= v_today)),
      'financials', case when sees_money then private.case_financials(v_cases[:v_max_cases]) end)
    || private.comparable_figures(v_cases[:v_max_cases], v_steps);
end;
$$;

grant execute on function private.outcome_of(uuid, uuid[], boolean, text, uuid, text, uuid, text, numeric) to authenticated;
grant execute on function public.get_outcome(text, uuid, text, uuid, text, numeric) to authenticated;
comment on function public.get_outcome(text, uuid, text, uuid, text, numeric) is
  'Returns the figures of /api/outcome. Raises OPAUT · OPDEN · OPNFD · OPINV.';
