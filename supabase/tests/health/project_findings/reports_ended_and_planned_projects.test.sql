begin;
select plan(9);
select tests.two_agencies();

select is(tests.finding('open_tasks_on_ended_project', 'gamma'), null, 'a completed project with archived tasks has no finding');
update public.tasks set archived_at = null where id = tests.id('gamma task');
select is(tests.finding('open_tasks_on_ended_project', 'gamma'), 'open', 'a completed project with an open task is a finding');
select is(tests.facts('open_tasks_on_ended_project', 'gamma'), '{"status": "completed", "open_tasks": 1}', 'a finding about an ended project has its status and open tasks');
select bag_eq(
  $$ select findings.code from private.judged_findings(tests.id('North'), array(
       select figures from private.compute_project_figures(tests.id('North')) as figures), true) as findings
     where findings.subject_id = tests.id('gamma') $$,
  array['open_tasks_on_ended_project'], 'an ended project has no other findings');
update public.projects set archived_at = now() where id = tests.id('gamma');
select is(tests.finding('open_tasks_on_ended_project', 'gamma'), null, 'an archived project has no findings');

select is(tests.finding('planned_project_under_way', 'beta'), 'open', 'a planned project with hours is a finding');
update public.projects set status = 'active' where id = tests.id('beta');
select is(tests.finding('planned_project_under_way', 'beta'), null, 'an active project with hours is not a finding');
update public.projects set status = 'planned' where id = tests.id('beta');
delete from public.time_entries where project_id = tests.id('beta');
select is(tests.finding('planned_project_under_way', 'beta'), null, 'a planned project without hours is not a finding');
select is(tests.finding('open_tasks_on_ended_project', 'beta'), null, 'a planned project with open tasks is not a finding');

select * from finish();
rollback;
