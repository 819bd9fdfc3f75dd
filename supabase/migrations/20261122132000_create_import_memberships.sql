set local check_function_bodies = off;

drop function "private"."import_plan_lines"();

create table "public"."portfolio_import_memberships" (
  "organization_id" uuid not null,
  "run_id"          uuid not null,
  "project_id"      uuid not null,
  "person_id"       uuid not null,
  "project_name"    text not null,
  "person_name"     text not null,
  constraint "portfolio_import_memberships_pkey" primary key (run_id, project_id, person_id)
);

alter table "public"."portfolio_import_memberships"
  enable row level security;

create or replace function private.carry_out_import (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  insert into public.clients (id, organization_id, name)
  select id, carry_out_import.organization_id, name from pg_temp.import_clients where is_new;

  insert into public.accounts (id, organization_id, client_id, name)
  select id, carry_out_import.organization_id, client_id, name from pg_temp.import_accounts where is_new;

  insert into public.people (id, organization_id, name, email, role, is_employee, external_key)
  select id, carry_out_import.organization_id, label,
         -- An address that somebody has already, such as a client contact, stays theirs.
         case when person_key ~ '^[^@\s]+@[^@\s]+$' and not exists (
           select 1 from public.people as others
           where others.organization_id = carry_out_import.organization_id
             and others.email = person_key and others.archived_at is null)
         then person_key end, 'member', true, person_key
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
$function$;

create or replace function private.carry_out_memberships (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_project_ids uuid[];
  v_person_ids uuid[];
begin
  perform 1
  from public.people
  where people.id in (select person_id from pg_temp.import_memberships)
  order by people.id
  for share;
  delete from pg_temp.import_memberships
  where is_new and not exists (
    select 1 from public.people
    where people.id = import_memberships.person_id and people.role = 'member' and people.archived_at is null);

  with made as (
    insert into public.project_members (organization_id, project_id, person_id)
    select carry_out_memberships.organization_id, project_id, person_id
    from pg_temp.import_memberships where is_new
    on conflict do nothing
    returning project_members.project_id, project_members.person_id
  )
  select array_agg(made.project_id), array_agg(made.person_id) into v_project_ids, v_person_ids from made;
  perform private.record_imported_memberships(
    carry_out_memberships.organization_id, v_project_ids, v_person_ids, true);
end;
$function$;

create or replace function private.import_counts()
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
    union all select 'memberships', case when is_new then 'create' else 'unchanged' end from pg_temp.import_memberships
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
    from unnest(array['rows', 'clients', 'accounts', 'people', 'projects', 'tasks', 'time_entries', 'memberships']) as entity
    left join found using (entity)
    group by entity
  )
  select jsonb_object_agg(counted.entity, counted.counts) from counted
$function$;

create or replace function private.import_plan_hash (
  mapping jsonb,
  rows    jsonb
)
  returns text
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
     from pg_temp.import_projects),
    (select jsonb_agg(jsonb_build_array(project_key, person_key, is_new) order by project_key, person_key)
     from pg_temp.import_memberships)
  )::text, 'UTF8')), 'hex')
$function$;

create or replace function private.import_plan_lines()
  returns table (
    line         integer,
    disposition  public.import_disposition,
    project_code text,
    task_key     text,
    reason       text,
    field        text,
    changes      jsonb
  )
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  -- A line stands for the things it is the first to name: its project, its task, and its hours.
  with project_lines as (
    select min(import_lines.line) as line, import_lines.project_id
    from pg_temp.import_lines
    where import_lines.problem is null
    group by import_lines.project_id
  ),
  joined as (
    select
      import_lines.line, import_lines.problem, import_lines.problem_field, import_lines.project_code, import_lines.task_key,
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
    case when joined.problem is not null then joined.problem_field end,
    case when joined.problem is null and joined.changes <> '{}' then joined.changes end
  from joined
$function$;

create or replace function private.is_date_format (
  said jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(
    said -> 'date_format' in ('"YYYY-MM-DD"', '"DD/MM/YYYY"', '"MM/DD/YYYY"', '"DD.MM.YYYY"'),
    not said ? 'date_format')
$function$;

create or replace function private.is_import_mapping (
  mapping jsonb
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case when jsonb_typeof(mapping -> 'fields') is not distinct from 'object' then
    mapping - 'fields' - 'date_format' - 'memberships' = '{}'
    and mapping -> 'fields' ?| array['project_code', 'project_name']
    and private.is_date_format(mapping)
    and coalesce(mapping -> 'memberships' in ('"new"', '"all"', '"none"'), not mapping ? 'memberships')
    and not exists (
      select 1
      from jsonb_each(mapping -> 'fields') as source (field, said)
      where field not in (
          'client_name', 'account_name', 'project_code', 'project_name', 'project_status', 'project_starts_on',
          'project_due_on', 'project_budget_hours', 'project_budget_amount', 'project_members', 'task_key', 'task_title',
          'task_status', 'task_category', 'task_subcategory', 'task_priority', 'task_estimate_hours',
          'task_estimated_on', 'task_started_on', 'task_due_on', 'task_completed_on', 'task_assignee',
          'task_assignee_email', 'person', 'person_email', 'hours', 'spent_on', 'note')
        or not case when jsonb_typeof(said) <> 'object' then false
          when said ? 'value' then said - 'value' = '{}' and private.is_filled_text(said -> 'value')
          when said ? 'columns' then said - 'columns' = '{}' and case
            when jsonb_typeof(said -> 'columns') <> 'array' then false
            when jsonb_array_length(said -> 'columns') not between 2 and 5 then false
            else not exists (
              select 1 from jsonb_array_elements(said -> 'columns') as named (part)
              where not private.is_filled_text(part))
            end
          else said - 'column' - 'values' - 'unit' - 'date_format' = '{}'
            and private.is_filled_text(said -> 'column')
            and private.is_date_format(said)
            and coalesce(
              said -> 'unit' in ('"hours"', '"minutes"', '"seconds"', '"milliseconds"'), not said ? 'unit')
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

create or replace function private.members_by_import (
  run_id uuid
)
  returns table (
    project_id uuid,
    person_id  uuid
  )
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select made.project_id, made.person_id
  from public.portfolio_import_memberships as made
  join public.portfolio_import_runs as runs on runs.id = made.run_id
  join public.project_members
    on project_members.project_id = made.project_id and project_members.person_id = made.person_id
   and project_members.created_at = runs.applied_at
  where made.run_id = members_by_import.run_id
$function$;

create or replace function private.plan_import_memberships (
  choice text
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  create temporary table import_memberships on commit drop as
  with at_work as (
    select project_id, person_id from pg_temp.import_lines
    where problem is null and hours is not null
    union
    select project_id, assignee_id from pg_temp.import_lines
    where problem is null and task_id is not null
    union
    select import_lines.project_id, import_people.id
    from pg_temp.import_mentions
    join pg_temp.import_lines on import_lines.line = import_mentions.line
    join pg_temp.import_people on import_people.person_key = import_mentions.person_key
    where import_mentions.part = 'member' and import_lines.problem is null
  )
  select
    at_work.project_id,
    at_work.person_id,
    min(import_projects.name) as project_name,
    min(coalesce(people.name, import_people.label)) as person_name,
    min(import_projects.project_key) as project_key,
    min(import_people.person_key) as person_key,
    not exists (
      select 1 from public.project_members as kept
      where kept.project_id = at_work.project_id and kept.person_id = at_work.person_id) as is_new
  from at_work
  join pg_temp.import_projects on import_projects.id = at_work.project_id
  join pg_temp.import_people on import_people.id = at_work.person_id
  left join public.people on people.id = at_work.person_id
  where (plan_import_memberships.choice = 'all' or (plan_import_memberships.choice = 'new' and import_people.is_new))
    and (import_people.is_new or (people.role = 'member' and people.archived_at is null))
  group by at_work.project_id, at_work.person_id;
end;
$function$;

create or replace function private.plan_import_people (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  create temporary table import_mentions on commit drop as
  select
    import_lines.line, given.part,
    coalesce(nullif(btrim(given.label), ''), btrim(given.email)) as label,
    coalesce(nullif(lower(btrim(given.email)), ''), lower(btrim(given.label))) as person_key,
    nullif(lower(btrim(given.email)), '') as email
  from pg_temp.import_lines
  cross join lateral (
    select 'person' as part, import_lines.person as label, import_lines.person_email as email
    union all select 'assignee', import_lines.task_assignee, import_lines.task_assignee_email
    union all select 'member', named, null from unnest(import_lines.project_members) as named
  ) as given
  where import_lines.problem is null and btrim(concat(given.label, given.email)) <> '';

  -- Where the file gives a name its address on one line, the name alone means the same person on another.
  update pg_temp.import_mentions
  set person_key = addressed.email
  from (
    select lower(label) as name_key, min(email) as email
    from pg_temp.import_mentions
    where email is not null
    group by lower(label)
    having count(distinct email) = 1
  ) as addressed
  where import_mentions.email is null and import_mentions.person_key = addressed.name_key;

  -- A person is named by address, by key, or by name, in this order; who is not known becomes a person
  -- without sign-in, so that hours have somebody to belong to. A person of that name with another address is
  -- somebody else. Hours are never a client contact's.
  create temporary table import_people on commit drop as
  with named as (
    select
      import_mentions.person_key,
      coalesce(min(label) filter (where lower(label) <> import_mentions.person_key), min(label)) as label
    from pg_temp.import_mentions
    group by import_mentions.person_key
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
        and (named.person_key in (people.email, lower(people.external_key), lower(people.name))
             or (people.email is null
                 and lower(named.label) in (lower(people.external_key), lower(people.name))))
    ) as candidates
    order by candidates.is_archived, candidates.nearness, candidates.id
    limit 1
  ) as known on true;

  update pg_temp.import_lines
  set problem = format('More than one person is named %s: give the address or key', import_people.label),
      problem_field = case import_mentions.part
        when 'person' then 'person' when 'assignee' then 'task_assignee' else 'project_members' end
  from pg_temp.import_mentions
  join pg_temp.import_people on import_people.person_key = import_mentions.person_key
  where import_people.is_ambiguous
    and import_lines.line = import_mentions.line
    and import_lines.problem is null;
  delete from pg_temp.import_people where is_ambiguous;

  update pg_temp.import_lines
  set person_id = named.person_id, assignee_id = named.assignee_id
  from (
    select
      import_mentions.line,
      (array_agg(import_people.id) filter (where import_mentions.part = 'person'))[1] as person_id,
      (array_agg(import_people.id) filter (where import_mentions.part = 'assignee'))[1] as assignee_id
    from pg_temp.import_mentions
    join pg_temp.import_people on import_people.person_key = import_mentions.person_key
    group by import_mentions.line
  ) as named
  where import_lines.line = named.line and import_lines.problem is null;
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
        then 'The project is new: map “Client” or “Account” to a column, or set one for every line'
      when matched.client_key <> lower(matched.existing_client)
        or matched.account_key <> lower(matched.existing_account)
        then format('The project belongs to %s, account %s: correct that, or leave both out',
                    matched.existing_client, matched.existing_account)
      when planned.due_on < planned.starts_on then 'The project would be due before it starts'
    end as problem,
    case
      when matched.existing_id is null and matched.account_key is null and matched.client_key is null
        then 'client_name'
      when planned.due_on < planned.starts_on then 'project_due_on'
    end as problem_field
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
  set problem = import_projects.problem, problem_field = import_projects.problem_field
  from pg_temp.import_projects
  where import_lines.project_key = import_projects.project_key
    and import_lines.problem is null
    and import_projects.problem is not null;
  delete from pg_temp.import_projects where problem is not null;

  -- A client without an account gets one of its own name, and the reverse.
  update pg_temp.import_projects
  set client_key = coalesce(client_key, account_key), client_name = coalesce(client_name, account_name),
      account_key = coalesce(account_key, client_key), account_name = coalesce(account_name, client_name)
  where client_key is null or account_key is null;

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
    select 1 from pg_temp.import_mentions
    join pg_temp.import_lines on import_lines.line = import_mentions.line
    where import_lines.problem is null and import_mentions.person_key = import_people.person_key);

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
      case -- Some tools export when a task was completed, and no status.
           when 'task_completed_on' = any (fields) and 'task_status' <> all (fields)
             and first_lines.task_completed_on is not null
             and coalesce(existing.status, 'open') in ('open', 'in_progress', 'blocked')
           then 'done'
           when existing.id is null or 'task_status' = any (fields)
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
declare
  v_organization_id uuid := (select organization_id from public.portfolio_import_runs where id = run_id);
  v_project_ids uuid[];
  v_person_ids uuid[];
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

  with gone as (
    delete from public.project_members
    using private.members_by_import(put_back_import.run_id) as made
    where project_members.project_id = made.project_id and project_members.person_id = made.person_id
    returning project_members.project_id, project_members.person_id
  )
  select array_agg(gone.project_id), array_agg(gone.person_id) into v_project_ids, v_person_ids from gone;
  perform private.record_imported_memberships(v_organization_id, v_project_ids, v_person_ids, false);

  delete from public.time_entries where id = any ((select private.created_by_import(run_id, 'time_entry'))::uuid[]);
  delete from public.tasks where id = any ((select private.created_by_import(run_id, 'task'))::uuid[]);
  delete from public.projects where id = any ((select private.created_by_import(run_id, 'project'))::uuid[]);
  delete from public.people where id = any ((select private.created_by_import(run_id, 'person'))::uuid[]);
  delete from public.accounts where id = any ((select private.created_by_import(run_id, 'account'))::uuid[]);
  delete from public.clients where id = any ((select private.created_by_import(run_id, 'client'))::uuid[]);
end;
$function$;

create or replace function private.record_imported_memberships (
  organization_id uuid,
  project_ids     uuid[],
  person_ids      uuid[],
  is_member       boolean
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.record_audit_event(
    record_imported_memberships.organization_id, 'person.memberships_imported', 'person', changed.person_id,
    jsonb_build_object('is_member', not is_member),
    jsonb_build_object('is_member', is_member, 'project_ids', changed.project_ids))
  from (
    select pairs.person_id, jsonb_agg(pairs.project_id order by pairs.project_id) as project_ids
    from unnest(record_imported_memberships.project_ids, record_imported_memberships.person_ids)
      as pairs (project_id, person_id)
    group by pairs.person_id
  ) as changed
$function$;

create or replace function private.run_import (
  run                public.portfolio_import_runs,
  rows               jsonb,
  expected_plan_hash text
)
  returns public.portfolio_import_runs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_run public.portfolio_import_runs := run;
  v_fields text[] := array(select jsonb_object_keys((run).mapping -> 'fields'));
begin
  begin
    perform private.stage_import(run_import.rows);
    perform private.plan_import_people(v_run.organization_id);
    perform private.plan_import_portfolio(v_run.organization_id, v_fields);
    perform private.plan_import_work(v_fields);
    -- Without a choice nobody sees more than before.
    perform private.plan_import_memberships(coalesce(v_run.mapping ->> 'memberships', 'none'));

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(v_run.mapping, run_import.rows);
    v_run.counts := private.import_counts();
    -- A service from before the choice knows no such count.
    if not v_run.mapping ? 'memberships' then
      v_run.counts := v_run.counts - 'memberships';
    end if;
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_strip_nulls(
            jsonb_build_object('line', line, 'message', reason, 'field', field)) order by line)
            filter (where place <= 200), '[]'))
      from (select line, reason, field, row_number() over (order by line) as place
            from pg_temp.import_plan where disposition = 'skipped') as skipped);

    if run_import.expected_plan_hash is not null and run_import.expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Look at the new preview before you apply',
        hint = 'import_plan_changed';
    end if;
    if v_run.mode = 'apply' then
      perform private.carry_out_import(v_run.organization_id);
      perform private.carry_out_memberships(v_run.organization_id);
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
  insert into public.portfolio_import_runs select v_run.*
  on conflict (id) do update
  set status = excluded.status, plan_hash = excluded.plan_hash, counts = excluded.counts,
      validation = excluded.validation, error = excluded.error,
      finished_at = excluded.finished_at, applied_at = excluded.applied_at;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_run.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
    insert into public.portfolio_import_memberships (
      organization_id, run_id, project_id, person_id, project_name, person_name)
    select v_run.organization_id, v_run.id, project_id, person_id, project_name, person_name
    from pg_temp.import_memberships where is_new;
  end if;
  if v_run.applied_at is not null then
    perform private.record_import_changes(v_run.organization_id, v_run.id);
  end if;

  perform private.record_audit_event(
    v_run.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return v_run;
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
    pg_temp.import_people, pg_temp.import_mentions, pg_temp.import_tasks, pg_temp.import_entries,
    pg_temp.import_memberships;

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
    line integer, problem text, problem_field text,
    client_name text, account_name text,
    project_code text, project_name text, project_status public.project_status,
    project_starts_on date, project_due_on date,
    project_budget_hours numeric(10, 2), project_budget_amount numeric(14, 2), project_members text[],
    task_key text, task_title text, task_status public.task_status,
    task_category text, task_subcategory text, task_priority smallint,
    task_estimate_hours numeric(10, 2), task_estimated_on date, task_started_on date,
    task_due_on date, task_completed_on date, task_assignee text, task_assignee_email text,
    person text, person_email text, hours numeric(8, 2), spent_on date, note text
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

  -- The fields go by the labels that people see.
  update pg_temp.import_lines
  set problem = missing.problem, problem_field = missing.field
  from pg_temp.import_lines as given
  cross join lateral (
    select *
    from (values
      (given.project_key is null, 'project_name',
       'No project: map “Project name” or “Project code” to a column, or fill its cell'),
      (given.hours <= 0, 'hours', 'Hours must be more than zero'),
      (given.hours is not null and btrim(concat(given.person, given.person_email)) = '', 'person',
       'Hours need a person: map “Person” to a column, or fill its cell'),
      (given.hours is not null and given.spent_on is null, 'spent_on',
       'Hours need a date: map “Spent on” to a column, or fill its cell')
    ) as checked (is_missing, field, problem)
    where checked.is_missing
    limit 1
  ) as missing
  where given.problem is null and import_lines.line = given.line;
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
      case
        when v_reference.is_importable then
          'and not exists (select 1 from pg_temp.import_written as own where own.entity_id = referring.id)'
        when v_reference.relation = 'public.project_members'::regclass then
          'and not exists (
             select 1 from private.members_by_import($2) as own
             where own.project_id = referring.project_id and own.person_id = referring.person_id)'
      end) using v_reference.entity, touched_since_import.run_id;
  end loop;

  return query
    select distinct on (touched.entity, touched.entity_id) touched.entity, touched.entity_id, touched.why
    from pg_temp.import_touched as touched
    order by touched.entity, touched.entity_id, touched.why;
end;
$function$;

alter table "public"."portfolio_import_memberships"
  add constraint "portfolio_import_memberships_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."portfolio_import_memberships"
  add constraint "portfolio_import_memberships_run_fkey" foreign key (organization_id, run_id)
    references public.portfolio_import_runs(organization_id, id) on delete cascade;

create index portfolio_import_memberships_organization_id_run_id_idx
  on public.portfolio_import_memberships using btree (organization_id, run_id);

create policy "portfolio_import_memberships_select_lead" on "public"."portfolio_import_memberships"
  for select
  to "authenticated"
  using ((organization_id = ( select private.led_organization_id() as led_organization_id)));

comment on column "public"."import_mappings"."mapping" is 'As portfolio_import_runs.mapping: { fields, date_format, memberships }.';

comment on column "public"."portfolio_import_memberships"."person_id" is 'No foreign key, as for the project.';

comment on column "public"."portfolio_import_memberships"."project_id" is 'No foreign key: in a dry run a new project does not exist, and undoing deletes it.';

comment on column "public"."portfolio_import_runs"."counts" is '{ rows, clients, accounts, projects, people, tasks, time_entries, memberships }, each { create, update, unchanged, skipped }.';

comment on policy "portfolio_import_memberships_select_lead"
  on "public"."portfolio_import_memberships" is 'Admins and leads read who sees which project through an import run.';

comment on table "public"."portfolio_import_memberships" is 'Who sees which project through an import, or would: what a preview lists, and what undoing takes away.';

revoke all on function "private"."carry_out_memberships"(uuid) from public;

revoke all on function "private"."import_plan_lines"() from public;

revoke all on function "private"."is_date_format"(jsonb) from public;

revoke all on function "private"."members_by_import"(uuid) from public;

revoke all on function "private"."plan_import_memberships"(text) from public;

revoke all
  on function "private"."record_imported_memberships"(uuid, uuid[], uuid[], boolean)
  from public;

grant select on table "public"."portfolio_import_memberships" to "authenticated", "service_role";
