-- Receipts of imports are few and written seldom: checking them in place keeps nobody waiting.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, require-concurrent-index-creation
set local check_function_bodies = off;

create table "public"."import_mappings" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "name"            text                     not null,
  "mapping"         jsonb                    not null,
  "created_by"      uuid                     not null,
  "created_at"      timestamp with time zone not null default now(),
  "updated_at"      timestamp with time zone not null default now(),
  constraint "import_mappings_pkey" primary key (id),
  constraint "mapping_is_small" check ((octet_length((mapping)::text) <= 100000)),
  constraint "name_is_present" check (((btrim(name) <> ''::text) AND (char_length(name) <= 100)))
);

alter table "public"."import_mappings"
  enable row level security;

create table "public"."portfolio_import_changes" (
  "organization_id" uuid  not null,
  "run_id"          uuid  not null,
  "entity_id"       uuid  not null,
  "changes"         jsonb,
  constraint "portfolio_import_changes_pkey" primary key (run_id, entity_id)
);

alter table "public"."portfolio_import_changes"
  enable row level security;

alter table "public"."portfolio_import_runs"
  add column "applied_at" timestamp with time zone;

alter table "public"."portfolio_import_runs"
  add column "undone_at" timestamp with time zone;

alter table "public"."portfolio_import_runs"
  add column "undone_by" uuid;

create type "public"."import_change" as enum (
  'created',
  'updated'
);

alter table "public"."portfolio_import_changes"
  add column "change" public.import_change not null;

create type "public"."import_entity" as enum (
  'client',
  'account',
  'person',
  'project',
  'task',
  'time_entry'
);

alter table "public"."portfolio_import_changes"
  add column "entity" public.import_entity not null;

create or replace function private.created_by_import (
  run_id uuid,
  entity public.import_entity
)
  returns uuid[]
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(array_agg(made.entity_id), '{}')
  from public.portfolio_import_changes as made
  where made.run_id = created_by_import.run_id and made.entity = created_by_import.entity
    and made.change = 'created'
$function$;

create or replace function private.delete_import_mapping (
  mapping_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_name text;
begin
  delete from public.import_mappings
  where import_mappings.id = mapping_id and import_mappings.organization_id = v_viewer.organization_id
  returning import_mappings.name into v_name;
  if v_name is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such mapping', hint = 'import_mapping_not_found';
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'import_mapping.deleted', 'import_mapping', mapping_id,
    jsonb_build_object('name', v_name));
end;
$function$;

create or replace function private.import_entity_tables()
  returns table (
    entity   public.import_entity,
    relation regclass
  )
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  values
    ('client'::public.import_entity, 'public.clients'::regclass),
    ('account', 'public.accounts'),
    ('person', 'public.people'),
    ('project', 'public.projects'),
    ('task', 'public.tasks'),
    ('time_entry', 'public.time_entries')
$function$;

create or replace function private.import_label (
  entity    public.import_entity,
  entity_id uuid
)
  returns text
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case entity
    when 'client' then (select name from public.clients where id = entity_id)
    when 'account' then (select name from public.accounts where id = entity_id)
    when 'person' then (select name from public.people where id = entity_id)
    when 'project' then (select concat_ws(' ', code, name) from public.projects where id = entity_id)
    when 'task' then (select title from public.tasks where id = entity_id)
    when 'time_entry' then (
      select format('%s h on %s', trim_scale(hours), spent_on) from public.time_entries where id = entity_id)
  end
$function$;

create or replace function private.import_portfolio (
  mode               public.import_mode,
  file_name          text,
  file_sha256        text,
  parser_version     text,
  mapping            jsonb,
  rows               jsonb,
  expected_plan_hash text               default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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

  perform private.lock_imports(v_viewer.organization_id);

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
      v_run.applied_at := now();
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
      v_run.applied_at := null;
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
  if v_run.applied_at is not null then
    perform private.record_import_changes(v_run.organization_id, v_run.id);
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$function$;

create or replace function private.is_filled_text (
  value jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select coalesce(jsonb_typeof(value) = 'string' and value <> '""', false) $function$;

create or replace function private.is_import_mapping (
  mapping jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when jsonb_typeof(mapping -> 'fields') is not distinct from 'object' then
    mapping - 'fields' - 'date_format' = '{}'
    and mapping -> 'fields' ?| array['project_code', 'project_name']
    and coalesce(
      mapping -> 'date_format' in ('"YYYY-MM-DD"', '"DD/MM/YYYY"', '"MM/DD/YYYY"', '"DD.MM.YYYY"'),
      not mapping ? 'date_format')
    and not exists (
      select 1
      from jsonb_each(mapping -> 'fields') as source (field, said)
      where field not in (
          'client_name', 'account_name', 'project_code', 'project_name', 'project_status', 'project_starts_on',
          'project_due_on', 'project_budget_hours', 'project_budget_amount', 'task_key', 'task_title',
          'task_status', 'task_category', 'task_subcategory', 'task_priority', 'task_estimate_hours',
          'task_estimated_on', 'task_started_on', 'task_due_on', 'task_completed_on', 'task_assignee', 'person',
          'hours', 'spent_on', 'note')
        or not case when jsonb_typeof(said) <> 'object' then false
          when said ? 'value' then said - 'value' = '{}' and private.is_filled_text(said -> 'value')
          else said - 'column' - 'values' = '{}' and private.is_filled_text(said -> 'column')
            and case
              when not said ? 'values' then true
              when jsonb_typeof(said -> 'values') <> 'object' then false
              else not exists (
                select 1 from jsonb_each(said -> 'values') as word (cell, meaning)
                where jsonb_typeof(meaning) <> 'string')
            end
        end)
  else false end
$function$;

create or replace function private.lock_imports (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('import_portfolio:' || organization_id, 0)) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
  end if;
end;
$function$;

create or replace function private.plan_import_portfolio (
  organization_id uuid,
  fields          text[]
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.resolve_import_names(organization_id);

  create temporary table import_projects on commit drop as
  with first_lines as (
    select distinct on (project_key) *
    from pg_temp.import_lines
    where problem is null
    order by project_key, is_only_named, line
  ),
  matched as (
    select first_lines.*, existing.id as existing_id, to_jsonb(existing) as existing_row,
           accounts.name as existing_account, clients.name as existing_client
    from first_lines
    left join public.projects as existing
      on existing.organization_id = plan_import_portfolio.organization_id
     and case when first_lines.project_code is not null
              then existing.code = first_lines.project_code
              else existing.id = first_lines.known_project_id end
    left join public.accounts on accounts.id = existing.account_id
    left join public.clients on clients.id = accounts.client_id
  )
  select distinct on (matched.project_key)
    matched.project_key, matched.client_key, matched.client_name, matched.account_key, matched.account_name,
    matched.existing_id is null as is_new,
    coalesce(matched.existing_id, gen_random_uuid()) as id,
    null::uuid as account_id,
    matched.project_code as code,
    planned.*,
    private.json_changes(
      matched.existing_row,
      case when matched.existing_id is not null then to_jsonb(planned) end
    ) as changes,
    case
      when matched.existing_id is null and matched.account_key is null and matched.client_key is null
        then 'The project is new, and neither client nor account is given for it'
      when matched.client_key <> lower(matched.existing_client)
        or matched.account_key <> lower(matched.existing_account)
        then format('The project belongs to %s, account %s: correct that, or leave both out',
                    matched.existing_client, matched.existing_account)
      when planned.due_on < planned.starts_on then 'The project would be due before it starts'
    end as problem
  from matched
  cross join lateral (
    select
      case when matched.existing_id is null or 'project_name' = any (fields)
           then coalesce(matched.project_name, matched.existing_row ->> 'name', matched.project_code)
           else matched.existing_row ->> 'name' end as name,
      case when matched.existing_id is null or 'project_status' = any (fields)
           then coalesce(matched.project_status, (matched.existing_row ->> 'status')::public.project_status, 'active')
           else (matched.existing_row ->> 'status')::public.project_status end as status,
      case when 'project_starts_on' = any (fields) then matched.project_starts_on
           else (matched.existing_row ->> 'starts_on')::date end as starts_on,
      case when 'project_due_on' = any (fields) then matched.project_due_on
           else (matched.existing_row ->> 'due_on')::date end as due_on,
      case when 'project_budget_hours' = any (fields) then matched.project_budget_hours
           else (matched.existing_row ->> 'budget_hours')::numeric end as budget_hours,
      case when 'project_budget_amount' = any (fields) then matched.project_budget_amount
           else (matched.existing_row ->> 'budget_amount')::numeric end as budget_amount
  ) as planned
  order by matched.project_key;

  update pg_temp.import_lines
  set problem = import_projects.problem
  from pg_temp.import_projects
  where import_lines.project_key = import_projects.project_key
    and import_lines.problem is null
    and import_projects.problem is not null;
  delete from pg_temp.import_projects where problem is not null;

  -- A client without an account gets one of its own name, and the reverse.
  update pg_temp.import_projects
  set client_key = coalesce(client_key, account_key), client_name = coalesce(client_name, account_name),
      account_key = coalesce(account_key, client_key), account_name = coalesce(account_name, client_name);

  create temporary table import_clients on commit drop as
  select distinct on (import_projects.client_key)
    import_projects.client_key, import_projects.client_name as name,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  left join public.clients as existing
    on existing.organization_id = plan_import_portfolio.organization_id
   and lower(existing.name) = import_projects.client_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_projects.client_key;

  create temporary table import_accounts on commit drop as
  select distinct on (import_clients.id, import_projects.account_key)
    import_clients.client_key, import_projects.account_key, import_projects.account_name as name,
    import_clients.id as client_id,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  join pg_temp.import_clients on import_clients.client_key = import_projects.client_key
  left join public.accounts as existing
    on existing.client_id = import_clients.id
   and lower(existing.name) = import_projects.account_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_clients.id, import_projects.account_key;

  update pg_temp.import_projects
  set account_id = import_accounts.id
  from pg_temp.import_accounts
  where import_projects.is_new
    and import_accounts.client_key = import_projects.client_key
    and import_accounts.account_key = import_projects.account_key;

  update pg_temp.import_lines
  set project_id = import_projects.id
  from pg_temp.import_projects
  where import_projects.project_key = import_lines.project_key and import_lines.problem is null;
end;
$function$;

create or replace function private.plan_import_work (
  fields text[]
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Lines may have been refused since people were planned.
  delete from pg_temp.import_people
  where not exists (
    select 1 from pg_temp.import_lines
    where import_lines.problem is null
      and import_people.id in (import_lines.person_id, import_lines.assignee_id));

  create temporary table import_tasks on commit drop as
  with first_lines as (
    select distinct on (project_id, resolved_task_key) *
    from pg_temp.import_lines
    where problem is null and resolved_task_key is not null
    order by project_id, resolved_task_key, line
  )
  select
    first_lines.line as first_line,
    first_lines.project_id,
    first_lines.resolved_task_key as external_key,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id,
    existing.assignee_id as previous_assignee_id,
    planned.*,
    case when existing.id is not null then
      private.json_changes(to_jsonb(existing), to_jsonb(planned)) end as changes
  from first_lines
  -- Looked up one by one: without fresh statistics, a join may be made on half of the key.
  left join lateral (
    select *
    from public.tasks
    where tasks.project_id = first_lines.project_id
      and tasks.external_key = first_lines.resolved_task_key
    limit 1
  ) as existing on true
  cross join lateral (
    select
      case when existing.id is null or 'task_title' = any (fields)
           then coalesce(first_lines.task_title, existing.title, first_lines.task_key)
           else existing.title end as title,
      case when existing.id is null or 'task_status' = any (fields)
           then coalesce(first_lines.task_status, existing.status, 'open')
           else existing.status end as status,
      case when 'task_category' = any (fields) then first_lines.task_category else existing.category end as category,
      case when 'task_subcategory' = any (fields) then first_lines.task_subcategory else existing.subcategory end as subcategory,
      case when 'task_priority' = any (fields) then first_lines.task_priority else existing.priority end as priority,
      case when 'task_assignee' = any (fields) then first_lines.assignee_id else existing.assignee_id end as assignee_id,
      case when 'task_estimate_hours' = any (fields) then first_lines.task_estimate_hours else existing.estimate_hours end as estimate_hours,
      case when 'task_estimated_on' = any (fields) then first_lines.task_estimated_on else existing.estimated_on end as estimated_on,
      case when 'task_started_on' = any (fields) then first_lines.task_started_on else existing.started_on end as started_on,
      case when 'task_due_on' = any (fields) then first_lines.task_due_on else existing.due_on end as due_on,
      case when 'task_completed_on' = any (fields) then first_lines.task_completed_on else existing.completed_on end as completed_on
  ) as planned;
  create unique index on pg_temp.import_tasks (project_id, external_key);

  -- A new person gets another id in every plan: people stand in it by name, so that plans can be compared.
  update pg_temp.import_tasks
  set changes = changes - 'assignee_id' || jsonb_build_object('assignee', jsonb_build_object(
    'from', (select people.name from public.people
             where people.id = (changes -> 'assignee_id' ->> 'from')::uuid),
    'to', (select min(import_people.label) from pg_temp.import_people
           where import_people.id = import_tasks.assignee_id)))
  where changes ? 'assignee_id';
  analyze pg_temp.import_tasks;

  update pg_temp.import_lines
  set task_id = import_tasks.id
  from pg_temp.import_tasks
  where import_tasks.project_id = import_lines.project_id
    and import_tasks.external_key = import_lines.resolved_task_key
    and import_lines.problem is null;

  -- Two entries of one person on one task and day are told apart by their order in the file.
  create temporary table import_entries on commit drop as
  with keyed as (
    select
      import_lines.line, import_lines.project_id, import_lines.task_id, import_lines.person_id,
      import_lines.spent_on, import_lines.hours, import_lines.note,
      concat_ws('|', coalesce(import_lines.resolved_task_key, ''), import_lines.person_id, import_lines.spent_on,
        row_number() over (
          partition by import_lines.project_id, import_lines.task_id, import_lines.person_id, import_lines.spent_on
          order by import_lines.line)) as external_key
    from pg_temp.import_lines
    where import_lines.problem is null and import_lines.hours is not null
  )
  select
    keyed.*,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id,
    case when existing.id is not null then
      private.json_changes(
        to_jsonb(existing),
        jsonb_build_object('hours', keyed.hours, 'task_id', keyed.task_id)
        || case when 'note' = any (fields) then jsonb_build_object('note', keyed.note) else '{}' end
      ) end as changes
  from keyed
  left join lateral (
    select *
    from public.time_entries
    where time_entries.project_id = keyed.project_id
      and time_entries.external_key = keyed.external_key
    limit 1
  ) as existing on true;
  create unique index on pg_temp.import_entries (line);
  analyze pg_temp.import_entries;
end;
$function$;

create or replace function private.put_back_import (
  run_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.projects
  set (name, status, starts_on, due_on, budget_hours, budget_amount) = (
    select former.name, former.status, former.starts_on, former.due_on, former.budget_hours, former.budget_amount
    from jsonb_populate_record(projects, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'project' and changed.change = 'updated'
    and projects.id = changed.entity_id;

  update public.tasks
  set (title, status, category, subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on,
       due_on, completed_on) = (
    select former.title, former.status, former.category, former.subcategory, former.priority, former.assignee_id,
           former.estimate_hours, former.estimated_on, former.started_on, former.due_on, former.completed_on
    from jsonb_populate_record(tasks, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'task' and changed.change = 'updated'
    and tasks.id = changed.entity_id;

  update public.time_entries
  set (hours, task_id, note) = (
    select former.hours, former.task_id, former.note
    from jsonb_populate_record(time_entries, private.values_of(changed.changes, 'from')) as former)
  from public.portfolio_import_changes as changed
  where changed.run_id = put_back_import.run_id and changed.entity = 'time_entry' and changed.change = 'updated'
    and time_entries.id = changed.entity_id;

  perform private.record_imported_projects(run_id, true);

  delete from public.time_entries where id = any ((select private.created_by_import(run_id, 'time_entry'))::uuid[]);
  delete from public.tasks where id = any ((select private.created_by_import(run_id, 'task'))::uuid[]);
  delete from public.projects where id = any ((select private.created_by_import(run_id, 'project'))::uuid[]);
  delete from public.people where id = any ((select private.created_by_import(run_id, 'person'))::uuid[]);
  delete from public.accounts where id = any ((select private.created_by_import(run_id, 'account'))::uuid[]);
  delete from public.clients where id = any ((select private.created_by_import(run_id, 'client'))::uuid[]);
end;
$function$;

create or replace function private.record_import_changes (
  organization_id uuid,
  run_id          uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change, changes)
  select
    record_import_changes.organization_id, record_import_changes.run_id,
    planned.entity, planned.id,
    (case when planned.changes is null then 'created' else 'updated' end)::public.import_change,
    planned.changes
  from (
    select 'client'::public.import_entity as entity, id, is_new, null::jsonb as changes from pg_temp.import_clients
    union all select 'account', id, is_new, null from pg_temp.import_accounts
    union all select 'person', id, is_new, null from pg_temp.import_people
    union all select 'project', id, is_new, changes from pg_temp.import_projects
    -- The plan tells assignees by name.
    union all select 'task', id, is_new, case when changes ? 'assignee' then
        changes - 'assignee' || jsonb_build_object('assignee_id', jsonb_build_object(
          'from', previous_assignee_id, 'to', assignee_id))
        else changes end
      from pg_temp.import_tasks
    union all select 'time_entry', id, is_new, changes from pg_temp.import_entries
  ) as planned
  where planned.is_new or planned.changes is not null;

  perform private.record_imported_projects(run_id, false);
end;
$function$;

create or replace function private.record_imported_projects (
  run_id    uuid,
  is_undone boolean
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.record_audit_event(
    changed.organization_id, 'project.updated', 'project', projects.id,
    private.values_of(changed.changes, case when is_undone then 'to' else 'from' end)
      || jsonb_build_object('version', projects.version - 1),
    private.values_of(changed.changes, case when is_undone then 'from' else 'to' end)
      || jsonb_build_object('version', projects.version))
  from public.portfolio_import_changes as changed
  join public.projects on projects.id = changed.entity_id
  where changed.run_id = record_imported_projects.run_id
    and changed.entity = 'project' and changed.change = 'updated'
$function$;

create or replace function private.resolve_import_names (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Projects by the name they will have: with an old name, the same file would mean others next time.
  create temporary table import_candidates on commit drop as
  with coded as (
    select distinct on (project_code) project_code, project_name, client_key, account_key
    from pg_temp.import_lines
    where problem is null and not is_only_named
    order by project_code, line
  )
  select
    coalesce('code:' || projects.code, 'id:' || projects.id) as project_key,
    projects.id as known_project_id,
    projects.code as project_code,
    lower(coalesce(coded.project_name, projects.name)) as name_key,
    lower(clients.name) as client_key,
    lower(accounts.name) as account_key
  from public.projects
  join public.accounts on accounts.id = projects.account_id
  join public.clients on clients.id = accounts.client_id
  left join coded on coded.project_code = projects.code
  where projects.organization_id = resolve_import_names.organization_id
  union all
  select
    'code:' || coded.project_code, null, coded.project_code,
    lower(coalesce(coded.project_name, coded.project_code)),
    coalesce(coded.client_key, coded.account_key), coalesce(coded.account_key, coded.client_key)
  from coded
  where not exists (
    select 1 from public.projects
    where projects.organization_id = resolve_import_names.organization_id
      and projects.code = coded.project_code);

  for v_given in reverse 2..0 loop
    with resolved as (
      select
        named.line,
        count(distinct candidates.project_key) as candidate_count,
        min(candidates.project_key) as project_key,
        min(candidates.known_project_id::text)::uuid as known_project_id,
        min(candidates.project_code) as project_code
      from pg_temp.import_lines as named
      left join pg_temp.import_candidates as candidates
        on candidates.name_key = lower(named.project_name)
       and (named.client_key is null or candidates.client_key = named.client_key)
       and (named.account_key is null or candidates.account_key = named.account_key)
      where named.problem is null and named.is_only_named
        and num_nonnulls(named.client_key, named.account_key) = v_given
      group by named.line
    )
    update pg_temp.import_lines
    set problem = case when resolved.candidate_count > 1
          then 'More than one project has this name: give its code' end,
        -- A client without an account gets one of its own name, and the reverse.
        project_key = coalesce(resolved.project_key, concat_ws(
          chr(31), import_lines.project_key, coalesce(client_key, account_key), coalesce(account_key, client_key))),
        known_project_id = resolved.known_project_id,
        project_code = resolved.project_code
    from resolved
    where import_lines.line = resolved.line;

    insert into pg_temp.import_candidates (project_key, name_key, client_key, account_key)
    select distinct project_key, lower(project_name),
           coalesce(client_key, account_key), coalesce(account_key, client_key)
    from pg_temp.import_lines
    where problem is null and is_only_named and num_nonnulls(client_key, account_key) = v_given and v_given > 0
      and project_key <> all (select import_candidates.project_key from pg_temp.import_candidates);
  end loop;
  drop table pg_temp.import_candidates;
end;
$function$;

create or replace function private.save_import_mapping (
  name    text,
  mapping jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_kept_limit constant integer := 100;
  v_name text := btrim(save_import_mapping.name);
  v_kept public.import_mappings;
begin
  if v_name is null or char_length(v_name) not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 100 characters is needed', hint = 'invalid_name';
  end if;
  if not private.is_import_mapping(save_import_mapping.mapping)
    or octet_length(save_import_mapping.mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A mapping says which column, or which value, fills which field, in at most 100 kB',
      hint = 'invalid_mapping';
  end if;
  -- One at a time: two would both be the last that fits, or the first of their name.
  perform 1 from public.organizations where organizations.id = v_viewer.organization_id for update;
  if (
    select count(*) from public.import_mappings
    where import_mappings.organization_id = v_viewer.organization_id
      and lower(import_mappings.name) <> lower(v_name)
  ) >= v_kept_limit then
    raise exception using
      errcode = 'OPSTA',
      message = format('At most %s mappings are kept. Delete one first', v_kept_limit),
      hint = 'too_many_import_mappings';
  end if;

  update public.import_mappings
  set name = v_name, mapping = save_import_mapping.mapping
  where import_mappings.organization_id = v_viewer.organization_id
    and lower(import_mappings.name) = lower(v_name)
  returning * into v_kept;
  if v_kept.id is null then
    insert into public.import_mappings (organization_id, name, mapping, created_by)
    values (v_viewer.organization_id, v_name, save_import_mapping.mapping, v_viewer.id)
    returning * into v_kept;
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'import_mapping.saved', 'import_mapping', v_kept.id, null,
    jsonb_build_object('name', v_kept.name));
  return to_jsonb(v_kept);
end;
$function$;

create or replace function private.stage_import (
  rows jsonb
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
$function$;

create or replace function private.touched_since_import (
  run_id uuid
)
  returns table (
    entity    public.import_entity,
    entity_id uuid,
    why       text
  )
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_table record;
  v_reference record;
begin
  drop table if exists pg_temp.import_written, pg_temp.import_touched;
  create temporary table import_touched (
    entity public.import_entity, entity_id uuid, why text) on commit drop;

  -- A later import that was undone since left the row as it was, at the time of its undoing. A table of
  -- its own, so that what follows is planned with its size known.
  create temporary table import_written on commit drop as
  select
    changed.organization_id, changed.entity, changed.entity_id, changed.change,
    greatest(runs.applied_at, max(undone.undone_at)) as written_at
  from public.portfolio_import_changes as changed
  join public.portfolio_import_runs as runs on runs.id = changed.run_id
  left join public.portfolio_import_changes as other
    on other.entity_id = changed.entity_id and other.run_id <> changed.run_id
  left join public.portfolio_import_runs as undone on undone.id = other.run_id
  where changed.run_id = touched_since_import.run_id
  group by changed.run_id, changed.entity_id, runs.applied_at;
  create unique index on pg_temp.import_written (entity_id);
  analyze pg_temp.import_written;

  for v_table in select * from private.import_entity_tables() loop
    execute format(
      'select from %s where id in (select entity_id from pg_temp.import_written where entity = $1) order by id for update',
      v_table.relation) using v_table.entity;
    execute format($lookup$
      insert into pg_temp.import_touched
      select $1, written.entity_id, case when present.id is null then 'gone since' else 'changed since' end
      from pg_temp.import_written as written
      left join %s as present on present.id = written.entity_id
      where written.entity = $1 and present.updated_at is distinct from written.written_at
    $lookup$, v_table.relation) using v_table.entity;
  end loop;

  for v_reference in
    select
      referring.conrelid::regclass as relation,
      referred.entity,
      column_of.attname as column_name,
      replace(class.relname, '_', ' ') as label,
      own.entity is not null as is_importable
    from pg_constraint as referring
    join private.import_entity_tables() as referred on referred.relation = referring.confrelid
    join pg_class as class on class.oid = referring.conrelid
    join pg_attribute as id_of on id_of.attrelid = referring.confrelid and id_of.attname = 'id'
    join pg_attribute as column_of
      on column_of.attrelid = referring.conrelid
     and column_of.attnum = referring.conkey[array_position(referring.confkey, id_of.attnum)]
    left join private.import_entity_tables() as own on own.relation = referring.conrelid
    where referring.contype = 'f'
    order by referring.conrelid::regclass::text, referring.conname
  loop
    execute format($lookup$
      insert into pg_temp.import_touched
      select made.entity, made.entity_id, %1$L
      from pg_temp.import_written as made
      where made.entity = $1 and made.change = 'created'
        and exists (
          select 1 from %2$s as referring
          where referring.organization_id = made.organization_id
            and referring.%3$I = made.entity_id %4$s)
    $lookup$,
      'named by newer ' || v_reference.label,
      v_reference.relation,
      v_reference.column_name,
      case when v_reference.is_importable then
        'and not exists (select 1 from pg_temp.import_written as own where own.entity_id = referring.id)'
      end) using v_reference.entity;
  end loop;

  return query
    select distinct on (touched.entity, touched.entity_id) touched.entity, touched.entity_id, touched.why
    from pg_temp.import_touched as touched
    order by touched.entity, touched.entity_id, touched.why;
end;
$function$;

create or replace function private.undo_import (
  run_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_listed_rows constant integer := 20;
  v_run public.portfolio_import_runs;
  v_touched jsonb;
begin
  perform private.lock_imports(v_viewer.organization_id);
  select * into v_run
  from public.portfolio_import_runs as runs
  where runs.id = undo_import.run_id and runs.organization_id = v_viewer.organization_id
  for update;
  if v_run.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such import', hint = 'import_run_not_found';
  elsif v_run.mode <> 'apply' or v_run.status <> 'succeeded' then
    raise exception using
      errcode = 'OPSTA', message = 'Only an import that was applied can be undone', hint = 'import_not_applied';
  elsif v_run.undone_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This import is undone already', hint = 'import_undone';
  elsif v_run.applied_at is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This import is from before changes were recorded, so it cannot be undone',
      hint = 'import_not_recorded';
  end if;

  with touched as (
    select * from private.touched_since_import(v_run.id)
  )
  select jsonb_build_object(
    'count', (select count(*) from touched),
    'rows', jsonb_agg(jsonb_build_object(
      'type', listed.entity, 'id', listed.entity_id,
      'label', private.import_label(listed.entity, listed.entity_id), 'why', listed.why)
      order by listed.entity, listed.why, listed.entity_id))
  into v_touched
  from (select * from touched order by entity, why, entity_id limit v_listed_rows) as listed;
  if v_touched ->> 'count' <> '0' then
    raise exception using
      errcode = 'OPSTA',
      message = 'Something newer touched what this import wrote, so it was not undone',
      detail = v_touched::text,
      hint = 'import_touched';
  end if;

  perform private.put_back_import(v_run.id);
  update public.portfolio_import_runs as runs
  set undone_at = now(), undone_by = v_viewer.id
  where runs.id = v_run.id
  returning * into v_run;
  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.undone', 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$function$;

create or replace function private.values_of (
  changes jsonb,
  side    text
)
  returns jsonb
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_object_agg(changed.key, changed.value -> side)
  from jsonb_each(changes) as changed
$function$;

create or replace function public.delete_import_mapping (
  mapping_id uuid
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.delete_import_mapping(mapping_id) $function$;

create or replace function public.save_import_mapping (
  name    text,
  mapping jsonb
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.save_import_mapping(name, mapping) $function$;

create or replace function public.undo_import (
  run_id uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.undo_import(run_id) $function$;

alter table "public"."import_mappings"
  add constraint "import_mappings_created_by_fkey" foreign key (organization_id, created_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."import_mappings"
  add constraint "import_mappings_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."portfolio_import_changes"
  add constraint "portfolio_import_changes_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."portfolio_import_changes"
  add constraint "portfolio_import_changes_run_fkey" foreign key (organization_id, run_id)
    references public.portfolio_import_runs(organization_id, id) on delete cascade;

alter table "public"."portfolio_import_changes"
  add constraint "updated_row_has_changes"
    check (((change = 'updated'::public.import_change) = (changes IS NOT NULL)));

alter table "public"."portfolio_import_runs"
  add constraint "applied_run_has_succeeded"
    check
    (((applied_at IS NULL) OR ((mode = 'apply'::public.import_mode) AND (status =
    'succeeded'::public.import_status))));

alter table "public"."portfolio_import_runs"
  add constraint "portfolio_import_runs_undone_by_fkey" foreign key (organization_id, undone_by)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."portfolio_import_runs"
  add constraint "undone_run_says_by_whom" check (((undone_at IS NULL) = (undone_by IS NULL)));

alter table "public"."portfolio_import_runs"
  add constraint "undone_run_was_applied" check (((undone_at IS NULL) OR (applied_at IS NOT NULL)));

create index import_mappings_created_by_idx on public.import_mappings
  using btree (organization_id, created_by);

create unique index import_mappings_organization_id_name_key on public.import_mappings
  using btree (organization_id, lower(name));

create index portfolio_import_changes_entity_id_idx on public.portfolio_import_changes
  using btree (entity_id);

create index portfolio_import_changes_organization_id_run_id_idx on public.portfolio_import_changes
  using btree (organization_id, run_id);

create index portfolio_import_runs_undone_by_idx on public.portfolio_import_runs
  using btree (organization_id, undone_by);

create trigger tg_import_mappings__touch
  before update on public.import_mappings
  for each row
  execute function private.tg_touch();

create policy "import_mappings_select_lead" on "public"."import_mappings"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

create policy "portfolio_import_changes_select_lead" on "public"."portfolio_import_changes"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

comment on column "public"."import_mappings"."mapping" is 'As portfolio_import_runs.mapping: { fields, date_format }.';

comment on column "public"."portfolio_import_changes"."changes" is '{ "<column>": { from, to } } of an update; null otherwise.';

comment on column "public"."portfolio_import_changes"."entity_id" is 'Id of the row. No foreign key: the row goes when the run is undone, and the record of it stays.';

comment on column "public"."portfolio_import_runs"."applied_at" is 'Transaction time of the apply, which every row that it wrote bears. Null in runs from before changes were recorded.';

comment on column "public"."portfolio_import_runs"."undone_at" is 'Transaction time of the undoing.';

comment on function "private"."import_entity_tables"() is 'The tables that imports write, by the name of what is in a row.';

comment on function "private"."values_of"(jsonb, text) is 'Answers { key: value } of { key: { from, to } }, by the side "from" or "to".';

comment on function "public"."delete_import_mapping"(uuid) is 'Forgets a saved mapping. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."save_import_mapping"(text, jsonb) is 'Keeps a mapping under a name; answers it. Raises OPAUT · OPDEN · OPINV · OPSTA.';

comment on function "public"."undo_import"(uuid) is 'Undoes an applied import; answers the run. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on policy "import_mappings_select_lead"
  on "public"."import_mappings" is 'Admins and leads read the saved mappings of their organization.';

comment on policy "portfolio_import_changes_select_lead"
  on "public"."portfolio_import_changes" is 'Admins and leads read what an import run created and changed.';

comment on table "public"."import_mappings" is 'Mappings that people keep for the files they import again and again.';

comment on table "public"."portfolio_import_changes" is 'What an apply created and changed, so that it can be undone.';

revoke all on function "private"."created_by_import"(uuid, public.import_entity) from public;

revoke all on function "private"."delete_import_mapping"(uuid) from public;

grant execute on function "private"."delete_import_mapping"(uuid) to "authenticated";

revoke all on function "private"."import_entity_tables"() from public;

revoke all on function "private"."import_label"(public.import_entity, uuid) from public;

revoke all on function "private"."is_filled_text"(jsonb) from public;

revoke all on function "private"."is_import_mapping"(jsonb) from public;

revoke all on function "private"."lock_imports"(uuid) from public;

revoke all on function "private"."put_back_import"(uuid) from public;

revoke all on function "private"."record_import_changes"(uuid, uuid) from public;

revoke all on function "private"."record_imported_projects"(uuid, boolean) from public;

revoke all on function "private"."resolve_import_names"(uuid) from public;

revoke all on function "private"."save_import_mapping"(text, jsonb) from public;

grant execute on function "private"."save_import_mapping"(text, jsonb) to "authenticated";

revoke all on function "private"."touched_since_import"(uuid) from public;

revoke all on function "private"."undo_import"(uuid) from public;

grant execute on function "private"."undo_import"(uuid) to "authenticated";

revoke all on function "private"."values_of"(jsonb, text) from public;

revoke all on function "public"."delete_import_mapping"(uuid) from public;

grant execute on function "public"."delete_import_mapping"(uuid) to "authenticated";

revoke all on function "public"."save_import_mapping"(text, jsonb) from public;

grant execute on function "public"."save_import_mapping"(text, jsonb) to "authenticated";

revoke all on function "public"."undo_import"(uuid) from public;

grant execute on function "public"."undo_import"(uuid) to "authenticated";

grant select on table "public"."import_mappings" to "authenticated", "service_role";

grant select on table "public"."portfolio_import_changes" to "authenticated", "service_role";

alter table "public"."import_mappings"
  add constraint "mapping_is_usable" check (private.is_import_mapping(mapping));
