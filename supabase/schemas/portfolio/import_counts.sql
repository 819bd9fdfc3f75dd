-- How many rows of each kind a plan creates, updates, leaves and skips.
create or replace function private.import_counts()
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  with matches as (
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
    union all select 'rates', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_rates
    union all select 'memberships', case when is_new then 'create' else 'unchanged' end from pg_temp.import_memberships
  ),
  totals as (
    select
      entity,
      jsonb_build_object(
        'create', count(*) filter (where matches.disposition = 'create'),
        'update', count(*) filter (where matches.disposition = 'update'),
        'unchanged', count(*) filter (where matches.disposition = 'unchanged'),
        'skipped', count(*) filter (where matches.disposition = 'skipped')
      ) as counts
    -- A kind that the file does not contain is counted too, with zeros.
    from unnest(array[
      'rows', 'clients', 'accounts', 'people', 'projects', 'tasks', 'time_entries', 'rates', 'memberships']) as entity
    left join matches using (entity)
    group by entity
  )
  select jsonb_object_agg(totals.entity, totals.counts) from totals
$$;
