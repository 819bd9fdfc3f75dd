begin;
select plan(13);
select tests.two_agencies();
update public.tasks set managed_by = 'clickup' where id = tests.id('alpha task');
update public.people set external_key = 'colleague' where id = tests.id('colleague');

create function pg_temp.import_lines(lines jsonb) returns table (line integer, disposition text, reason text, answer jsonb)
language plpgsql as $$
declare
  v_run jsonb;
begin
  perform tests.act_as('lead');
  v_run := tests.import('apply', lines);
  perform tests.act_as('owner');
  return query
    select rows.line, rows.disposition::text, rows.reason, v_run
    from public.portfolio_import_rows as rows
    where rows.run_id = (v_run ->> 'id')::uuid order by rows.line;
end;
$$;

create temporary table result as select * from pg_temp.import_lines('[
  {"project_code": "P-1", "task_key": "T-1", "task_title": "Overwritten", "task_assignee": "Somebody new", "hours": null, "person": null, "spent_on": null},
  {"project_code": "P-1", "task_key": "T-2", "task_title": "Of the file", "task_assignee": null, "hours": 2, "person": "colleague", "spent_on": "2026-03-12"}]');
select is((disposition, reason)::text, '(skipped,"ClickUp manages this task. Change it there, or leave this line out")', 'a line that changes a vendor''s task is skipped, and the reason names the vendor')
from result where line = 2;
select is(disposition, 'create', 'a line for a task without a vendor is imported') from result where line = 3;
select is((title, version)::text, '("alpha task",2)', 'a skipped line leaves the task of the vendor unchanged') from public.tasks where id = tests.id('alpha task');
select is((select count(*)::integer from public.people where name = 'Somebody new'), 0, 'a skipped line creates no person');
select is(answer -> 'validation' -> 'problems' -> 0 ->> 'field', 'task_key', 'the problem of a skipped line names its field') from result where line = 2;

-- A line that agrees with the vendor's task is imported, with its hours.
truncate result;
insert into result select * from pg_temp.import_lines('[
  {"project_code": "P-1", "task_key": "T-1", "task_title": "alpha task", "hours": 3, "person": "colleague", "spent_on": "2026-03-12"}]');
select is(disposition, 'create', 'hours on an unchanged task of a vendor are imported') from result;
select is((title, version)::text, '("alpha task",2)', 'importing hours leaves the task of the vendor unchanged') from public.tasks where id = tests.id('alpha task');

-- A vendor manages the hours since their import.
update public.time_entries set managed_by = 'harvest' where project_id = tests.id('alpha') and hours = 3;
truncate result;
insert into result select * from pg_temp.import_lines('[
  {"project_code": "P-1", "task_key": "T-1", "task_title": "alpha task", "hours": 5, "person": "colleague", "spent_on": "2026-03-12"},
  {"project_code": "P-9", "client_name": "Harbour", "task_key": "T-9", "task_title": "Another", "hours": 5, "person": "colleague", "spent_on": "2026-03-13"}]');
select is((disposition, reason)::text, '(skipped,"Harvest manages these hours. Change them there, or leave this line out")', 'a line that changes a vendor''s hours is skipped')
from result where line = 2;
select is(disposition, 'create', 'a line for another task is imported') from result where line = 3;
select is((select array_agg(hours order by hours) from public.time_entries where project_id = tests.id('alpha') and spent_on = '2026-03-12'), '{2.00,3.00}', 'a skipped line leaves the hours of the vendor unchanged');
truncate result;
insert into result select * from pg_temp.import_lines('[
  {"project_code": "P-1", "task_key": "T-1", "task_title": "alpha task", "hours": 3, "person": "colleague", "spent_on": "2026-03-12"}]');
select is(disposition, 'unchanged', 'a line with the same hours changes nothing') from result;

-- A row without a vendor is still imported.
update public.tasks set managed_by = null where id = tests.id('alpha task');
truncate result;
insert into result select * from pg_temp.import_lines('[{"project_code": "P-1", "task_key": "T-1", "task_title": "Overwritten"}]');
select is(disposition, 'update', 'a task that no vendor manages is updated') from result;
select is(title, 'Overwritten', 'an updated task has the title of the file') from public.tasks where id = tests.id('alpha task');

select * from finish();
rollback;
