-- No table is in a publication, which would send its rows to every listener and bypass the functions.
begin;
select plan(2);
create function pg_temp.published_tables() returns setof text language sql as $$
  select format('%s.%s in %s', schemaname, tablename, pubname) from pg_publication_tables
  where schemaname in ('public', 'private', 'storage')
  union all
  select format('%s in %s', 'everything', pubname) from pg_publication where puballtables
$$;
select is_empty('select pg_temp.published_tables()', 'no table is published');
create publication for_listeners for table public.passages;
select isnt_empty('select pg_temp.published_tables()', 'the check finds a published table');
select * from finish();
rollback;
