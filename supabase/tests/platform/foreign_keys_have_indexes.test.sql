begin;
select plan(2);

create function pg_temp.offenders() returns setof text language sql as $$
  select format('%s (%s)', conname, conrelid::regclass)
  from pg_constraint
  where contype = 'f'
    and connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid and indpred is null
        -- The first columns of the index, in any order, are those of the key.
        and (select array_agg(column_number order by column_number)
             from unnest(indkey::smallint[]) with ordinality as entries (column_number, number)
             where number <= cardinality(conkey))
          = (select array_agg(column_number order by column_number) from unnest(conkey) as column_number)
    )
$$;

select is_empty('select pg_temp.offenders()', 'an index begins with the columns of every foreign key');

create table public.slow (
  organization_id uuid constraint slow_organization references public.organizations (id),
  project_id uuid,
  constraint slow_project foreign key (organization_id, project_id) references public.projects (organization_id, id)
);
create index on public.slow (project_id, organization_id) where project_id is not null;
select set_eq('select pg_temp.offenders()', array['slow_organization (slow)', 'slow_project (slow)'],
  'the check finds a key without an index and ignores a partial index');

select * from finish();
rollback;
