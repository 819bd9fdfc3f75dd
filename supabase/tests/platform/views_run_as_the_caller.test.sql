begin;
select plan(2);

create function pg_temp.offenders() returns setof text language sql as $$
  select relname::text
  from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'v'
    and coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on'] is not true
$$;

select is_empty('select pg_temp.offenders()', 'every view is security_invoker');
create view public.looks_away as select id from public.projects;
select results_eq('select pg_temp.offenders()', array['looks_away'], 'the check finds a view that runs as its owner');

select * from finish();
rollback;
