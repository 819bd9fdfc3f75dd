begin;
select plan(8);
select tests.two_agencies();
update public.projects set code = 'SOUTH-1' where id = tests.id('delta');
insert into public.people (id, organization_id, email, name, role, is_employee)
values (tests.id('namesake'), tests.id('South'), 'robin@tests.test', 'Robin', 'member', true);
create function pg_temp.south() returns text language sql as $$
  select md5(string_agg(line, ' ' order by line)) from (
    select clients::text from public.clients where organization_id = tests.id('South') union all
    select accounts::text from public.accounts where organization_id = tests.id('South') union all
    select people::text from public.people where organization_id = tests.id('South') union all
    select projects::text from public.projects where organization_id = tests.id('South') union all
    select tasks::text from public.tasks where organization_id = tests.id('South') union all
    select time_entries::text from public.time_entries where organization_id = tests.id('South')
  ) as snapshot (line)
$$;
create temporary table before as select pg_temp.south() as south;

select tests.act_as('lead');
create temporary table runs as select tests.import('apply', '[
  {"client_name": "Harbour", "account_name": "Harbour shop", "project_code": "SOUTH-1", "project_name": "delta",
   "task_key": "T-1", "task_title": "Ours", "person": "robin@tests.test", "hours": 3, "spent_on": "2026-03-02"}
]') as run;
grant select on runs to public;

select tests.act_as('owner');
select is(pg_temp.south(), south, 'importing the code of another organization''s project changes nothing there') from before;
select is(organization_id, tests.id('North'), 'the import creates a project in its own organization')
from public.projects where code = 'SOUTH-1' and id <> tests.id('delta');
select is(account_id, tests.id('Harbour shop'), 'the new project belongs to an account of its organization with that name')
from public.projects where code = 'SOUTH-1' and id <> tests.id('delta');
select is(
  (select array_agg(distinct organization_id) from public.tasks where title = 'Ours') ||
  (select array_agg(distinct organization_id) from public.people where email = 'robin@tests.test' and id <> tests.id('namesake')),
  tests.ids(array['North', 'North']), 'the new project has its own tasks and people');
select is(tests.import_counts(run, 'people'), '1/0/0/0', 'a person of another organization is not found') from runs;

select tests.sees('other_admin', $$ select id from public.projects where code = 'SOUTH-1' $$, array['delta']);
select tests.act_as('other_admin');
select is(tests.import_counts(tests.import('apply', '[{"project_code": "SOUTH-1", "project_name": "Renamed"}]'), 'projects'), '0/1/0/0',
  'the other organization updates its own project by the same code');
select tests.act_as('owner');
select bag_eq($$ select name from public.projects where code = 'SOUTH-1' $$, array['delta', 'Renamed'], 'the other organization changes no other project');

select * from finish();
rollback;
