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

  -- A client without an account gets an account of the same name, and vice versa.
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
$$;
