begin;
select plan(13);
select tests.two_agencies();

-- Creates a client, an account, a project, two tasks, a person and hours; changes a project, a task, its
-- assignee and hours.
select tests.act_as('lead');
select tests.import('apply', '[{"project_code": "P-2", "task_key": "T-9", "person": "member@tests.test", "hours": 1, "spent_on": "2026-02-02", "note": "then"}]');
select tests.an_hour_passes();
create temporary table before as
select tests.portfolio_content() as content, (select version from public.projects where id = tests.id('alpha')) as version;
grant select on before to public;

select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', tests.small_plan() || '[
  {"project_code": "P-1", "project_name": "Renamed", "project_status": "on_hold", "project_budget_hours": 12.5,
   "task_key": "T-1", "task_title": "Renamed", "task_assignee": "Robin Newcomer", "task_estimate_hours": 0.25},
  {"project_code": "P-2", "project_name": "beta", "project_status": "planned", "task_key": "T-9",
   "task_title": "T-9", "person": "member@tests.test", "hours": 2.75, "spent_on": "2026-02-02", "note": "now"}
]') as run;
grant select on runs to public;
select is(tests.import_counts(run, 'tasks') || ' ' || tests.import_counts(run, 'time_entries') || ' ' || tests.import_counts(run, 'projects'),
  '2/1/1/0 2/1/0/0 1/1/1/0', 'the import creates and changes rows') from runs;
select tests.act_as('owner');
select isnt(tests.portfolio_content(), content, 'the import changes the portfolio') from before;
select tests.an_hour_passes();

select tests.act_as('lead');
create temporary table undone as
select public.undo_import((run ->> 'id')::uuid) as run from runs;
grant select on undone to public;
select isnt(run ->> 'undone_at', null, 'an undone run has the time of its undo') from undone;
select is(run ->> 'undone_by', tests.id('lead')::text, 'an undone run has the person who undid it') from undone;

select tests.act_as('owner');
select is(tests.portfolio_content(), content, 'the undo restores every row') from before;
select is((select version from public.projects where id = tests.id('alpha')), version + 2, 'the import and its undo each make a new version') from before;
select isnt_empty(
  $$ select 1 from public.portfolio_import_rows join runs on run_id = (run ->> 'id')::uuid $$, 'the receipt of the import is retained');
select results_eq(
  $$ select action, actor_person_id from public.audit_events join runs on object_id = (run ->> 'id')::uuid order by action $$,
  format($$ values ('portfolio_import.succeeded', %L::uuid), ('portfolio_import.undone', %1$L) $$, tests.id('lead')),
  'the audit log contains the import and its undo');
select results_eq(
  $$ select before, after from public.audit_events
     where object_id = tests.id('alpha') and action = 'project.updated' order by (after ->> 'version')::integer $$,
  format($$ values
    ('{"name": "alpha", "status": "active", "budget_hours": 100.00, "version": %1$s}'::jsonb,
     '{"name": "Renamed", "status": "on_hold", "budget_hours": 12.50, "version": %2$s}'::jsonb),
    ('{"name": "Renamed", "status": "on_hold", "budget_hours": 12.50, "version": %2$s}',
     '{"name": "alpha", "status": "active", "budget_hours": 100.00, "version": %3$s}') $$,
    (select version from before), (select version + 1 from before), (select version + 2 from before)),
  'the audit log contains the change of each project and its reversal');

select tests.act_as('lead');
select throws_ok(
  format('select public.undo_import(%L)', run ->> 'id'), 'OPSTA', 'This import has already been undone', 'an import cannot be undone twice')
from runs;
select is((tests.import('apply', tests.small_plan()) #>> '{counts,tasks,create}'), '2', 'the file can be imported again after the undo');
select tests.act_as('owner');
select tests.an_hour_passes();
select tests.act_as('admin');
select lives_ok(
  format('select public.undo_import(%L)', (select id from public.portfolio_import_runs where mode = 'apply' order by created_at desc limit 1)),
  'an admin undoes the second import');
select tests.act_as('owner');
select is(tests.portfolio_content(), content, 'the second undo restores every row') from before;

select * from finish();
rollback;
