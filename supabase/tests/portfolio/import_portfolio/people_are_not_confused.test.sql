begin;
select plan(7);
select tests.two_agencies();
insert into public.people (organization_id, name, role, is_employee, external_key) values
  (tests.id('North'), 'Sam Twin', 'member', true, 'S-1'),
  (tests.id('North'), 'Sam Twin', 'member', true, 'S-2');

select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', '[
  {"project_code": "P-1", "task_key": "T-9", "person": "Sam Twin", "hours": 1, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "s-2", "hours": 2, "spent_on": "2026-02-02"},
  {"project_code": "P-1", "task_key": "T-9", "person": "client", "hours": 4, "spent_on": "2026-02-02"},
  {"project_code": "unknown", "task_key": "T-9", "person": "Never Needed", "hours": 8, "spent_on": "2026-02-02"}
]') as run;
grant select on runs to public;

select is(tests.dispositions(run), 'skipped create create skipped', 'a line with the name of two people is skipped') from runs;
select is(reason, 'More than one person is named Sam Twin: give the email address or key', 'the skipped line has the reason')
from runs join public.portfolio_import_rows on run_id = (run ->> 'id')::uuid where line = 2;
select is((select people.external_key from public.time_entries join public.people on people.id = person_id
           where project_id = tests.id('alpha') and hours = 2),
  'S-2', 'a key identifies one of two people with the same name');
select tests.act_as('owner');
select is_empty($$ select 1 from public.time_entries where person_id = tests.id('client') $$,
  'hours are not assigned to a client contact with that name');
select is((select role::text from public.time_entries join public.people on people.id = person_id
           where project_id = tests.id('alpha') and hours = 4),
  'member', 'hours are assigned to a colleague with that name');
select is_empty($$ select 1 from public.people where name = 'Never Needed' $$, 'a skipped line creates no person');
select is(tests.import_counts(run, 'people'), '1/0/1/0', 'a person of a skipped line is not counted') from runs;

select * from finish();
rollback;
