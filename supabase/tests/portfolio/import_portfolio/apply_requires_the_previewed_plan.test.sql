begin;
select plan(12);
select tests.two_agencies();

-- The plan has new rows, changes, and a task for an unknown person.
create temporary table plans as
select tests.small_plan() || '[{"project_code": "P-1", "task_key": "T-1", "task_assignee": "Robin Newcomer", "task_status": "blocked"}]' as rows;
grant select on plans to public;

select tests.act_as('lead');
create temporary table previews as select tests.import('dry_run', rows) as run from plans;
select is(tests.import('dry_run', rows) ->> 'plan_hash', run ->> 'plan_hash', 'the same rows make the same plan hash') from plans, previews;
select isnt(tests.import('dry_run', rows - 0) ->> 'plan_hash', run ->> 'plan_hash', 'other rows make another plan hash') from plans, previews;

select throws_ok(
  format($$ select tests.import('apply', (select jsonb_set(rows, '{0,hours}', '9') from plans), null, %L) $$, run ->> 'plan_hash'),
  'OPSTA', null, 'other hours in a new line make another plan hash')
from previews;

select tests.act_as('owner');
update public.tasks set status = 'in_progress' where id = tests.id('alpha task');
create temporary table before as
select tests.portfolio() as portfolio, (select count(*) from public.portfolio_import_runs) as runs,
       (select count(*) from public.audit_events) as events;
grant select on before to public;

select tests.act_as('lead');
select throws_ok(
  format('select tests.import(%L, (select rows from plans), null, %L)', 'apply', run ->> 'plan_hash'),
  'OPSTA', 'The data changed since the preview. Review the new preview before you apply it',
  'a changed plan is refused')
from previews;
select throws_ok(
  format('select tests.import(%L, (select rows from plans), null, %L)', 'dry_run', run ->> 'plan_hash'),
  'OPSTA', null, 'a dry run with a changed plan is refused')
from previews;

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'the refusals leave the portfolio unchanged') from before;
select is((select count(*) from public.portfolio_import_runs), runs, 'the refusals store no run') from before;
select is((select count(*) from public.audit_events), events, 'the refusals record no event') from before;

update public.tasks set status = 'open' where id = tests.id('alpha task');
select tests.act_as('lead');
select is(tests.import('apply', rows, null, run ->> 'plan_hash') ->> 'plan_hash', run ->> 'plan_hash',
  'a plan whose data has not changed is applied')
from plans, previews;
select is((status, assignees.name)::text, '(blocked,"Robin Newcomer")', 'the task has the planned status and assignee')
from public.tasks join public.people as assignees on assignees.id = tasks.assignee_id where tasks.id = tests.id('alpha task');

-- Hours move to a task that the same file creates.
create function pg_temp.hours_of(task text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object(
    'project_code', 'P-1', 'task_key', task, 'task_title', 'Work ' || task, 'entry_key', 'E-1', 'person', 'Robin Newcomer',
    'hours', '2', 'spent_on', '2026-03-05'))
$$;
select tests.act_as('lead');
create temporary table moved as
select tests.import('dry_run', pg_temp.hours_of('T-8')) as run
from tests.import('apply', pg_temp.hours_of('T-7'));
select is(
  tests.import('apply', pg_temp.hours_of('T-8'), null, run ->> 'plan_hash') ->> 'plan_hash', run ->> 'plan_hash',
  'a plan that moves hours to a new task is applied')
from moved;
select is(changes, '{"time_entry.task": {"from": "Work T-7", "to": "Work T-8"}}', 'the preview names both tasks')
from public.portfolio_import_rows, moved where run_id = (run ->> 'id')::uuid;

select * from finish();
rollback;
