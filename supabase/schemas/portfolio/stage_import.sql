-- Plans an import: what each line would create, update or leave unchanged. A dry run stops here, and apply continues
-- with apply_import; both use the same plan, so a dry run shows exactly the changes that apply makes. Only mapped fields
-- change existing rows; if lines differ, the first one that names a row counts.
-- The plan is in temporary tables of the transaction:
--   import_lines        one per line of the file, with the ids it resolves to
--   import_plan         one per line too: its disposition, reason and changes
--   import_mentions     each person whom a line names: who worked, who is assigned, who belongs to the project
--   import_memberships  who sees which project through the import
--   import_clients, import_accounts, import_projects, import_people, import_tasks, import_entries, import_rates
--                       one per row, with its id, disposition and new values

create or replace function private.stage_import(rows jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  drop table if exists
    pg_temp.import_lines, pg_temp.import_clients, pg_temp.import_accounts, pg_temp.import_projects,
    pg_temp.import_people, pg_temp.import_mentions, pg_temp.import_tasks, pg_temp.import_entries,
    pg_temp.import_rates, pg_temp.import_memberships;

  create temporary table import_lines on commit drop as
  select
    input.*,
    lower(input.client_name) as client_key,
    lower(input.account_name) as account_key,
    coalesce('code:' || input.project_code, 'name:' || lower(input.project_name)) as project_key,
    coalesce(input.task_key, 'title:' || lower(input.task_title)) as resolved_task_key,
    'entry:' || lower(input.entry_key) as resolved_entry_key,
    -- The console's own export names each entry by its id.
    case when input.entry_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then input.entry_key::uuid end as entry_id,
    -- Null on a line without a project, which has the rate of a person.
    case when input.project_code is not null then false when input.project_name is not null then true end as is_only_named,
    null::uuid as known_project_id,
    null::uuid as project_id,
    null::uuid as task_id,
    null::uuid as person_id,
    null::uuid as assignee_id
  from jsonb_to_recordset(stage_import.rows) as input (
    line integer, problem text, problem_field text,
    client_name text, account_name text,
    project_code text, project_name text, project_status public.project_status,
    project_starts_on date, project_due_on date,
    project_budget_hours numeric(10, 2), project_budget_amount numeric(14, 2), project_members text[],
    task_key text, task_title text, task_status public.task_status,
    task_category text, task_subcategory text, task_priority smallint,
    task_estimate_hours numeric(10, 2), task_estimated_on date, task_started_on date,
    task_due_on date, task_completed_on date, task_assignee text, task_assignee_email text,
    entry_key text, person text, person_email text, hours numeric(8, 2), spent_on date, note text,
    person_cost_per_hour numeric, project_revenue_per_hour numeric, project_cost_per_hour numeric, rate_valid_from date
  );
  if exists (
    select 1 from pg_temp.import_lines
    where line is null or line < 1
    union all
    select 1 from pg_temp.import_lines group by line having count(*) > 1
  ) then
    raise exception using
      errcode = 'OPINV', message = 'Every row needs its own line number', hint = 'invalid_import';
  end if;

  -- The messages use the labels that people see.
  update pg_temp.import_lines
  set problem = problems.problem, problem_field = problems.field
  from pg_temp.import_lines as input
  cross join lateral (
    select *
    from (values
      (input.project_key is null and (
        num_nonnulls(input.person_cost_per_hour, input.rate_valid_from) = 0
        or num_nonnulls(input.resolved_task_key, input.hours, input.project_members,
          input.project_revenue_per_hour, input.project_cost_per_hour) > 0), 'project_name',
       'No project: map “Project name” or “Project code” to a column, or fill its cell'),
      (input.hours <= 0, 'hours', 'Hours must be more than zero'),
      (input.hours is not null and btrim(concat(input.person, input.person_email)) = '', 'person',
       'Hours need a person: map “Person” to a column, or fill its cell'),
      (input.hours is not null and input.spent_on is null, 'spent_on',
       'Hours need a date: map “Date worked” to a column, or fill its cell'),
      (input.person_cost_per_hour is not null and btrim(concat(input.person, input.person_email)) = '', 'person',
       'A cost per hour needs a person: map “Person” to a column, or fill its cell'),
      (input.project_cost_per_hour is not null and input.project_revenue_per_hour is null, 'project_revenue_per_hour',
       'A project rate needs the revenue: map “Project revenue per hour” to a column, or fill its cell'),
      (input.rate_valid_from is not null and num_nonnulls(input.person_cost_per_hour, input.project_revenue_per_hour) = 0,
       'person_cost_per_hour',
       'No rate on this line: fill the cell of a cost or revenue per hour, or leave the line out'),
      (input.rate_valid_from is null and num_nonnulls(input.person_cost_per_hour, input.project_revenue_per_hour) > 0,
       'rate_valid_from', 'A rate needs its first day: map “Rate valid from” to a column, or fill its cell'),
      (input.rate_valid_from not between '0001-01-01' and '9999-12-31', 'rate_valid_from',
       'Enter a first day between the years 1 and 9999'),
      (private.is_rate_out_of_range(input.person_cost_per_hour), 'person_cost_per_hour',
       'Enter a rate from 0 to 999,999,999.99'),
      (private.is_rate_out_of_range(input.project_revenue_per_hour), 'project_revenue_per_hour',
       'Enter a rate from 0 to 999,999,999.99'),
      (private.is_rate_out_of_range(input.project_cost_per_hour), 'project_cost_per_hour',
       'Enter a rate from 0 to 999,999,999.99')
    ) as checks (is_missing, field, problem)
    where checks.is_missing
    limit 1
  ) as problems
  where input.problem is null and import_lines.line = input.line;
  update pg_temp.import_lines
  set problem = 'Another line has the same entry key', problem_field = 'entry_key'
  from (
    select line, row_number() over (partition by resolved_entry_key order by line) as position
    from pg_temp.import_lines
    where problem is null and hours is not null and resolved_entry_key is not null
  ) as keys
  where import_lines.line = keys.line and keys.position > 1;
  analyze pg_temp.import_lines;
end;
$$;
