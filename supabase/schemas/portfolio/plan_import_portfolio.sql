-- Plans the projects of an import, with the clients and accounts that new ones need.
create or replace function private.plan_import_portfolio(organization_id uuid, fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.resolve_import_names(organization_id);

  create temporary table import_projects on commit drop as
  with first_lines as (
    select distinct on (project_key) *
    from pg_temp.import_lines
    where problem is null and project_key is not null
    order by project_key, is_only_named, line
  ),
  matches as (
    select first_lines.*, target.id as existing_id, to_jsonb(target) as existing_row,
           accounts.name as existing_account, clients.name as existing_client
    from first_lines
    left join public.projects as target
      on target.organization_id = plan_import_portfolio.organization_id
     and case when first_lines.project_code is not null
              then target.code = first_lines.project_code
              else target.id = first_lines.known_project_id end
    left join public.accounts on accounts.id = target.account_id
    left join public.clients on clients.id = accounts.client_id
  )
  select distinct on (matches.project_key)
    matches.project_key, matches.client_key, matches.client_name, matches.account_key, matches.account_name,
    matches.existing_id is null as is_new,
    coalesce(matches.existing_id, gen_random_uuid()) as id,
    null::uuid as account_id,
    matches.project_code as code,
    plan.*,
    private.json_changes(
      matches.existing_row,
      case when matches.existing_id is not null then to_jsonb(plan) end
    ) as changes,
    case
      when matches.existing_id is null and matches.account_key is null and matches.client_key is null
        then 'The project is new: map “Client” or “Account” to a column, or set one for every line'
      when matches.client_key <> lower(matches.existing_client)
        or matches.account_key <> lower(matches.existing_account)
        then format('The project belongs to %s, account %s: correct that, or leave both out',
                    matches.existing_client, matches.existing_account)
      when plan.due_on < plan.starts_on then 'The project would be due before it starts'
    end as problem,
    case
      when matches.existing_id is null and matches.account_key is null and matches.client_key is null
        then 'client_name'
      when plan.due_on < plan.starts_on then 'project_due_on'
    end as problem_field
  from matches
  cross join lateral (
    select
      case when matches.existing_id is null or 'project_name' = any (fields)
           then coalesce(matches.project_name, matches.existing_row ->> 'name', matches.project_code)
           else matches.existing_row ->> 'name' end as name,
      case when matches.existing_id is null or 'project_status' = any (fields)
           then coalesce(matches.project_status, (matches.existing_row ->> 'status')::public.project_status, 'active')
           else (matches.existing_row ->> 'status')::public.project_status end as status,
      case when 'project_starts_on' = any (fields) then matches.project_starts_on
           else (matches.existing_row ->> 'starts_on')::date end as starts_on,
      case when 'project_due_on' = any (fields) then matches.project_due_on
           else (matches.existing_row ->> 'due_on')::date end as due_on,
      case when 'project_budget_hours' = any (fields) then matches.project_budget_hours
           else (matches.existing_row ->> 'budget_hours')::numeric end as budget_hours,
      case when 'project_budget_amount' = any (fields) then matches.project_budget_amount
           else (matches.existing_row ->> 'budget_amount')::numeric end as budget_amount
  ) as plan
  order by matches.project_key;

  update pg_temp.import_lines
  set problem = import_projects.problem, problem_field = import_projects.problem_field
  from pg_temp.import_projects
  where import_lines.project_key = import_projects.project_key
    and import_lines.problem is null
    and import_projects.problem is not null;
  delete from pg_temp.import_projects where problem is not null;

  -- A client without an account gets an account of the same name, and vice versa.
  update pg_temp.import_projects
  set client_key = coalesce(client_key, account_key), client_name = coalesce(client_name, account_name),
      account_key = coalesce(account_key, client_key), account_name = coalesce(account_name, client_name)
  where client_key is null or account_key is null;

  create temporary table import_clients on commit drop as
  select distinct on (import_projects.client_key)
    import_projects.client_key, import_projects.client_name as name,
    target.id is null as is_new,
    coalesce(target.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  left join public.clients as target
    on target.organization_id = plan_import_portfolio.organization_id
   and lower(target.name) = import_projects.client_key
   and target.archived_at is null
  where import_projects.is_new
  order by import_projects.client_key;

  create temporary table import_accounts on commit drop as
  select distinct on (import_clients.id, import_projects.account_key)
    import_clients.client_key, import_projects.account_key, import_projects.account_name as name,
    import_clients.id as client_id,
    target.id is null as is_new,
    coalesce(target.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  join pg_temp.import_clients on import_clients.client_key = import_projects.client_key
  left join public.accounts as target
    on target.client_id = import_clients.id
   and lower(target.name) = import_projects.account_key
   and target.archived_at is null
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
