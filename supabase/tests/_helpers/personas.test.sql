-- Personas and two small agencies for all other tests.
-- Both runners (`supabase test db` and `npm test`) run files in the order of their paths and cannot include another
-- file, so the name of this file sorts first, and it recreates the schema `tests`. It and the other helpers commit;
-- every other test runs in a transaction and rolls back. To run one folder:
-- `supabase test db supabase/tests/_helpers supabase/tests/identity`.
begin;
set local client_min_messages = warning;

create extension if not exists pgtap with schema extensions;
drop schema if exists tests cascade;
create schema tests;
comment on schema tests is 'Helpers of the pgTAP tests. The service does not use this schema.';

-- Returns the same id for the same name, so that a test can write tests.id('alpha').
create function tests.id(name text)
returns uuid
language sql immutable strict
as $$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$;

create function tests.ids(names text[])
returns uuid[]
language sql immutable strict
as $$ select coalesce(array_agg(tests.id(name)), '{}') from unnest(names) as name $$;

-- Everyone who can call the Data API. 'outsider' is signed in and belongs to no organization,
-- 'other_admin' is admin of the other agency, and 'service' has the secret key.
create function tests.personas()
returns text[]
language sql immutable
as $$ select array['admin', 'lead', 'member', 'member2', 'client', 'outsider', 'other_admin',
                   'anonymous', 'service'] $$;

-- Later statements run as this persona, with the database role and the claims that the Data API sets.
-- 'owner' returns to the owner of the tables.
create function tests.act_as(persona text)
returns void
language plpgsql
as $$
declare
  v_role text := case persona
    when 'owner' then 'none' when 'anonymous' then 'anon' when 'service' then 'service_role'
    else 'authenticated' end;
begin
  if persona <> all (tests.personas() || array['owner']) then
    raise exception 'There is no persona %', persona;
  end if;
  perform set_config('request.jwt.claims', case v_role
    when 'none' then ''
    when 'authenticated' then jsonb_build_object(
      'role', v_role, 'sub', tests.id(persona || ' user'), 'email', persona || '@tests.test')::text
    else jsonb_build_object('role', v_role)::text end, true);
  perform set_config('role', v_role, true);
end;
$$;

-- One assertion: the persona's query returns exactly the ids of these names, including duplicates.
-- Null means that the persona may not run the query.
create function tests.sees(persona text, query text, expected text[])
returns text
language plpgsql
as $$
begin
  perform tests.act_as(persona);
  if expected is null then
    return throws_ok(query, '42501', null, persona || ' may not run: ' || query);
  elsif expected = '{}' then
    return is_empty(query, persona || ' sees nothing: ' || query);
  end if;
  return bag_eq(query, tests.ids(expected),
    format('%s sees %s: %s', persona, array_to_string(expected, ', '), query));
end;
$$;

-- One assertion per persona that every write is refused, and two as the owner: the table has rows before the writes,
-- and the same rows after them.
create function tests.refuses_writes(target regclass)
returns setof text
language plpgsql
as $$
declare
  v_persona text;
  v_verb text;
  v_allowed text[];
  v_column text := (select quote_ident(attname) from pg_attribute where attrelid = target and attnum = 1);
  v_count bigint;
  v_before text;
  v_after text;
begin
  perform tests.act_as('owner');
  execute format('select count(*), md5(string_agg(t::text, '','' order by t::text)) from %s t', target)
  into v_count, v_before;
  return next ok(v_count > 0, format('%s has rows, so that a write could change some', target));

  foreach v_persona in array tests.personas() loop
    v_allowed := '{}';
    foreach v_verb in array array['insert', 'update', 'delete', 'truncate'] loop
      perform tests.act_as(v_persona);
      begin
        execute case v_verb
          when 'insert' then format('insert into %s default values', target)
          when 'update' then format('update %s set %s = %2$s', target, v_column)
          when 'delete' then format('delete from %s', target)
          else format('truncate %s', target) end;
        v_allowed := v_allowed || v_verb;
      exception
        when insufficient_privilege then null;
        when others then v_allowed := v_allowed || (v_verb || ': ' || sqlerrm);
      end;
    end loop;
    return next is(v_allowed, '{}'::text[], format('%s writes nothing to %s', v_persona, target));
  end loop;

  perform tests.act_as('owner');
  execute format('select md5(string_agg(t::text, '','' order by t::text)) from %s t', target) into v_after;
  return next is(v_after, v_before, format('the refused writes leave %s unchanged', target));
end;
$$;

-- Two agencies, North and South, without access to each other:
--   client Harbour: account Harbour shop:  project alpha (member), gamma (no members; archived task)
--   client Garden:  account Garden site:   project beta (member2), shared (member, member2)
--   South, with a client, an account and a project code that North has too: delta
-- The client contact belongs to Harbour. Each project has one task, one time entry, one status update.
create function tests.two_agencies()
returns void
language plpgsql
as $$
begin
  insert into auth.users (id, email, email_confirmed_at)
  select tests.id(persona || ' user'), persona || '@tests.test', now()
  from unnest(array['admin', 'lead', 'member', 'member2', 'client', 'outsider', 'other_admin']) as persona;

  insert into public.organizations (id, name, email_domain, currency, time_zone) values
    (tests.id('North'), 'North', 'tests.test', 'EUR', 'Europe/Berlin'),
    (tests.id('South'), 'South', 'south.test', 'USD', 'America/New_York');

  insert into public.clients (id, organization_id, name) values
    (tests.id('Harbour'), tests.id('North'), 'Harbour'),
    (tests.id('Garden'), tests.id('North'), 'Garden'),
    (tests.id('South Harbour'), tests.id('South'), 'Harbour');

  insert into public.accounts (id, organization_id, client_id, name) values
    (tests.id('Harbour shop'), tests.id('North'), tests.id('Harbour'), 'Harbour shop'),
    (tests.id('Garden site'), tests.id('North'), tests.id('Garden'), 'Garden site'),
    (tests.id('South shop'), tests.id('South'), tests.id('South Harbour'), 'Harbour shop');

  insert into public.people (id, organization_id, user_id, email, name, role, is_employee, is_prompt_owner, client_id)
  select tests.id(persona), tests.id(agency), case when signs_in then tests.id(persona || ' user') end,
         persona || '@tests.test', persona, role::public.person_role, is_employee, role = 'admin',
         case when role = 'client' then tests.id('Harbour') end
  from (values
    ('admin', 'North', 'admin', true, true), ('lead', 'North', 'lead', true, true),
    ('member', 'North', 'member', true, true), ('member2', 'North', 'member', true, true),
    ('client', 'North', 'client', true, false), ('colleague', 'North', 'member', false, true),
    ('freelancer', 'North', 'member', false, false),
    ('other_admin', 'South', 'admin', true, true), ('other_member', 'South', 'member', false, true)
  ) as cases (persona, agency, role, signs_in, is_employee);

  insert into public.projects (id, organization_id, account_id, code, name, status, lead_id, starts_on, due_on, budget_hours, budget_amount)
  values
    (tests.id('alpha'), tests.id('North'), tests.id('Harbour shop'), 'P-1', 'alpha', 'active', tests.id('lead'), '2026-01-05', '2026-06-30', 100, 9000),
    (tests.id('beta'), tests.id('North'), tests.id('Garden site'), 'P-2', 'beta', 'planned', null, null, null, null, null),
    (tests.id('gamma'), tests.id('North'), tests.id('Harbour shop'), 'P-3', 'gamma', 'completed', tests.id('lead'), '2025-01-05', '2025-06-30', 40, 4000),
    (tests.id('shared'), tests.id('North'), tests.id('Garden site'), null, 'shared', 'on_hold', tests.id('lead'), null, null, null, null),
    (tests.id('delta'), tests.id('South'), tests.id('South shop'), 'P-1', 'delta', 'active', tests.id('other_admin'), null, null, 10, 900);

  insert into public.project_members (organization_id, project_id, person_id) values
    (tests.id('North'), tests.id('alpha'), tests.id('member')),
    (tests.id('North'), tests.id('beta'), tests.id('member2')),
    (tests.id('North'), tests.id('shared'), tests.id('member')),
    (tests.id('North'), tests.id('shared'), tests.id('member2')),
    (tests.id('South'), tests.id('delta'), tests.id('other_member'));

  insert into public.tasks (id, organization_id, project_id, external_key, title, status, assignee_id, estimate_hours, archived_at)
  select tests.id(projects.name || ' task'), projects.organization_id, projects.id, 'T-1', projects.name || ' task',
         'open', tests.id(case projects.name when 'delta' then 'other_member' else 'member' end), 8,
         case projects.name when 'gamma' then now() end
  from public.projects where projects.organization_id in (tests.id('North'), tests.id('South'));

  insert into public.time_entries (id, organization_id, project_id, task_id, person_id, spent_on, hours)
  select tests.id(projects.name || ' hours'), projects.organization_id, projects.id, tests.id(projects.name || ' task'),
         tests.id(case projects.name when 'delta' then 'other_member' else 'colleague' end), '2026-03-02', 2.5
  from public.projects where projects.organization_id in (tests.id('North'), tests.id('South'));

  insert into public.status_updates (id, organization_id, project_id, author_id, health, summary, created_at)
  select tests.id(projects.name || ' update'), projects.organization_id, projects.id,
         tests.id(case projects.name when 'delta' then 'other_admin' else 'lead' end), 'on_track', 'Fine.', '2026-03-03'
  from public.projects where projects.organization_id in (tests.id('North'), tests.id('South'));

  insert into public.portfolio_import_runs (
    id, organization_id, requested_by, mode, status, file_name, file_sha256, parser_version, mapping, plan_hash, counts, finished_at)
  select tests.id(agency || ' run'), tests.id(agency), tests.id(person), 'dry_run', 'succeeded', 'plan.csv', repeat('0', 64),
         '1', '{"fields": {}}', repeat('0', 64), '{}', now()
  from (values ('North', 'lead'), ('South', 'other_admin')) as cases (agency, person);

  insert into public.portfolio_import_rows (organization_id, run_id, line, disposition)
  select tests.id(agency), tests.id(agency || ' run'), 2, 'unchanged' from unnest(array['North', 'South']) as agency;

  insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change)
  select tests.id(agency), tests.id(agency || ' run'), 'task', tests.id(agency || ' gone'), 'created'
  from unnest(array['North', 'South']) as agency;

  insert into public.portfolio_import_memberships (
    organization_id, run_id, project_id, person_id, project_name, person_name)
  select tests.id(agency), tests.id(agency || ' run'), tests.id(agency || ' gone'), tests.id(agency || ' gone'),
    'Gone', 'Gone'
  from unnest(array['North', 'South']) as agency;

  insert into public.import_mappings (id, organization_id, name, mapping, created_by)
  select tests.id(agency || ' mapping'), tests.id(agency), 'Weekly', '{"fields": {"project_code": {"column": "A"}}}', tests.id(person)
  from (values ('North', 'lead'), ('South', 'other_admin')) as cases (agency, person);

  insert into public.invitations (id, organization_id, person_id, email, token_hash, invited_by, expires_at)
  select tests.id(agency || ' invitation'), tests.id(agency), tests.id(person), person || '@tests.test',
         sha256(convert_to(agency, 'UTF8')), tests.id(admin), now() + interval '1 day'
  from (values ('North', 'colleague', 'admin'), ('South', 'other_member', 'other_admin')) as cases (agency, person, admin);

  insert into public.audit_events (id, organization_id, actor_db_role, action, object_type)
  select tests.id(agency || ' event'), tests.id(agency), 'none', 'test.happened', 'test'
  from unnest(array['North', 'South']) as agency;
end;
$$;

grant usage on schema tests to anon, authenticated, service_role;
grant execute on all functions in schema tests to anon, authenticated, service_role;

-- Assertions run as the persona, which therefore needs EXECUTE on the functions of pgTAP. The default privileges of the
-- database grant it to no one.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select pg_depend.objid::regprocedure
    from pg_depend
    join pg_extension on pg_extension.oid = pg_depend.refobjid and pg_extension.extname = 'pgtap'
    where pg_depend.classid = 'pg_proc'::regclass and pg_depend.deptype = 'e'
      and not has_function_privilege('anon', pg_depend.objid, 'execute')
  loop
    execute format('grant execute on routine %s to anon, authenticated, service_role', v_function);
  end loop;
end;
$$;
commit;

begin;
select plan(5);

select tests.two_agencies();

select tests.act_as('member');
select is(current_user::text || ' ' || auth.uid(), 'authenticated ' || tests.id('member user'),
  'a persona has the role and the claims of a signed-in user');
select tests.act_as('anonymous');
select is(current_user::text || coalesce(auth.uid()::text, ''), 'anon', 'an anonymous caller has no user');
select tests.act_as('service');
select is(current_user::text || coalesce(auth.uid()::text, ''), 'service_role', 'the service has no user');
select tests.act_as('owner');
select isnt(current_user::text, 'service_role', 'the owner acts without a role or claims');
select throws_ok($$ select tests.act_as('nobody') $$, 'P0001', 'There is no persona nobody',
  'an unknown persona raises an error');

select * from finish();
rollback;
