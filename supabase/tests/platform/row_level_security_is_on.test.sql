begin;
select plan(3);

create function pg_temp.offenders() returns setof text language sql as $$
  select format('%s.%s', relnamespace::regnamespace, relname)
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
$$;

select is_empty('select pg_temp.offenders()', 'every table in public has row level security');

create table public.forgotten (id uuid);
select results_eq('select pg_temp.offenders()', array['public.forgotten'], 'the check finds a table without row level security');

select is_empty(
  $$ select relname from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('m', 'f') $$,
  'no materialized view and no foreign table bypasses row level security');

select * from finish();
rollback;
