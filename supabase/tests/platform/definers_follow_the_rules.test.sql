begin;
select plan(7);

create function pg_temp.definers()
returns table (function text, schema text, owner text, settings text[], reason text)
language sql as $$
  select oid::regprocedure::text, pronamespace::regnamespace::text, proowner::regrole::text, proconfig,
         substring(concat(prosrc, obj_description(oid, 'pg_proc')) from 'Definer because [^\n]+')
  from pg_proc
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
$$;

select isnt_empty('select * from pg_temp.definers()', 'the check has definers to examine');
select is_empty(
  $$ select function from pg_temp.definers()
     where owner <> (select nspowner::regrole::text from pg_namespace where nspname = 'private') $$,
  'every definer belongs to the owner of the migrations');
select is_empty(
  $$ select function from pg_temp.definers() where schema <> 'private' and reason is null $$,
  'a definer is in private or has a comment with "Definer because …"');
select is_empty(
  $$ select oid::regprocedure from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and coalesce(proconfig, '{}') && array['search_path=pg_catalog, pg_temp'] is not true $$,
  'every function searches pg_catalog first and pg_temp last');

create function public.exposed() returns integer language sql security definer as 'select 1';
select is(
  (select (schema, reason is null, settings is null)::text from pg_temp.definers() where function = 'exposed()'),
  '(public,t,t)', 'the check finds a definer in public without a reason and search_path');
grant create on schema public to service_role;
alter function public.exposed() owner to service_role;
select is((select owner from pg_temp.definers() where function = 'exposed()'), 'service_role',
  'the check finds another owner');
comment on function public.exposed() is 'Definer because of this test.';
select is((select reason from pg_temp.definers() where function = 'exposed()'), 'Definer because of this test.',
  'the check finds the reason in the comment');

select * from finish();
rollback;
