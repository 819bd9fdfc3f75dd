begin;
select plan(14);
select tests.two_agencies();
update public.tasks set category = 'Kept', priority = 1 where id = tests.id('alpha task');

select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', '[
  {"project_code": "P-1", "project_name": "Not mapped", "project_due_on": "2026-09-30",
   "task_key": "T-1", "task_status": "done", "task_title": "Not mapped", "task_assignee": "member2@tests.test"}
]', array['project_code', 'project_due_on', 'project_starts_on', 'task_key', 'task_status', 'task_assignee', 'project_status']) as run;
grant select on runs to public;

select is(tests.import_counts(run, 'projects') || ' ' || tests.import_counts(run, 'tasks'), '0/1/0/0 0/1/0/0', 'the project and the task are updated') from runs;
select is(changes,
  '{"project.due_on": {"from": "2026-06-30", "to": "2026-09-30"},
    "project.starts_on": {"from": "2026-01-05", "to": null},
    "task.status": {"from": "open", "to": "done"},
    "task.assignee": {"from": "member", "to": "member2@tests.test"}}'::jsonb,
  'the receipt shows each change with people by name')
from runs join public.portfolio_import_rows on run_id = (run ->> 'id')::uuid;

select is(due_on, '2026-09-30'::date, 'a mapped field gets the value of the line') from public.projects where id = tests.id('alpha');
select is(starts_on, null, 'a mapped field without a value becomes null') from public.projects where id = tests.id('alpha');
select is(status, 'active', 'a mapped status without a value stays unchanged') from public.projects where id = tests.id('alpha');
select is((name, budget_hours, lead_id, account_id)::text,
  format('(alpha,100.00,%s,%s)', tests.id('lead'), tests.id('Harbour shop')), 'an unmapped field of a project stays unchanged')
from public.projects where id = tests.id('alpha');
select is(version, 2, 'an import of several fields makes one new version of a project') from public.projects where id = tests.id('alpha');
select is((title, status, assignee_id, category, priority, estimate_hours)::text,
  format('("alpha task",done,%s,Kept,1,8.00)', tests.id('member2')), 'an unmapped field of a task stays unchanged')
from public.tasks where id = tests.id('alpha task');

-- The row has every field, but only its keys are mapped.
create temporary table before as select tests.portfolio() as portfolio;
grant select on before to public;
select is(tests.import_counts(tests.import('apply', '[
  {"project_code": "P-2", "project_name": "x", "project_status": "active", "project_starts_on": "2026-01-01",
   "project_due_on": "2026-12-31", "project_budget_hours": 1, "project_budget_amount": 1,
   "task_key": "T-1", "task_title": "x", "task_status": "done", "task_category": "x", "task_subcategory": "x",
   "task_priority": 3, "task_estimate_hours": 1, "task_estimated_on": "2026-01-01", "task_started_on": "2026-01-01",
   "task_due_on": "2026-01-01", "task_completed_on": "2026-01-01", "task_assignee": "member2@tests.test"}
]', array['project_code', 'task_key']), 'rows'), '0/0/1/0', 'a full row with only its keys mapped is unchanged');
select is(tests.portfolio(), portfolio, 'a full row with only its keys mapped leaves the portfolio unchanged') from before;

select is(tests.import('apply', '[{"project_code": "P-1", "client_name": "Elsewhere", "account_name": "Elsewhere"}]') ->> 'status',
  'succeeded', 'a line can name another client for an existing project');
select is(account_id, tests.id('Harbour shop'), 'a line with another client does not move the project') from public.projects where id = tests.id('alpha');
select is_empty($$ select 1 from public.clients where name = 'Elsewhere' $$, 'a line with another client creates no client');
select is(version, 2, 'a line with another client makes no new version') from public.projects where id = tests.id('alpha');

select * from finish();
rollback;
