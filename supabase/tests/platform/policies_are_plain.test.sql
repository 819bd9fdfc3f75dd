-- A policy calls zero-argument helpers of private inside a sub-select, so that each runs once per statement. It compares
-- columns with their results and does nothing else. A second, restrictive policy hides the planner's estimates from
-- EXPLAIN.
begin;
select plan(10);

create function pg_temp.policies()
returns table (policy text, roles name[], permissive text, commands text[], expression text)
language sql as $$
  select format('%s on %s.%s', policyname, schemaname, tablename), roles, permissive,
         case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end,
         concat_ws(' ', qual, with_check)
  from pg_policies
  where schemaname in ('public', 'private')
    and not (permissive = 'RESTRICTIVE' and qual = 'private.is_no_query_plan()' and with_check is null)
$$;

-- A caller who may select from a table could otherwise learn about hidden rows from its statistics.
create function pg_temp.unguarded_tables() returns setof text language sql as $$
  select relname::text from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and has_any_column_privilege('authenticated', oid, 'select')
    and not exists (
      select from pg_policies
      where schemaname = 'public' and tablename = relname and permissive = 'RESTRICTIVE' and cmd in ('SELECT', 'ALL')
        and roles = '{authenticated}' and qual = 'private.is_no_query_plan()')
$$;

-- Without its allowed calls, an expression must not contain a call or a sub-select. PostgreSQL prints keywords in upper
-- case and names of functions in lower case or quotes.
create function pg_temp.is_plain(expression text) returns boolean language sql as $$
  select regexp_replace(expression, '\( SELECT private\.[a-z_]+\(\) AS [a-z_]+\)', '', 'g')
    !~ '[a-z0-9_"]\s*\(|SELECT'
$$;

create function pg_temp.repeated_policies() returns setof text language sql as $$
  select format('%s %s %s', tablename, command, role)
  from pg_policies
  cross join unnest(case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end) as command
  cross join unnest(roles) as role
  where schemaname in ('public', 'private') and permissive = 'PERMISSIVE'
  group by schemaname, tablename, command, role
  having count(*) > 1
$$;

select isnt_empty('select * from pg_temp.policies()', 'the check has policies to examine');
select is_empty($$ select policy from pg_temp.policies() where roles <> '{authenticated}' $$,
  'every policy is for the role authenticated alone');
select is_empty($$ select policy from pg_temp.policies() where commands <> '{SELECT}' $$,
  'every policy is for reading, because writes are functions');
select is_empty('select pg_temp.unguarded_tables()', 'tables that callers read have a policy that hides the planner''s estimates');
select is_empty('select pg_temp.repeated_policies()', 'a table has at most one permissive policy per command and role');
select is_empty($$ select policy, expression from pg_temp.policies() where not pg_temp.is_plain(expression) $$,
  'an expression calls only zero-argument helpers of private, each inside a sub-select');
select is_empty(
  $$ select distinct helper from pg_temp.policies(),
       regexp_matches(expression, 'private\.([a-z_]+)\(\)', 'g') as matches (names),
       lateral (select format('private.%s()', names[1])::regprocedure) as helpers (helper)
     join pg_proc on pg_proc.oid = helper
     where provolatile <> 's' or not prosecdef or proretset $$,
  'every helper is a stable definer that returns one value');

create table public.target (id uuid, organization_id uuid, name text);
alter table public.target enable row level security;
create function private.takes(id uuid) returns boolean language sql stable return true;
create policy a on public.target for select to authenticated using (private.takes(id));
create policy b on public.target for select to authenticated using (organization_id = private.led_organization_id());
create policy c on public.target for select to authenticated using ((select private.takes(id)));
create policy d on public.target for select to authenticated using (lower(name) = 'x');
create policy e on public.target for select to authenticated using (id in (select projects.id from public.projects));
create policy f on public.target for all to anon using (true);
create policy g on public.target for select to authenticated
  using (organization_id = (select private.led_organization_id()) or name in ('x', 'y'));
select set_eq(
  $$ select left(policy, 1) from pg_temp.policies()
     where not pg_temp.is_plain(expression) or roles <> '{authenticated}' $$,
  array['a', 'b', 'c', 'd', 'e', 'f'],
  'the check finds a helper with a column, one outside a sub-select, another call, a table and another role');
grant select (name) on public.target to authenticated;
select results_eq('select pg_temp.unguarded_tables()', array['target'], 'the check finds a table without the policy that hides estimates');
select results_eq('select pg_temp.repeated_policies()', array['target SELECT authenticated'],
  'the check finds a second permissive policy');

select * from finish();
rollback;
