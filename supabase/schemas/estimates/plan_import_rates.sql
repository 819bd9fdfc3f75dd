-- The rates of an import: the cost of people's work, and the revenue and the cost of projects.

-- Refuses the lines whose rate has no person here, or that set one rate twice. Called before tasks and hours are
-- planned, because a refused line plans nothing.
create or replace function private.refuse_rate_lines()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update pg_temp.import_lines
  set problem = format('%s is not a person here: correct the name, or add the person under People', import_mentions.label),
      problem_field = case when import_lines.person is null then 'person_email' else 'person' end
  from pg_temp.import_mentions
  join pg_temp.import_people on import_people.person_key = import_mentions.person_key
  where import_lines.problem is null and import_lines.person_cost_per_hour is not null
    and import_mentions.line = import_lines.line and import_mentions.part = 'person' and import_people.is_new;

  update pg_temp.import_lines
  set problem = format('More than one line sets a %s from %s: keep one of them', rate_line.rate, import_lines.rate_valid_from),
      problem_field = 'rate_valid_from'
  from (
    select 'cost of this person' as rate, line,
      count(*) over (partition by person_id, rate_valid_from) as line_count
    from pg_temp.import_lines
    where problem is null and person_cost_per_hour is not null
    union all
    select 'rate of this project', line, count(*) over (partition by project_id, rate_valid_from)
    from pg_temp.import_lines
    where problem is null and project_revenue_per_hour is not null
  ) as rate_line
  where import_lines.line = rate_line.line and rate_line.line_count > 1;
  perform private.drop_refused_projects();
end;
$$;

-- Plans the rates of the remaining lines: one row per rate. Locks their people and projects, as set_person_rate and
-- set_project_rate do, so that no rate of the same day appears before the plan is applied.
create or replace function private.plan_import_rates(fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from public.people
  where people.id in (
    select import_lines.person_id from pg_temp.import_lines
    where import_lines.problem is null and import_lines.person_cost_per_hour is not null)
  order by people.id
  for no key update;
  perform from public.projects
  where projects.id in (
    select import_lines.project_id from pg_temp.import_lines
    where import_lines.problem is null and import_lines.project_revenue_per_hour is not null)
  order by projects.id
  for no key update;

  create temporary table import_rates on commit drop as
  select
    import_lines.line, 'person_rate'::public.import_entity as entity, import_lines.person_id as owner_id,
    import_lines.rate_valid_from as valid_from, new_rate.*,
    existing_rate.id is null as is_new,
    coalesce(existing_rate.id, gen_random_uuid()) as id,
    case when existing_rate.id is not null then
      private.json_changes(to_jsonb(existing_rate), to_jsonb(new_rate) - 'revenue_per_hour') end as changes
  from pg_temp.import_lines
  left join public.person_rates as existing_rate
    on existing_rate.person_id = import_lines.person_id and existing_rate.valid_from = import_lines.rate_valid_from
  cross join lateral (
    select null::numeric as revenue_per_hour, round(import_lines.person_cost_per_hour, 2) as cost_per_hour
  ) as new_rate
  where import_lines.problem is null and import_lines.person_cost_per_hour is not null
  union all
  select
    import_lines.line, 'project_rate', import_lines.project_id, import_lines.rate_valid_from, new_rate.*,
    existing_rate.id is null,
    coalesce(existing_rate.id, gen_random_uuid()),
    case when existing_rate.id is not null then private.json_changes(to_jsonb(existing_rate), to_jsonb(new_rate)) end
  from pg_temp.import_lines
  left join public.project_rates as existing_rate
    on existing_rate.project_id = import_lines.project_id and existing_rate.valid_from = import_lines.rate_valid_from
  cross join lateral (
    select round(import_lines.project_revenue_per_hour, 2) as revenue_per_hour,
      case when 'project_cost_per_hour' = any (fields)
           then round(import_lines.project_cost_per_hour, 2) else existing_rate.cost_per_hour end as cost_per_hour
  ) as new_rate
  where import_lines.problem is null and import_lines.project_revenue_per_hour is not null;
  analyze pg_temp.import_rates;
end;
$$;
