begin;
select plan(9);
select tests.two_agencies();
create temporary table plans as select '[
  {"client_name": "Meadow", "project_code": "M-1", "project_name": "First name", "task_title": "Draw", "task_status": "done",
   "person": "member@tests.test", "hours": 1, "spent_on": "2026-02-02"},
  {"client_name": "MEADOW", "project_code": "M-1", "project_name": "Second name", "task_title": "draw", "task_status": "open",
   "person": "Member@Tests.test", "hours": 1, "spent_on": "2026-02-02"},
  {"client_name": "meadow", "project_name": "Side", "task_title": "Draw"},
  {"client_name": "meadow", "project_name": "SIDE", "task_title": "Draw"}
]'::jsonb as rows;
grant select on plans to public;

select tests.act_as('lead');
create temporary table runs as select tests.import('apply', rows) as run from plans;
grant select on runs to public;

select is(tests.import_counts(run, 'clients') || ' ' || tests.import_counts(run, 'accounts'), '1/0/0/0 1/0/0/0',
  'spellings of one name make one client and one account')
from runs;
select is(tests.import_counts(run, 'projects'), '2/0/0/0', 'one project is found by its code, and another by its name') from runs;
select is(tests.import_counts(run, 'people'), '0/0/1/0', 'spellings of one name make one person') from runs;
select is(tests.import_counts(run, 'tasks'), '2/0/0/0', 'two projects can each have a task with the same title') from runs;
select is((projects.name, tasks.title, tasks.status)::text, '("First name",Draw,done)', 'the first line with a task decides its fields')
from public.projects join public.tasks on tasks.project_id = projects.id where code = 'M-1';
select is(actual_hours, 2.00, 'equal lines of hours make two entries')
from public.project_summaries where code = 'M-1';
select is(tests.dispositions(run), 'create create create unchanged', 'a line that adds nothing is unchanged') from runs;

select is(tests.import_counts(tests.import('apply', rows), 'rows'), '0/0/4/0', 'a second import of the file changes nothing') from plans;
select is(tests.import_counts(tests.import('apply', rows || (rows -> 0)), 'time_entries'), '1/0/2/0',
  'one more equal line makes one more entry')
from plans;

select * from finish();
rollback;
