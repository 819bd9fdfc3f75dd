-- A name and an address in a file become one person.
begin;
select plan(6);
select tests.two_agencies();
insert into public.people (organization_id, name, role, is_employee, email) values
  (tests.id('North'), 'Sam Elsewhere', 'member', true, 'sam@elsewhere.test');
select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', '[
  {"project_code": "P-1", "person": "Robin Newcomer", "person_email": "Robin@new.test", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-8", "task_assignee": "robin newcomer"},
  {"project_code": "P-1", "person": "Sam Elsewhere", "person_email": "sam@new.test", "hours": 2, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "person_email": "member@tests.test", "hours": 3, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "person": "Contact", "person_email": "client@tests.test", "hours": 4, "spent_on": "2026-02-02"}
]') as run;
grant select on runs to public;
select tests.act_as('owner');
select is(run ->> 'status', 'succeeded', 'the import succeeds') from runs;
select results_eq(
  $$ select name, email from public.people where external_key = 'robin@new.test' $$,
  $$ values ('Robin Newcomer'::text, 'robin@new.test'::text) $$, 'the name and the address identify one person');
select is(
  (select people.email from public.tasks join public.people on people.id = assignee_id where tasks.external_key = 'T-8' and tasks.project_id = tests.id('alpha')),
  'robin@new.test', 'the name alone identifies the same person on another line');
select is(
  (select count(*)::int from public.people where name = 'Sam Elsewhere' and organization_id = tests.id('North')), 2,
  'another address makes another person of the same name');
select is(
  (select person_id from public.time_entries where project_id = tests.id('alpha') and hours = 3 and spent_on = '2026-02-02'),
  tests.id('member'), 'an address alone identifies its person');
select is(
  (select people.email from public.time_entries join public.people on people.id = person_id
   where time_entries.project_id = tests.id('alpha') and hours = 4 and spent_on = '2026-02-02'),
  null, 'the address of a client contact identifies no colleague');

select * from finish();
rollback;
