begin;
select plan(4);

create function pg_temp.function_grants()
returns table (function text, grantee text)
language sql as $$
  select pg_proc.oid::regprocedure::text,
         case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end
  from pg_proc
  cross join lateral aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and acl.grantee <> proowner
$$;

select is_empty(
  $$ select * from pg_temp.function_grants() where grantee not in ('authenticated', 'service_role') $$,
  'no function is executable by PUBLIC or anon');
select is_empty(
  $$ select * from pg_temp.function_grants()
     join pg_proc on pg_proc.oid = function::regprocedure
     where prorettype = 'trigger'::regtype $$,
  'no trigger function is executable by an API role');

create function public.left_open() returns integer language sql return 1;
grant execute on function public.left_open() to public;
create function public.left_to_anon() returns integer language sql return 1;
grant execute on function public.left_to_anon() to anon;
select set_eq(
  $$ select function || ' ' || grantee from pg_temp.function_grants()
     where grantee not in ('authenticated', 'service_role') $$,
  array['left_open() public', 'left_to_anon() anon'],
  'the check finds an open function');
alter default privileges grant execute on functions to public;
create function public.by_default() returns integer language sql return 1;
select ok(
  exists (select from pg_temp.function_grants() where function = 'by_default()' and grantee = 'public'),
  'the check treats a function with default privileges as open');

select * from finish();
rollback;
