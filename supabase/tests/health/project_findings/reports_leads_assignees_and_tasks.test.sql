begin;
select plan(22);
select tests.two_agencies();

select is(tests.finding('project_without_lead', 'beta'), 'open', 'a project without a lead is a finding');
select is(tests.finding('project_without_lead', 'alpha'), null, 'a project with a lead has no finding about a missing lead');
select is(tests.finding('project_lead_left', 'alpha'), null, 'a project whose lead is still a colleague is not a finding');
update public.people set role = 'client', is_employee = false, client_id = tests.id('Harbour') where id = tests.id('lead');
select is(tests.finding('project_lead_left', 'alpha'), 'open', 'a project whose lead became a client contact is a finding');
update public.people set role = 'lead', client_id = null, user_id = null, archived_at = now() where id = tests.id('lead');
select is(tests.finding('project_lead_left', 'alpha'), 'open', 'a project whose lead left is a finding');
select is(tests.finding('project_without_lead', 'alpha'), null, 'a project whose lead left has no finding about a missing lead');

select is(tests.finding('tasks_without_owner', 'alpha'), null, 'a task with an assignee is not a finding');
update public.tasks set assignee_id = null where id = tests.id('alpha task');
select is(tests.finding('tasks_without_owner', 'alpha'), 'open', 'an open task without an assignee is a finding');
update public.tasks set status = 'done' where id = tests.id('alpha task');
select is(tests.finding('tasks_without_owner', 'alpha'), null, 'a done task without an assignee is not a finding');
select is(tests.finding('project_without_open_tasks', 'alpha'), 'open', 'an active project without open tasks is a finding');
update public.projects set status = 'on_hold' where id = tests.id('alpha');
select is(tests.finding('project_without_open_tasks', 'alpha'), null, 'a paused project without open tasks is not a finding');

select is(tests.finding('tasks_owner_left', 'beta'), null, 'a task whose assignee is still a colleague is not a finding');
update public.people set role = 'client', is_employee = false, client_id = tests.id('Harbour') where id = tests.id('member');
select is(tests.finding('tasks_owner_left', 'beta'), 'open', 'a task whose assignee became a client contact is a finding');
select is(jsonb_array_length(private.finding_evidence('tasks_owner_left', tests.id('beta'), tests.id('North'))), 1,
  'the evidence of a finding about an assignee is the task');
update public.people set role = 'member', client_id = null, user_id = null, archived_at = now() where id = tests.id('member');
select is(tests.finding('tasks_owner_left', 'beta'), 'open', 'a task whose assignee left is a finding');

select is(tests.finding('project_without_tasks', 'beta'), null, 'a project with a task is not a finding');
update public.tasks set archived_at = now() where id = tests.id('beta task');
select is(tests.finding('project_without_tasks', 'beta'), 'open', 'a project with only an archived task is a finding');
select is(tests.finding('tasks_owner_left', 'beta'), null, 'an archived task of a former colleague is not a finding');

select is(tests.finding('hours_without_task', 'alpha'), null, 'hours on a task are not a finding');
update public.time_entries set task_id = null where id = tests.id('alpha hours');
select is(tests.facts('hours_without_task', 'alpha'), '{"actual_hours": 2.5, "without_task": 2.5}', 'hours without a task are a finding');
select is(tests.finding('hours_in_future', 'alpha'), null, 'past hours are not a finding');
update public.time_entries set spent_on = tests.days_ago(-1) where id = tests.id('alpha hours');
select is(tests.finding('hours_in_future', 'alpha'), 'open', 'future hours are a finding');

select * from finish();
rollback;
