begin;
select plan(3);

select is_empty(
  $$ select relname from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v')
       and obj_description(oid, 'pg_class') is null $$,
  'every table and view has a comment');
select is_empty(
  $$ select polname from pg_policy
     join pg_class on pg_class.oid = polrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and obj_description(pg_policy.oid, 'pg_policy') is null $$,
  'every policy has a sentence about who sees what');
select is_empty(
  $$ select oid::regprocedure from pg_proc
     where pronamespace = 'public'::regnamespace
       and coalesce(obj_description(oid, 'pg_proc'), '') !~ 'Raises (OP|nothing)' $$,
  'every function in public names the errors it raises');

select * from finish();
rollback;
