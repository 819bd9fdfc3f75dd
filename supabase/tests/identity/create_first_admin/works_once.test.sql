begin;
select plan(10);

-- This test needs a database without an organization, but the database may contain demo data. The test deletes the
-- organizations and leaves the rows of other tables, because it rolls back.
do $$
declare
  v_table regclass;
begin
  set local session_replication_role = replica;
  foreach v_table in array array['public.audit_events', 'public.people', 'public.organizations']::regclass[] loop
    execute format('alter table %s disable trigger user', v_table);
    execute format('delete from %s', v_table);
  end loop;
  set local session_replication_role = origin;
end $$;
insert into auth.users (id, email, email_confirmed_at) values (tests.id('founder user'), 'founder@tests.test', now());

select throws_ok(
  $$ select private.create_first_admin('New', 'new.test', 'EUR', 'Mars/Olympus', 'f@new.test', 'F', tests.id('founder user')) $$,
  'OPINV', '''Mars/Olympus'' is not an IANA time zone', 'an unknown time zone is refused');
select throws_ok(
  $$ select private.create_first_admin('New', 'new.test', 'EUR', 'UTC', 'f@new.test', 'F', tests.id('nobody')) $$,
  'OPINV', 'There is no such user', 'an unknown user is refused');
select throws_ok(
  $$ select private.create_first_admin('New', 'new.test', 'euro', 'UTC', 'f@new.test', 'F', tests.id('founder user')) $$,
  '23514', null, 'an unknown currency is refused');
select is_empty('select id from public.organizations', 'the refusals create no organization');

create temporary table founded as
select private.create_first_admin('New', 'new.test', 'EUR', 'Europe/Berlin', ' Founder@New.test ', 'Founder', tests.id('founder user')) as person_id;
select is(
  (people.email, people.role, people.is_employee, people.is_prompt_owner, people.user_id, organizations.name)::text,
  format('(founder@new.test,admin,t,t,%s,New)', tests.id('founder user')), 'the founder is admin and prompt owner')
from public.people
join public.organizations on organizations.id = people.organization_id
join founded on founded.person_id = people.id;
select is((action, actor_db_role)::text, '(organization.founded,none)', 'the audit log contains the founding') from public.audit_events;

select throws_ok(
  $$ select private.create_first_admin('Second', 'second.test', 'EUR', 'UTC', 'f@new.test', 'F', tests.id('founder user')) $$,
  'OPSTA', 'An organization already exists. Its admins invite everyone else', 'a second founding is refused');
select is((select count(*)::integer from public.organizations), 1, 'the refusal creates no organization');

select is_empty(
  $$ select role from unnest(array['anon', 'authenticated', 'service_role']) as role
     where has_function_privilege(role, 'private.create_first_admin(text, text, text, text, text, text, uuid)', 'execute') $$,
  'no API role can found an organization');
select hasnt_function('public', 'create_first_admin', 'the Data API does not expose the function');

select * from finish();
rollback;
