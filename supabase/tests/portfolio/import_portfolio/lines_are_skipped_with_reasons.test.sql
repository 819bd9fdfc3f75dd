begin;
select plan(7);
select tests.two_agencies();
insert into public.projects (organization_id, account_id, name) values
  (tests.id('North'), tests.id('Harbour shop'), 'Twice'), (tests.id('North'), tests.id('Garden site'), 'twice');

select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', '[
  {"problem": "Column \"Start\": \"soon\" is not a date", "project_code": "P-1"},
  {"task_title": "Lost"},
  {"project_code": "P-1", "hours": 0, "person": "member@tests.test", "spent_on": "2026-02-02"},
  {"project_code": "P-1", "hours": 1, "person": "  ", "spent_on": "2026-02-02"},
  {"project_code": "P-1", "hours": 1, "person": "member@tests.test"},
  {"project_name": "TWICE"},
  {"project_code": "N-1", "project_name": "Nobody''s"},
  {"project_code": "N-2", "client_name": "Late", "project_starts_on": "2026-05-01", "project_due_on": "2026-04-01"},
  {"project_code": "N-2", "task_title": "Task of a skipped project"},
  {"project_code": "P-2", "task_title": "Good line"}
]') as run;
grant select on runs to public;

select results_eq(
  $$ select reason from runs join public.portfolio_import_rows on run_id = (run ->> 'id')::uuid order by line $$,
  array[
    'Column "Start": "soon" is not a date',
    'No project: map “Project name” or “Project code” to a column, or fill its cell',
    'Hours must be more than zero',
    'Hours need a person: map “Person” to a column, or fill its cell',
    'Hours need a date: map “Date worked” to a column, or fill its cell',
    'More than one project has this name: give its code',
    'The project is new: map “Client” or “Account” to a column, or set one for every line',
    'The project would be due before it starts',
    'The project would be due before it starts',
    null],
  'every skipped line has a reason');
select is(tests.import_counts(run, 'rows'), '1/0/0/9', 'the run counts the skipped lines') from runs;
select is(run #> '{validation,problem_count}', '9'::jsonb, 'the run reports the number of problems') from runs;
select is(run #> '{validation,problems,0}', '{"line": 2, "message": "Column \"Start\": \"soon\" is not a date"}'::jsonb,
  'a problem names its line in the file')
from runs;
select is(
  (select jsonb_agg(problem -> 'field' order by problem -> 'line')
   from runs, jsonb_array_elements(run #> '{validation,problems}') as problem),
  '[null, "project_name", "hours", "person", "spent_on", null, "client_name", "project_due_on", "project_due_on"]',
  'a problem names its missing or invalid field');
select is((select array_agg(title) from public.tasks where title in ('Lost', 'Good line', 'Task of a skipped project')),
  array['Good line'], 'a valid line is imported even if others are skipped');
select is_empty($$ select 1 from public.clients where name = 'Late' $$, 'a skipped line creates nothing');

select * from finish();
rollback;
