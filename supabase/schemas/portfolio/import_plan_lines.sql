-- The plan line by line, as receipts show it.
create or replace function private.import_plan_lines()
returns table (
  line integer, disposition public.import_disposition, project_code text, task_key text,
  reason text, field text, changes jsonb
)
language sql
set search_path = pg_catalog, pg_temp
as $$
  -- A row counts for the first line that names it, whether it is a project, a task or hours.
  with project_lines as (
    select min(import_lines.line) as line, import_lines.project_id
    from pg_temp.import_lines
    where import_lines.problem is null
    group by import_lines.project_id
  ),
  plan_lines as (
    select
      import_lines.line, import_lines.problem, import_lines.problem_field, import_lines.project_code, import_lines.task_key,
      coalesce(import_projects.is_new, false) or coalesce(import_tasks.is_new, false)
        or coalesce(import_entries.is_new, false) or coalesce(person_rates.is_new, false)
        or coalesce(project_rates.is_new, false) as is_new,
      coalesce(private.prefixed_keys('project', import_projects.changes), '{}')
        || coalesce(private.prefixed_keys('task', import_tasks.changes), '{}')
        || coalesce(private.prefixed_keys('time_entry', case when import_entries.changes ? 'task_id' then
          import_entries.changes - 'task_id' || jsonb_build_object('task', jsonb_build_object(
            'from', former_tasks.title, 'to', planned_tasks.title))
          else import_entries.changes end), '{}')
        || coalesce(private.prefixed_keys('person_rate', person_rates.changes), '{}')
        || coalesce(private.prefixed_keys('project_rate', project_rates.changes), '{}') as changes
    from pg_temp.import_lines
    left join project_lines on project_lines.line = import_lines.line
    left join pg_temp.import_projects on import_projects.id = project_lines.project_id
    left join pg_temp.import_tasks on import_tasks.first_line = import_lines.line
    left join pg_temp.import_entries on import_entries.line = import_lines.line
    left join pg_temp.import_rates as person_rates
      on person_rates.line = import_lines.line and person_rates.entity = 'person_rate'
    left join pg_temp.import_rates as project_rates
      on project_rates.line = import_lines.line and project_rates.entity = 'project_rate'
    -- A new task gets a different id in each plan. The lines therefore name the tasks of hours, so that two plans can be
    -- compared.
    left join public.tasks as former_tasks on former_tasks.id = (import_entries.changes -> 'task_id' ->> 'from')::uuid
    left join pg_temp.import_tasks as planned_tasks on planned_tasks.id = import_entries.task_id
  )
  select
    plan_lines.line,
    (case
      when plan_lines.problem is not null then 'skipped'
      when plan_lines.is_new then 'create'
      when plan_lines.changes <> '{}' then 'update'
      else 'unchanged'
    end)::public.import_disposition,
    plan_lines.project_code,
    plan_lines.task_key,
    plan_lines.problem,
    case when plan_lines.problem is not null then plan_lines.problem_field end,
    case when plan_lines.problem is null and plan_lines.changes <> '{}' then plan_lines.changes end
  from plan_lines
$$;

create or replace function private.prefixed_keys(prefix text, object jsonb)
returns jsonb
language sql
immutable
strict
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(prefix || '.' || pair.key, pair.value)
  from jsonb_each(object) as pair
$$;
