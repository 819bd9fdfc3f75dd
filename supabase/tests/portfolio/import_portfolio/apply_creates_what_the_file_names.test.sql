begin;
select plan(11);
select tests.two_agencies();

select tests.act_as('lead');
create temporary table runs as select tests.import('apply', tests.small_plan()) as run;
grant select on runs to public;
select is(run ->> 'status', 'succeeded', 'the import succeeds') from runs;

select is((client_name, account_name, name, status, budget_hours, lead_name)::text, '(Meadow,"Meadow app","Meadow one",active,120.00,)',
  'an imported project has its client, account, status and budget')
from public.project_summaries where code = 'M-1';
select is((task_count, open_task_count, estimate_hours, actual_hours)::text, '(2,1,6.00,3.75)', 'an imported project has its tasks and hours')
from public.project_summaries where code = 'M-1';
select is((title, status, assignee_id)::text, format('(Draw,open,%s)', tests.id('member')), 'a task is assigned to a known person')
from public.tasks where external_key = 'K-1';
select is((title, status, estimate_hours)::text, '(Build,done,6.00)', 'a task has the values of its line')
from public.tasks where external_key = 'K-2';
select is((hours, spent_on, note, person_id)::text, format('(2.50,2026-02-02,first,%s)', tests.id('member')), 'hours belong to a known person')
from public.time_entries where hours = 2.5 and spent_on = '2026-02-02';

-- An unknown name becomes a person, so that its hours have an owner. This gives no one access.
select tests.act_as('owner');
select is((name, role, is_employee, user_id, email, external_key)::text, '("Robin Newcomer",member,t,,,"robin newcomer")',
  'an unknown name becomes a person without a sign-in')
from public.people where name = 'Robin Newcomer';
select is_empty($$ select 1 from public.project_members join public.projects on projects.id = project_id where code = 'M-1' $$,
  'the import adds no members');
select tests.sees('member', $$ select id from public.projects where code = 'M-1' $$, '{}');
select tests.act_as('owner');
select is_empty($$ select 1 from public.invitations where email ~ 'robin' $$, 'the import invites no one');
select is(tests.dispositions(run), 'create create create', 'the receipt has a result for each line') from runs;

select * from finish();
rollback;
