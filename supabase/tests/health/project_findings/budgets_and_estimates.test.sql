begin;
select plan(20);
select tests.two_agencies();
-- Hours on alpha, whose budget is 100 hours and whose one task is estimated at 8.
create function pg_temp.spend(hours numeric) returns void language sql as $$
  update public.time_entries set hours = spend.hours where id = tests.id('alpha hours')
$$;
create temporary table seen (name text, hash text);

select pg_temp.spend(79.99);
select is(tests.finding('project_near_budget', 'alpha'), null, 'below 80 % nothing is near');
select pg_temp.spend(80);
select is(tests.finding('project_near_budget', 'alpha'), 'open', 'from 80 % on it is');
select is(tests.facts('project_near_budget', 'alpha'),
  '{"budget_hours": 100, "actual_hours": 80, "spent_percent": 80}', 'with the figures');
select pg_temp.spend(100);
select is(tests.finding('project_near_budget', 'alpha'), 'open', 'the last hour is still within');
select is(tests.finding('project_over_budget', 'alpha'), null, 'and not over');

select pg_temp.spend(101);
select is(tests.finding('project_near_budget', 'alpha'), null, 'a project over its budget is no longer near it');
select is(tests.finding('project_over_budget', 'alpha'), 'open', 'but over');
select is(tests.facts('project_over_budget', 'alpha'), '{"budget_hours": 100, "actual_hours": 101}', 'by so much');
insert into seen values ('101', tests.finding_hash('project_over_budget', 'alpha'));
select pg_temp.spend(109);
select is(tests.finding_hash('project_over_budget', 'alpha'), (select hash from seen where name = '101'),
  'a few hours more are the same facts');
select pg_temp.spend(110);
select isnt(tests.finding_hash('project_over_budget', 'alpha'), (select hash from seen where name = '101'),
  'a tenth of the budget more are others');
select pg_temp.spend(101);
update public.projects set budget_hours = 90 where id = tests.id('alpha');
select isnt(tests.finding_hash('project_over_budget', 'alpha'), (select hash from seen where name = '101'),
  'so is another budget');
update public.projects set budget_hours = 0 where id = tests.id('alpha');
select is(tests.finding('project_over_budget', 'alpha'), 'open', 'a budget of no hours is over with the first');

select is(tests.finding('project_without_budget', 'alpha'), null, 'a budget in hours is a budget');
select is(tests.finding('project_without_budget', 'beta'), 'unverified',
  'a project without a budget is unverified');
update public.projects set budget_amount = 500 where id = tests.id('beta');
select is(tests.finding('project_without_budget', 'beta'), null, 'one in money is one as well');

select pg_temp.spend(8);
select is(tests.finding('project_over_estimate', 'alpha'), null, 'as many hours as estimated are right');
select pg_temp.spend(8.25);
select is(tests.finding('project_over_estimate', 'alpha'), 'open', 'more are a finding');
insert into public.tasks (organization_id, project_id, title, status)
values (tests.id('North'), tests.id('alpha'), 'Never estimated', 'done');
select is(tests.finding('project_over_estimate', 'alpha'), 'unverified', 'a task without an estimate makes it unverified');
select is(tests.facts('project_over_estimate', 'alpha'),
  '{"actual_hours": 8.25, "estimate_hours": 8, "tasks": 2, "tasks_without_estimate": 1}', 'and it counts those tasks');
update public.tasks set estimate_hours = null where project_id = tests.id('alpha');
select is(tests.finding('project_over_estimate', 'alpha'), null, 'without any estimate there is nothing to be over');

select * from finish();
rollback;
