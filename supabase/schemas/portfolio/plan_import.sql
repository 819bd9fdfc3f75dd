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

create or replace function private.plan_import_portfolio(organization_id uuid, fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  create temporary table import_projects on commit drop as
  with first_lines as (
    select distinct on (project_key) *
    from pg_temp.import_lines
    where problem is null
    order by project_key, line
  ),
  matched as (
    select first_lines.*, existing.id as existing_id, to_jsonb(existing) as existing_row,
           accounts.name as existing_account, clients.name as existing_client,
           count(*) over (partition by first_lines.project_key) as match_count
    from first_lines
    left join public.projects as existing
      on existing.organization_id = plan_import_portfolio.organization_id
     and case when first_lines.project_code is not null
              then existing.code = first_lines.project_code
              else lower(existing.name) = lower(first_lines.project_name) end
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
      when matched.match_count > 1 then 'More than one project has this name: give its code'
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
$$;

create or replace function private.plan_import_people(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A person is named by address, by key, or by name, in this order; who is not known becomes a person
  -- without sign-in, so that hours have somebody to belong to. That gives nobody access to anything.
  -- Hours are never a client contact's.
  create temporary table import_people on commit drop as
  with named as (
    select lower(btrim(given.label)) as person_key, min(btrim(given.label)) as label
    from pg_temp.import_lines
    cross join lateral (values (import_lines.person), (import_lines.task_assignee)) as given (label)
    where import_lines.problem is null and btrim(given.label) <> ''
    group by lower(btrim(given.label))
  )
  select
    named.person_key, named.label,
    known.id is null as is_new,
    coalesce(known.id, gen_random_uuid()) as id,
    coalesce(known.is_ambiguous, false) as is_ambiguous
  from named
  left join lateral (
    select
      candidates.id,
      candidates.nearness = 3 and count(*) over (
        partition by candidates.nearness, candidates.is_archived) > 1 as is_ambiguous
    from (
      select
        people.id,
        people.archived_at is not null as is_archived,
        case
          when people.email = named.person_key then 1
          when lower(people.external_key) = named.person_key then 2
          else 3
        end as nearness
      from public.people
      where people.organization_id = plan_import_people.organization_id
        and people.role <> 'client'
        and named.person_key in (people.email, lower(people.external_key), lower(people.name))
    ) as candidates
    order by candidates.is_archived, candidates.nearness, candidates.id
    limit 1
  ) as known on true;

  update pg_temp.import_lines
  set problem = format('More than one person is named %s: give the address or key', import_people.label)
  from pg_temp.import_people
  where import_people.is_ambiguous
    and import_people.person_key in (
      lower(btrim(import_lines.person)), lower(btrim(import_lines.task_assignee)))
    and import_lines.problem is null;
  delete from pg_temp.import_people where is_ambiguous;

  update pg_temp.import_lines
  set person_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.person))),
      assignee_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.task_assignee)))
  where problem is null;
end;
$$;

create or replace function private.plan_import_work(fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
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
$$;

revoke execute on function private.stage_import(jsonb) from public;
revoke execute on function private.plan_import_portfolio(uuid, text[]) from public;
revoke execute on function private.plan_import_people(uuid) from public;
revoke execute on function private.plan_import_work(text[]) from public;
