begin;
select plan(14);
select tests.two_agencies();

insert into public.tasks (organization_id, project_id, title, status, due_on)
select tests.id('North'), tests.id('alpha'), format('Task %s', n), 'open', date '2026-01-01' + n
from generate_series(1, 14) as n;
insert into public.tasks (organization_id, project_id, title, status) values
  (tests.id('North'), tests.id('alpha'), 'Finished', 'done'), (tests.id('North'), tests.id('alpha'), 'Dropped', 'cancelled');
insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at)
select tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', format('Week %s', n), date '2026-04-01' + n
from generate_series(1, 4) as n;
-- The project has 23 people and ten activities: seven days of hours, a status today and two versions.
insert into public.people (id, organization_id, name, role, is_employee)
select tests.id(format('helper %s', n)), tests.id('North'), format('helper %s', n), 'member', true from generate_series(1, 21) as n;
insert into public.project_members (organization_id, project_id, person_id)
select tests.id('North'), tests.id('alpha'), tests.id(format('helper %s', n)) from generate_series(1, 21) as n;
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
select tests.id('North'), tests.id('alpha'), tests.id('helper 9'), current_date - n, 1 from generate_series(1, 7) as n;
insert into public.status_updates (organization_id, project_id, author_id, health, summary)
values (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', 'Now');
insert into public.portfolio_classifications (organization_id, project_id, version, tier, classified_by)
select tests.id('North'), tests.id('alpha'), n, 'core', tests.id('lead') from generate_series(1, 2) as n;
insert into public.projects (organization_id, account_id, name, status)
select tests.id('North'), tests.id('Garden site'), format('small %s', n), 'completed' from generate_series(1, 200) as n;

select tests.act_as('lead');
create temporary table answers as select public.get_spine() as answer;
create temporary table alpha as
select item from answers, jsonb_array_elements(answer -> 'projects') as item where item ->> 'id' = tests.id('alpha')::text;

select bag_eq('select jsonb_object_keys(answer) from answers', array['viewer', 'as', 'organization', 'today', 'accounts', 'projects', 'left_out'],
  'the spine has exactly the listed keys');
select is(jsonb_array_length(answer -> 'projects'), 150, 'the answer has at most 150 projects') from answers;
select is(answer #>> '{projects,0,name}', 'alpha', 'the project with the latest activity comes first') from answers;
select is(jsonb_array_length(item -> 'open_tasks'), 10, 'a project has ten open tasks') from alpha;
select is(item #>> '{open_tasks,0,title}', 'Task 1', 'the task due first comes first') from alpha;
select is(
  (select array_agg(status ->> 'summary') from alpha, jsonb_array_elements(item -> 'status_updates') as status),
  array['Now', 'Week 4', 'Week 3'], 'a project has its three newest status updates');
-- 54 of 204 projects are left out. alpha has 15 open tasks. beta and shared may be among the projects left out.
select is((answer #>> '{left_out,projects}')::integer, 54, 'the spine counts the projects that it leaves out') from answers;
select is(
  (answer #>> '{left_out,open_tasks}')::integer
    + (select sum(jsonb_array_length(item -> 'open_tasks'))::integer from jsonb_array_elements(answer -> 'projects') as item),
  (select sum(open_task_count)::integer from public.project_summaries), 'the spine counts the open tasks that it leaves out')
from answers;

select is(jsonb_array_length(item -> 'people'), 20, 'a project has twenty people') from alpha;
select is(item #>> '{people,0,name}' || ', ' || (item #>> '{people,1,name}'), 'lead, helper 9', 'the lead comes first, then people by hours') from alpha;
select is(jsonb_array_length(item -> 'activity'), 8, 'a project has eight activities') from alpha;
select is(
  (select array_agg(one ->> 'kind' order by number) from jsonb_array_elements(item -> 'activity') with ordinality as t (one, number)),
  array['classification', 'classification', 'status_update', 'hours', 'hours', 'hours', 'hours', 'hours'], 'the newest activity comes first') from alpha;
select is(item -> 'left_out', '{"open_tasks": 5, "people": 3, "status_updates": 3, "activity": 2}', 'a project counts the rows left out') from alpha;
select is(answer -> 'left_out' ->> 'people' || '/' || (answer -> 'left_out' ->> 'status_updates') || '/' || (answer -> 'left_out' ->> 'activity'),
  '3/3/2', 'the spine adds up the rows that its projects leave out') from answers;

select * from finish();
rollback;
