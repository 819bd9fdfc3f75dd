-- The rows of a run that have changed since, each with one reason: changed or deleted, or referred to by a row that the
-- run did not write. The references come from the system catalog, so a new table needs no change here. Locks the rows,
-- so that no new reference appears before the caller acts on the result.
create or replace function private.touched_since_import(run_id uuid)
returns table (entity public.import_entity, entity_id uuid, why text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_table record;
  v_reference record;
begin
  drop table if exists pg_temp.import_written, pg_temp.import_touched;
  create temporary table import_touched (
    entity public.import_entity, entity_id uuid, why text) on commit drop;

  -- The undo of a later import leaves a row as it was, except for its time of change. That time therefore counts as the
  -- time at which this import wrote the row. The table is temporary, so that the following statements are planned with
  -- its known size.
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
      select $1, written.entity_id, case when present.id is null then 'deleted since' else 'changed since' end
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
      select written.entity, written.entity_id, %1$L
      from pg_temp.import_written as written
      where written.entity = $1 and written.change = 'created'
        and exists (
          select 1 from %2$s as referring
          where referring.organization_id = written.organization_id
            and referring.%3$I = written.entity_id %4$s)
    $lookup$,
      'used by newer ' || v_reference.label,
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
