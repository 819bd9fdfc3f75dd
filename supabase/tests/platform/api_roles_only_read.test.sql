-- Every write is a function: API roles have at most SELECT on a table, and anonymous callers have no privileges.
begin;
select plan(6);

create function pg_temp.table_grants()
returns table (relation text, grantee text, privilege text)
language sql as $$
  with relations as (
    select oid, relname, relkind, relowner, relacl from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  ),
  grants as (
    select relations.relname::text as relation, relations.relowner, acl.grantee, acl.privilege_type
    from relations
    cross join lateral aclexplode(coalesce(
      relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner))) as acl
    union all
    select format('%s.%s', relations.relname, attname), relations.relowner, acl.grantee, acl.privilege_type
    from relations
    join pg_attribute on attrelid = relations.oid
    cross join lateral aclexplode(attacl) as acl
  )
  select grants.relation,
         case grants.grantee when 0 then 'public' else grants.grantee::regrole::text end,
         grants.privilege_type
  from grants
  where grants.grantee <> grants.relowner
$$;

select is_empty(
  $$ select * from pg_temp.table_grants() where privilege <> 'SELECT' $$,
  'only the owner has more than SELECT');
select is_empty(
  $$ select * from pg_temp.table_grants() where grantee not in ('authenticated', 'service_role') $$,
  'only authenticated and service_role read, and anon and PUBLIC have no privileges');

create table public.open_table (id uuid);
grant select on public.open_table to anon;
grant insert (id) on public.open_table to authenticated;
select set_eq(
  $$ select relation || ' ' || grantee || ' ' || privilege from pg_temp.table_grants()
     where privilege <> 'SELECT' or grantee not in ('authenticated', 'service_role') $$,
  array['open_table anon SELECT', 'open_table.id authenticated INSERT'],
  'the check finds an extra grant, even on a column');

select ok(not has_schema_privilege('anon', 'private', 'usage'), 'anon cannot use the schema private');
select ok(not has_schema_privilege(role, schema, 'create'), format('%s cannot create objects in %s', role, schema))
from (values ('authenticated', 'public'), ('service_role', 'private')) as cases (role, schema);

select * from finish();
rollback;
