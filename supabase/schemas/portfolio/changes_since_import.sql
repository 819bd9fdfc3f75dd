-- The rows of a run that have changed since, each with one reason: changed or deleted, or referred to by a row that the
-- run did not write. The references come from the system catalog, so a new table needs no change here. Locks the rows,
-- so that no new reference appears before the caller acts on the result.
create or replace function private.changes_since_import(run_id uuid)
returns table (entity public.import_entity, entity_id uuid, why text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_table record;
  v_reference record;
begin
  drop table if exists pg_temp.import_writes, pg_temp.import_conflicts;
  create temporary table import_conflicts (
    entity public.import_entity, entity_id uuid, why text) on commit drop;

  -- The undo of a later import leaves a row as it was, except for its time of change. That time therefore counts as the
  -- time at which this import wrote the row. The table is temporary, so that the following statements are planned with
  -- its known size.
  create temporary table import_writes on commit drop as
  select
    import_changes.organization_id, import_changes.entity, import_changes.entity_id, import_changes.change,
    greatest(runs.applied_at, max(later_runs.undone_at)) as written_at
  from public.portfolio_import_changes as import_changes
  join public.portfolio_import_runs as runs on runs.id = import_changes.run_id
  left join public.portfolio_import_changes as later_changes
    on later_changes.entity_id = import_changes.entity_id and later_changes.run_id <> import_changes.run_id
  left join public.portfolio_import_runs as later_runs on later_runs.id = later_changes.run_id
  where import_changes.run_id = changes_since_import.run_id
  group by import_changes.run_id, import_changes.entity_id, runs.applied_at;
  create unique index on pg_temp.import_writes (entity_id);
  analyze pg_temp.import_writes;

  for v_table in select * from private.import_entity_tables() loop
    execute format(
      'select from %s where id in (select entity_id from pg_temp.import_writes where entity = $1) order by id for update',
      v_table.relation) using v_table.entity;
    execute format($lookup$
      insert into pg_temp.import_conflicts
      select $1, writes.entity_id, case when current_rows.id is null then 'deleted since' else 'changed since' end
      from pg_temp.import_writes as writes
      left join %s as current_rows on current_rows.id = writes.entity_id
      where writes.entity = $1 and current_rows.updated_at is distinct from writes.written_at
    $lookup$, v_table.relation) using v_table.entity;
  end loop;

  for v_reference in
    select
      foreign_keys.conrelid::regclass as relation,
      targets.entity,
      column_of.attname as column_name,
      replace(class.relname, '_', ' ') as label,
      import_tables.entity is not null as is_importable
    from pg_constraint as foreign_keys
    join private.import_entity_tables() as targets on targets.relation = foreign_keys.confrelid
    join pg_class as class on class.oid = foreign_keys.conrelid
    join pg_attribute as id_of on id_of.attrelid = foreign_keys.confrelid and id_of.attname = 'id'
    join pg_attribute as column_of
      on column_of.attrelid = foreign_keys.conrelid
     and column_of.attnum = foreign_keys.conkey[array_position(foreign_keys.confkey, id_of.attnum)]
    left join private.import_entity_tables() as import_tables on import_tables.relation = foreign_keys.conrelid
    where foreign_keys.contype = 'f'
    order by foreign_keys.conrelid::regclass::text, foreign_keys.conname
  loop
    execute format($lookup$
      insert into pg_temp.import_conflicts
      select writes.entity, writes.entity_id, %1$L
      from pg_temp.import_writes as writes
      where writes.entity = $1 and writes.change = 'created'
        and exists (
          select 1 from %2$s as dependents
          where dependents.organization_id = writes.organization_id
            and dependents.%3$I = writes.entity_id %4$s)
    $lookup$,
      'used by newer ' || v_reference.label,
      v_reference.relation,
      v_reference.column_name,
      case
        when v_reference.is_importable then
          'and not exists (select 1 from pg_temp.import_writes as own_writes where own_writes.entity_id = dependents.id)'
        when v_reference.relation = 'public.project_members'::regclass then
          'and not exists (
             select 1 from private.memberships_of_import($2) as own_members
             where own_members.project_id = dependents.project_id and own_members.person_id = dependents.person_id)'
      end) using v_reference.entity, changes_since_import.run_id;
  end loop;

  return query
    select distinct on (conflicts.entity, conflicts.entity_id) conflicts.entity, conflicts.entity_id, conflicts.why
    from pg_temp.import_conflicts as conflicts
    order by conflicts.entity, conflicts.entity_id, conflicts.why;
end;
$$;

create or replace function private.import_entity_tables()
returns table (entity public.import_entity, relation regclass)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('client'::public.import_entity, 'public.clients'::regclass),
    ('account', 'public.accounts'),
    ('person', 'public.people'),
    ('project', 'public.projects'),
    ('task', 'public.tasks'),
    ('time_entry', 'public.time_entries'),
    ('person_rate', 'public.person_rates'),
    ('project_rate', 'public.project_rates')
$$;
comment on function private.import_entity_tables() is 'The tables that imports write, by entity.';
