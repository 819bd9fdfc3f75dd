begin;
select plan(9);
select tests.two_agencies();

select is(tests.finding('open_tasks_on_ended_project', 'gamma'), null, 'gamma is completed and its task archived');
update public.tasks set archived_at = null where id = tests.id('gamma task');
select is(tests.finding('open_tasks_on_ended_project', 'gamma'), 'open', 'an open one is a finding');
select is(tests.facts('open_tasks_on_ended_project', 'gamma'), '{"status": "completed", "open_tasks": 1}', 'with the figures');
select bag_eq(
  $$ select found.code from private.judged_findings(tests.id('North'), array(
       select figures from private.compute_project_figures(tests.id('North')) as figures), true) as found
     where found.subject_id = tests.id('gamma') $$,
  array['open_tasks_on_ended_project'], 'an ended project has no other findings');
update public.projects set archived_at = now() where id = tests.id('gamma');
select is(tests.finding('open_tasks_on_ended_project', 'gamma'), null, 'an archived project is nobody''s concern');

select is(tests.finding('planned_project_under_way', 'beta'), 'open', 'beta is planned, and hours are on it');
update public.projects set status = 'active' where id = tests.id('beta');
select is(tests.finding('planned_project_under_way', 'beta'), null, 'an active project may have hours');
update public.projects set status = 'planned' where id = tests.id('beta');
delete from public.time_entries where project_id = tests.id('beta');
select is(tests.finding('planned_project_under_way', 'beta'), null, 'a planned project without hours is not under way');
select is(tests.finding('open_tasks_on_ended_project', 'beta'), null, 'a planned project may have open tasks');

select * from finish();
rollback;
