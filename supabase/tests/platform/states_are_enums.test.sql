begin;
select plan(2);

create function pg_temp.offenders() returns setof text language sql as $$
  select format('%s.%s', attrelid::regclass, attname)
  from pg_attribute
  join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p')
  join pg_type on pg_type.oid = atttypid
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and (attname in ('status', 'state', 'role', 'mode', 'disposition', 'health')
         or attname ~ '_(status|state|role)$' and attname <> 'actor_db_role')
    and attnum > 0 and not attisdropped and typtype <> 'e'
$$;

select is_empty('select pg_temp.offenders()', 'a column with a state has an enum as its type');
create table public.vague (status text);
select results_eq('select pg_temp.offenders()', array['vague.status'], 'the check finds a state stored as text');

select * from finish();
rollback;
