begin;
select plan(4);

create table public.newborn (id bigint generated always as identity);
create function public.newborn() returns integer language sql return 1;

select is_empty(
  $$ select role, verb from unnest(array['anon', 'authenticated', 'service_role']) as role,
       unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as verb
     where has_table_privilege(role, 'public.newborn', verb) $$,
  'no API role has any privilege on a new table');
select is_empty(
  $$ select role from unnest(array['anon', 'authenticated', 'service_role']) as role
     where has_sequence_privilege(role, 'public.newborn_id_seq', 'usage, select, update') $$,
  'no API role has any privilege on a new sequence');
select is_empty(
  $$ select role from unnest(array['anon', 'authenticated', 'service_role']) as role
     where has_function_privilege(role, 'public.newborn()', 'execute') $$,
  'no API role has any privilege on a new function');

create function private.newborn() returns integer language sql return 1;
select is_empty(
  $$ select role from unnest(array['anon', 'authenticated', 'service_role']) as role
     where has_function_privilege(role, 'private.newborn()', 'execute') $$,
  'no API role has any privilege on a new object in private');

select * from finish();
rollback;
