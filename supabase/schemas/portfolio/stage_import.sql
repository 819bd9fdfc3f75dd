-- Plans an import: which rows would create, update or leave what. A dry run stops here, apply goes on
-- with carry_out_import; both read the same plan, so a dry run cannot say anything else than what
-- happens. The plan lives in temporary tables of the transaction:
--   import_lines    one per line of the file, with the ids it resolves to
--   import_plan     one per line too: its disposition, reason and changes
--   import_clients, import_accounts, import_projects, import_people, import_tasks, import_entries
--                   one per thing, with id, disposition and the values it will have
-- Only mapped fields change existing things; in case of doubt the first line that names a thing wins.

create or replace function private.stage_import(rows jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  drop table if exists
    pg_temp.import_lines, pg_temp.import_clients, pg_temp.import_accounts, pg_temp.import_projects,
    pg_temp.import_people, pg_temp.import_tasks, pg_temp.import_entries;

  create temporary table import_lines on commit drop as
  select
    staged.*,
    lower(staged.client_name) as client_key,
    lower(staged.account_name) as account_key,
    coalesce('code:' || staged.project_code, 'name:' || lower(staged.project_name)) as project_key,
    coalesce(staged.task_key, 'title:' || lower(staged.task_title)) as resolved_task_key,
    staged.project_code is null as is_only_named,
    null::uuid as known_project_id,
    null::uuid as project_id,
    null::uuid as task_id,
    null::uuid as person_id,
    null::uuid as assignee_id
  from jsonb_to_recordset(stage_import.rows) as staged (
    line integer, problem text,
    client_name text, account_name text,
    project_code text, project_name text, project_status public.project_status,
    project_starts_on date, project_due_on date,
    project_budget_hours numeric(10, 2), project_budget_amount numeric(14, 2),
    task_key text, task_title text, task_status public.task_status,
    task_category text, task_subcategory text, task_priority smallint,
    task_estimate_hours numeric(10, 2), task_estimated_on date, task_started_on date,
    task_due_on date, task_completed_on date, task_assignee text,
    person text, hours numeric(8, 2), spent_on date, note text
  );
  if exists (
    select 1 from pg_temp.import_lines
    where line is null or line < 1
    union all
    select 1 from pg_temp.import_lines group by line having count(*) > 1
  ) then
    raise exception using
      errcode = 'OPINV', message = 'Every row needs a line number of its own', hint = 'invalid_import';
  end if;

  update pg_temp.import_lines
  set problem = case
    when project_key is null then 'No project: give a project code or name'
    when hours <= 0 then 'Hours must be more than zero'
    when btrim(coalesce(person, '')) = '' then 'Hours need a person'
    else 'Hours need a date' end
  where problem is null
    and (project_key is null
         or (hours is not null
             and (hours <= 0 or btrim(coalesce(person, '')) = '' or spent_on is null)));
  analyze pg_temp.import_lines;
end;
$$;

revoke execute on function private.stage_import(jsonb) from public;
