begin;
select plan(22);
select tests.two_agencies();

select is(tests.finding('project_without_lead', 'beta'), 'open', 'beta has no lead');
select is(tests.finding('project_without_lead', 'alpha'), null, 'somebody leads alpha');
select is(tests.finding('project_lead_left', 'alpha'), null, 'who is here');
update public.people set role = 'client', is_employee = false, client_id = tests.id('Harbour') where id = tests.id('lead');
select is(tests.finding('project_lead_left', 'alpha'), 'open', 'until they are a client''s, who sees nothing of it');
update public.people set role = 'lead', client_id = null, user_id = null, archived_at = now() where id = tests.id('lead');
select is(tests.finding('project_lead_left', 'alpha'), 'open', 'until they leave');
select is(tests.finding('project_without_lead', 'alpha'), null, 'which is not the same as nobody');

select is(tests.finding('tasks_without_owner', 'alpha'), null, 'its task has an owner');
update public.tasks set assignee_id = null where id = tests.id('alpha task');
select is(tests.finding('tasks_without_owner', 'alpha'), 'open', 'now it has none');
update public.tasks set status = 'done' where id = tests.id('alpha task');
select is(tests.finding('tasks_without_owner', 'alpha'), null, 'a done task needs no assignee');
select is(tests.finding('project_without_open_tasks', 'alpha'), 'open', 'and nothing is left to do');
update public.projects set status = 'on_hold' where id = tests.id('alpha');
select is(tests.finding('project_without_open_tasks', 'alpha'), null, 'which only an active project says');

select is(tests.finding('tasks_owner_left', 'beta'), null, 'the owner of beta''s task is here');
update public.people set role = 'client', is_employee = false, client_id = tests.id('Harbour') where id = tests.id('member');
select is(tests.finding('tasks_owner_left', 'beta'), 'open', 'until they are a client''s');
select is(jsonb_array_length(private.finding_evidence('tasks_owner_left', tests.id('beta'), tests.id('North'))), 1,
  'and the task is the evidence');
update public.people set role = 'member', client_id = null, user_id = null, archived_at = now() where id = tests.id('member');
select is(tests.finding('tasks_owner_left', 'beta'), 'open', 'until they leave');

select is(tests.finding('project_without_tasks', 'beta'), null, 'beta has a task');
update public.tasks set archived_at = now() where id = tests.id('beta task');
select is(tests.finding('project_without_tasks', 'beta'), 'open', 'an archived one is none');
select is(tests.finding('tasks_owner_left', 'beta'), null, 'and nobody''s');

select is(tests.finding('hours_without_task', 'alpha'), null, 'alpha''s hours are on its task');
update public.time_entries set task_id = null where id = tests.id('alpha hours');
select is(tests.facts('hours_without_task', 'alpha'), '{"actual_hours": 2.5, "without_task": 2.5}', 'now they are on none');
select is(tests.finding('hours_in_future', 'alpha'), null, 'they are of the past');
update public.time_entries set spent_on = tests.days_ago(-1) where id = tests.id('alpha hours');
select is(tests.finding('hours_in_future', 'alpha'), 'open', 'tomorrow''s are not');

select * from finish();
rollback;
