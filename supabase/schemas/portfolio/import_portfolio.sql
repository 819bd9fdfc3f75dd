-- Imports clients, projects, people, tasks and hours from the rows of one file: dry run and apply are
-- the same code. Everything happens in the transaction of the call, so that a crash leaves nothing half
-- done; a failure inside leaves only its receipt.

create or replace function private.carry_out_import(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.clients (id, organization_id, name)
  select id, carry_out_import.organization_id, name from pg_temp.import_clients where is_new;

  insert into public.accounts (id, organization_id, client_id, name)
  select id, carry_out_import.organization_id, client_id, name from pg_temp.import_accounts where is_new;

  insert into public.people (id, organization_id, name, email, role, is_employee, external_key)
  select id, carry_out_import.organization_id, label,
         case when person_key ~ '^[^@\s]+@[^@\s]+$' then person_key end, 'member', true, person_key
  from pg_temp.import_people where is_new;

  insert into public.projects (
    id, organization_id, account_id, code, name, status, starts_on, due_on, budget_hours, budget_amount)
  select id, carry_out_import.organization_id, account_id, code, name, status, starts_on, due_on,
         budget_hours, budget_amount
  from pg_temp.import_projects where is_new;

  update public.projects
  set name = planned.name, status = planned.status, starts_on = planned.starts_on,
      due_on = planned.due_on, budget_hours = planned.budget_hours, budget_amount = planned.budget_amount
  from pg_temp.import_projects as planned
  where projects.id = planned.id and planned.changes is not null;

  insert into public.tasks (
    id, organization_id, project_id, external_key, title, status, category, subcategory, priority,
    assignee_id, estimate_hours, estimated_on, started_on, due_on, completed_on)
  select id, carry_out_import.organization_id, project_id, external_key, title, status, category,
         subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on, due_on, completed_on
  from pg_temp.import_tasks where is_new;

  update public.tasks
  set title = planned.title, status = planned.status, category = planned.category,
      subcategory = planned.subcategory, priority = planned.priority, assignee_id = planned.assignee_id,
      estimate_hours = planned.estimate_hours, estimated_on = planned.estimated_on,
      started_on = planned.started_on, due_on = planned.due_on, completed_on = planned.completed_on
  from pg_temp.import_tasks as planned
  where tasks.id = planned.id and planned.changes is not null;

  insert into public.time_entries (
    id, organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key)
  select id, carry_out_import.organization_id, project_id, task_id, person_id, spent_on, hours, note,
         external_key
  from pg_temp.import_entries where is_new;

  update public.time_entries
  set hours = planned.hours, task_id = planned.task_id,
      note = case when planned.changes ? 'note' then planned.note else time_entries.note end
  from pg_temp.import_entries as planned
  where time_entries.id = planned.id and planned.changes is not null;
end;
$$;

create or replace function private.import_plan_lines()
returns table (
  line integer, disposition public.import_disposition, project_code text, task_key text,
  reason text, changes jsonb
)
language sql
set search_path = pg_catalog, pg_temp
as $$
  -- A line stands for the things it is the first to name: its project, its task, and its hours.
  with project_lines as (
    select min(import_lines.line) as line, import_lines.project_id
    from pg_temp.import_lines
    where import_lines.problem is null
    group by import_lines.project_id
  ),
  joined as (
    select
      import_lines.line, import_lines.problem, import_lines.project_code, import_lines.task_key,
      coalesce(import_projects.is_new, false) or coalesce(import_tasks.is_new, false)
        or coalesce(import_entries.is_new, false) as creates,
      coalesce(private.prefixed_keys('project', import_projects.changes), '{}')
        || coalesce(private.prefixed_keys('task', import_tasks.changes), '{}')
        || coalesce(private.prefixed_keys('time_entry', import_entries.changes), '{}') as changes
    from pg_temp.import_lines
    left join project_lines on project_lines.line = import_lines.line
    left join pg_temp.import_projects on import_projects.id = project_lines.project_id
    left join pg_temp.import_tasks on import_tasks.first_line = import_lines.line
    left join pg_temp.import_entries on import_entries.line = import_lines.line
  )
  select
    joined.line,
    (case
      when joined.problem is not null then 'skipped'
      when joined.creates then 'create'
      when joined.changes <> '{}' then 'update'
      else 'unchanged'
    end)::public.import_disposition,
    joined.project_code,
    joined.task_key,
    joined.problem,
    case when joined.problem is null and joined.changes <> '{}' then joined.changes end
  from joined
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

create or replace function private.import_counts()
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  with found as (
    select 'rows' as entity, disposition::text as disposition from pg_temp.import_plan
    union all select 'clients', case when is_new then 'create' else 'unchanged' end from pg_temp.import_clients
    union all select 'accounts', case when is_new then 'create' else 'unchanged' end from pg_temp.import_accounts
    union all select 'people', case when is_new then 'create' else 'unchanged' end from pg_temp.import_people
    union all select 'projects', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_projects
    union all select 'tasks', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_tasks
    union all select 'time_entries', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_entries
  ),
  counted as (
    select
      entity,
      jsonb_build_object(
        'create', count(*) filter (where found.disposition = 'create'),
        'update', count(*) filter (where found.disposition = 'update'),
        'unchanged', count(*) filter (where found.disposition = 'unchanged'),
        'skipped', count(*) filter (where found.disposition = 'skipped')
      ) as counts
    -- An entity that the file does not name is counted too, with zeros.
    from unnest(array['rows', 'clients', 'accounts', 'people', 'projects', 'tasks', 'time_entries']) as entity
    left join found using (entity)
    group by entity
  )
  select jsonb_object_agg(counted.entity, counted.counts) from counted
$$;

create or replace function private.import_plan_hash(mapping jsonb, rows jsonb)
returns text
language sql
set search_path = pg_catalog, pg_temp
as $$
  -- What goes in, what it resolves to, and what it does: new things by key, since their ids are fresh.
  select encode(sha256(convert_to(jsonb_build_array(
    mapping,
    rows,
    (select jsonb_agg(jsonb_build_array(line, disposition, reason, changes) order by line)
     from pg_temp.import_plan),
    (select jsonb_agg(jsonb_build_array(person_key, case when not is_new then id end) order by person_key)
     from pg_temp.import_people),
    (select jsonb_agg(jsonb_build_array(client_key, account_key, case when not is_new then id end)
                      order by client_key, account_key)
     from pg_temp.import_accounts),
    (select jsonb_agg(jsonb_build_array(project_key, case when not is_new then id end) order by project_key)
     from pg_temp.import_projects)
  )::text, 'UTF8')), 'hex')
$$;

-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPBIG (too many rows)
-- · OPSTA (import_running; import_plan_changed: the plan is not the one that was seen).
create or replace function private.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_row_limit constant integer := 20000;
  v_fields text[];
  v_run public.portfolio_import_runs;
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_typeof(mapping -> 'fields') is distinct from 'object' then
    raise exception using
      errcode = 'OPINV', message = 'An import needs rows and a mapping of fields', hint = 'invalid_import';
  end if;
  if jsonb_array_length(rows) > v_row_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('An import takes at most %s rows. Split the file', v_row_limit),
      hint = 'too_many_rows';
  end if;
  if file_name is null or char_length(file_name) not between 1 and 200
    or file_sha256 is null or file_sha256 !~ '^[0-9a-f]{64}$'
    or char_length(parser_version) > 50
    or octet_length(mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'The import''s file name, hash, parser version or mapping is malformed',
      hint = 'invalid_import';
  end if;
  v_fields := array(select jsonb_object_keys(mapping -> 'fields'));

  v_run.id := gen_random_uuid();
  v_run.organization_id := v_viewer.organization_id;
  v_run.requested_by := v_viewer.id;
  v_run.mode := mode;
  v_run.file_name := file_name;
  v_run.file_sha256 := file_sha256;
  v_run.parser_version := parser_version;
  v_run.mapping := mapping;
  v_run.created_at := clock_timestamp();

  -- One import at a time per organization: a plan must not age between being made and carried out.
  -- Refused and not queued, since whoever waited would hold a connection that others need.
  if not pg_try_advisory_xact_lock(hashtextextended('import_portfolio:' || v_viewer.organization_id, 0)) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
  end if;

  begin
    perform private.stage_import(rows);
    perform private.plan_import_people(v_viewer.organization_id);
    perform private.plan_import_portfolio(v_viewer.organization_id, v_fields);
    perform private.plan_import_work(v_fields);

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(mapping, rows);
    v_run.counts := private.import_counts();
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_build_object('line', line, 'message', reason) order by line)
            filter (where place <= 200), '[]'))
      from (select line, reason, row_number() over (order by line) as place
            from pg_temp.import_plan where disposition = 'skipped') as skipped);

    if expected_plan_hash is not null and expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Look at the new preview before you apply',
        hint = 'import_plan_changed';
    end if;
    if mode = 'apply' then
      perform private.carry_out_import(v_viewer.organization_id);
    end if;
    v_run.status := 'succeeded';
  exception
    when sqlstate 'OPSTA' or sqlstate 'OPINV' then
      raise;
    when others then
      v_run.status := 'failed';
      v_run.error := sqlerrm;
      v_run.plan_hash := null;
      v_run.counts := null;
      v_run.validation := null;
  end;

  v_run.finished_at := clock_timestamp();
  insert into public.portfolio_import_runs select v_run.*;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_viewer.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$$;

create or replace function public.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.import_portfolio(
    mode, file_name, file_sha256, parser_version, mapping, rows, expected_plan_hash)
$$;

revoke execute on function private.carry_out_import(uuid) from public;
revoke execute on function private.import_plan_lines() from public;
revoke execute on function private.prefixed_keys(text, jsonb) from public;
revoke execute on function private.import_counts() from public;
revoke execute on function private.import_plan_hash(jsonb, jsonb) from public;
revoke execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) from public;
revoke execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) from public;
grant execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;
grant execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;

comment on function public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) is
  'Plans and, with mode apply, carries out an import; answers the run as stored. Raises OPAUT · OPDEN · OPINV · OPBIG · OPSTA.';
