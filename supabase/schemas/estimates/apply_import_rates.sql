-- Applies the planned rates of an import, after its projects exist.
create or replace function private.apply_import_rates(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.person_rates (id, organization_id, person_id, cost_per_hour, valid_from)
  select id, apply_import_rates.organization_id, owner_id, cost_per_hour, valid_from
  from pg_temp.import_rates where entity = 'person_rate' and is_new;

  update public.person_rates
  set cost_per_hour = import_rate.cost_per_hour
  from pg_temp.import_rates as import_rate
  where person_rates.id = import_rate.id and import_rate.changes is not null;

  insert into public.project_rates (id, organization_id, project_id, revenue_per_hour, cost_per_hour, valid_from)
  select id, apply_import_rates.organization_id, owner_id, revenue_per_hour, cost_per_hour, valid_from
  from pg_temp.import_rates where entity = 'project_rate' and is_new;

  update public.project_rates
  set revenue_per_hour = import_rate.revenue_per_hour, cost_per_hour = import_rate.cost_per_hour
  from pg_temp.import_rates as import_rate
  where project_rates.id = import_rate.id and import_rate.changes is not null;
end;
$$;

-- Restores the rates that an import changed, and deletes those that it created.
create or replace function private.revert_import_rates(run_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.person_rates
  set cost_per_hour = (import_change.changes -> 'cost_per_hour' ->> 'from')::numeric
  from public.portfolio_import_changes as import_change
  where import_change.run_id = revert_import_rates.run_id and import_change.entity = 'person_rate' and import_change.change = 'updated'
    and person_rates.id = import_change.entity_id;

  update public.project_rates
  set (revenue_per_hour, cost_per_hour) = (
    select former_rate.revenue_per_hour, former_rate.cost_per_hour
    from jsonb_populate_record(project_rates, private.values_of(import_change.changes, 'from')) as former_rate)
  from public.portfolio_import_changes as import_change
  where import_change.run_id = revert_import_rates.run_id and import_change.entity = 'project_rate' and import_change.change = 'updated'
    and project_rates.id = import_change.entity_id;

  perform private.record_imported_rates(run_id, true);

  delete from public.person_rates where id = any ((select private.ids_created_by_import(run_id, 'person_rate'))::uuid[]);
  delete from public.project_rates where id = any ((select private.ids_created_by_import(run_id, 'project_rate'))::uuid[]);
end;
$$;

-- One audit event per rate that a run set or its undo restores, for admins and leads only. They do not name the
-- project: the foreign key project_id would prevent the deletion of a project that an import created.
create or replace function private.record_imported_rates(run_id uuid, is_undone boolean)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.record_audit_event(
    import_change.organization_id, import_change.entity || '.set', import_change.entity::text, import_change.entity_id,
    case when import_change.change = 'updated' then
        rates.rate || private.values_of(import_change.changes, case when is_undone then 'to' else 'from' end)
        || jsonb_build_object('version', (rates.rate ->> 'version')::integer - 1)
      when is_undone then rates.rate end,
    case when import_change.change = 'updated' or not is_undone then rates.rate end,
    null, null, true)
  from public.portfolio_import_changes as import_change
  join (
    select person_rates.id, to_jsonb(person_rates) as rate from public.person_rates
    union all
    select project_rates.id, to_jsonb(project_rates) from public.project_rates
  ) as rates on rates.id = import_change.entity_id
  where import_change.run_id = record_imported_rates.run_id and import_change.entity in ('person_rate', 'project_rate')
$$;
