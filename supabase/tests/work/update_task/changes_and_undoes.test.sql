begin;
select plan(21);
select tests.two_agencies();
create temporary table answers (step integer, answer jsonb);
grant all on answers to public;
create function pg_temp.today() returns text language sql security definer as
  $$ select private.organization_today(tests.id('North'))::text $$;
grant execute on function pg_temp.today() to public;

select tests.act_as('member');
insert into answers select 1, public.update_task(tests.id('alpha task'), 1,
  '{"status": "done", "priority": 2, "labels": ["web"], "description": "Two\nlines", "due_on": "2026-04-01"}');
select is(answer -> 'task' ->> 'status', 'done', 'a member changes a task of their project') from answers where step = 1;
select is(answer -> 'task' ->> 'version', '2', 'a change makes a new version') from answers where step = 1;
select is(answer -> 'task' ->> 'completed_on', pg_temp.today(), 'the day of completion follows the status') from answers where step = 1;
select is(answer -> 'before',
  '{"status": "open", "priority": null, "labels": [], "description": null, "due_on": null, "completed_on": null}',
  'the answer to a change has the former values of the changed fields') from answers where step = 1;
insert into answers select 2, public.update_task(tests.id('alpha task'), 2, (select answer -> 'before' from answers where step = 1));
select is(answer -> 'task' ->> 'status', 'open', 'the former values with the new version undo the change') from answers where step = 2;
select is(answer -> 'task' -> 'completed_on', 'null', 'undoing a completion clears the day of completion') from answers where step = 2;
insert into answers select 3, public.update_task(tests.id('alpha task'), 3, '{"status": "open"}');
select is(answer -> 'task' ->> 'version', '3', 'the same values make no new version') from answers where step = 3;
select is(answer -> 'before', '{}', 'a change to the same values returns no former values') from answers where step = 3;
insert into answers select 4, public.update_task(tests.id('alpha task'), 3, '{"is_archived": true}');
select isnt(answer -> 'task' -> 'archived_at', 'null', 'a member archives a task') from answers where step = 4;
insert into answers select 5, public.update_task(tests.id('alpha task'), 4, (select answer -> 'before' from answers where step = 4));
select is(answer -> 'task' -> 'archived_at', 'null', 'a member restores an archived task') from answers where step = 5;
insert into answers select 6, public.update_task(tests.id('alpha task'), 5, '{"status": "done", "completed_on": "2026-02-03"}');
select is(answer -> 'task' ->> 'completed_on', '2026-02-03', 'a day of completion can be entered') from answers where step = 6;
insert into answers select 7, public.update_task(tests.id('alpha task'), 6, '{"status": "blocked"}');
select is(answer -> 'task' -> 'completed_on', 'null', 'an open task loses its day of completion') from answers where step = 7;
insert into answers select 8, public.update_task(tests.id('alpha task'), 7, '{"estimate_hours": 12}');

select tests.act_as('owner');
select is(estimated_on::text, pg_temp.today(), 'a new estimate sets the day of the estimate')
from public.tasks where id = tests.id('alpha task');
select is((select count(*)::integer from public.audit_events where object_id = tests.id('alpha task') and action = 'task.updated'), 7,
  'the audit log contains one event for each change');
select is(before - 'version', '{"status": "open", "priority": null, "labels": [], "description": null, "due_on": null, "completed_on": null}',
  'the audit event has the changed fields') from public.audit_events
where object_id = tests.id('alpha task') and after ->> 'version' = '2';

update public.tasks set managed_by = 'clickup' where id = tests.id('alpha task');
select tests.act_as('lead');
select throws_ok(format('select public.update_task(%L, 9, %L)', tests.id('alpha task'), '{"title": "x", "labels": []}'),
  'OPSTA', 'ClickUp manages this task. Change title there', 'a field that a provider owns cannot be changed');
select lives_ok(format('select public.update_task(%L, 9, %L)', tests.id('alpha task'), '{"labels": ["ours"]}'),
  'labels of a provider''s task can be changed');
select tests.act_as('owner');
select is((title, labels)::text, '("alpha task",{ours})', 'only the labels of a provider''s task are changed') from public.tasks where id = tests.id('alpha task');

-- Subtasks have one level, for every writer.
insert into public.tasks (id, organization_id, project_id, title, parent_id)
values (tests.id('part'), tests.id('North'), tests.id('alpha'), 'part', tests.id('alpha task'));
insert into public.tasks (id, organization_id, project_id, title)
values (tests.id('other'), tests.id('North'), tests.id('alpha'), 'other');
select throws_ok(format('update public.tasks set parent_id = %L where id = %L', tests.id('part'), tests.id('other')),
  'OPSTA', null, 'no role can add a subtask to a subtask');
select throws_ok(format('update public.tasks set parent_id = %L where id = %L', tests.id('other'), tests.id('alpha task')),
  'OPSTA', null, 'a task with subtasks cannot become a subtask');
select throws_ok(format('update public.tasks set parent_id = %L where id = %L', tests.id('other'), tests.id('shared task')),
  '23503', null, 'a parent of another project is refused');

select * from finish();
rollback;
