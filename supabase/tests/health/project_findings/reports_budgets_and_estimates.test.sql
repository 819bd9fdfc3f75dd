begin;
select plan(20);
select tests.two_agencies();
-- Sets the hours on alpha, whose budget is 100 hours and whose one task is estimated at 8 hours.
create function pg_temp.spend(hours numeric) returns void language sql as $$
  update public.time_entries set hours = spend.hours where id = tests.id('alpha hours')
$$;
create temporary table hashes (name text, hash text);

select pg_temp.spend(79.99);
select is(tests.finding('project_near_budget', 'alpha'), null, 'a project below 80% of its budget is not near it');
select pg_temp.spend(80);
select is(tests.finding('project_near_budget', 'alpha'), 'open', 'a project at 80% of its budget is near it');
select is(tests.facts('project_near_budget', 'alpha'),
  '{"budget_hours": 100, "actual_hours": 80, "spent_percent": 80}', 'a finding about a budget that is nearly used has the hours and the percentage');
select pg_temp.spend(100);
select is(tests.finding('project_near_budget', 'alpha'), 'open', 'a project at 100% of its budget is near it');
select is(tests.finding('project_over_budget', 'alpha'), null, 'a project at 100% of its budget is not over it');

select pg_temp.spend(101);
select is(tests.finding('project_near_budget', 'alpha'), null, 'a project over its budget is no longer near it');
select is(tests.finding('project_over_budget', 'alpha'), 'open', 'a project above 100% of its budget is over it');
select is(tests.facts('project_over_budget', 'alpha'), '{"budget_hours": 100, "actual_hours": 101}', 'a finding about an exceeded budget has the budget and the actual hours');
insert into hashes values ('101', tests.finding_hash('project_over_budget', 'alpha'));
select pg_temp.spend(109);
select is(tests.finding_hash('project_over_budget', 'alpha'), (select hash from hashes where name = '101'),
  'a few more hours do not change the hash of the finding');
select pg_temp.spend(110);
select isnt(tests.finding_hash('project_over_budget', 'alpha'), (select hash from hashes where name = '101'),
  'hours of another tenth of the budget change the hash of the finding');
select pg_temp.spend(101);
update public.projects set budget_hours = 90 where id = tests.id('alpha');
select isnt(tests.finding_hash('project_over_budget', 'alpha'), (select hash from hashes where name = '101'),
  'another budget changes the hash of the finding');
update public.projects set budget_hours = 0 where id = tests.id('alpha');
select is(tests.finding('project_over_budget', 'alpha'), 'open', 'a project with a budget of zero hours is over it with the first hour');

select is(tests.finding('project_without_budget', 'alpha'), null, 'a project with a budget in hours has a budget');
select is(tests.finding('project_without_budget', 'beta'), 'unverified',
  'a project without a budget is unverified');
update public.projects set budget_amount = 500 where id = tests.id('beta');
select is(tests.finding('project_without_budget', 'beta'), null, 'a project with a budget in money has a budget');

select pg_temp.spend(8);
select is(tests.finding('project_over_estimate', 'alpha'), null, 'hours up to the estimate of a task are not a finding');
select pg_temp.spend(8.25);
select is(tests.finding('project_over_estimate', 'alpha'), 'open', 'hours above the estimate of a task are a finding');
insert into public.tasks (organization_id, project_id, title, status)
values (tests.id('North'), tests.id('alpha'), 'Never estimated', 'done');
select is(tests.finding('project_over_estimate', 'alpha'), 'unverified', 'a task without an estimate makes the finding about estimates unverified');
select is(tests.facts('project_over_estimate', 'alpha'),
  '{"actual_hours": 8.25, "estimate_hours": 8, "tasks": 2, "tasks_without_estimate": 1}', 'the finding about estimates counts tasks without an estimate');
update public.tasks set estimate_hours = null where project_id = tests.id('alpha');
select is(tests.finding('project_over_estimate', 'alpha'), null, 'a project without estimates cannot exceed them');

select * from finish();
rollback;
