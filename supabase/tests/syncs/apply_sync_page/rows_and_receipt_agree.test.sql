-- Every record has one outcome, rows and cursor are written together, and an older version changes nothing.
begin;
select plan(25);
select tests.two_agencies();
select tests.syncs();

select is(tests.counts(tests.sync('tasks', array[
    tests.task('1', '10', '{"status": "In progress", "assignee_email": "Member@tests.test", "labels": ["a", "b"], "due_on": "2026-05-01"}'),
    tests.task('2', '10', '{"list_id": "L2"}'), tests.task('3', '10', '{"list_id": "elsewhere"}'),
    tests.record('4', '10', null, filtered => 'private'), tests.record('5', '10', null, is_deleted => true),
    tests.task('6', '10', '{"parent_external_id": "1"}')])),
  '{3,0,0,0,3,0}', 'tasks of mapped lists are created, and others are left out');
select results_eq(
  $$ select status::text, assignee_id, labels, due_on, managed_by from public.tasks where external_key = 'clickup:1' $$,
  $$ values ('in_progress', tests.id('member'), array['a', 'b'], date '2026-05-01', 'clickup') $$,
  'a task has the fields of its record and is managed by its vendor');
select is(project_id, tests.id('shared'), 'a task is in the project of its list') from public.tasks where external_key = 'clickup:2';
select is(parent_id, (select id from public.tasks where external_key = 'clickup:1'), 'a subtask has its parent')
from public.tasks where external_key = 'clickup:6';
select bag_eq(
  $$ select entries.external_id, entries.outcome::text, entries.reason
     from private.sync_run_records as records
     cross join lateral unnest(records.external_ids, records.outcomes, records.reasons) as entries (external_id, outcome, reason) $$,
  $$ values ('1', 'created', null), ('2', 'created', null), ('6', 'created', null), ('3', 'filtered', 'no_project'),
       ('4', 'filtered', 'private'), ('5', 'filtered', 'deleted') $$,
  'every id has one outcome, and an omission has its reason');
select results_eq(
  $$ select confirmed_at, cursor is not null, state::text from public.sync_streams where id = tests.id('tasks stream') $$,
  $$ values (timestamptz '2026-03-02T10:00:00.123456Z', true, 'active') $$, 'a stream has its cursor and the time of the newest record with every microsecond');

select is(tests.counts(tests.sync('tasks', array[
    tests.task('1', '9', '{"title": "Old"}'), tests.task('2', '10', '{"list_id": "L2"}'),
    tests.task('6', '11', '{"title": "New", "is_closed": true, "status": "Complete"}')])),
  '{0,1,2,0,0,0}', 'an older and an equal version change nothing');
select is(title, 'Task 1', 'an older version does not replace a newer title') from public.tasks where external_key = 'clickup:1';
select results_eq(
  $$ select title, status::text, completed_on = private.organization_today(tests.id('North')) from public.tasks where external_key = 'clickup:6' $$,
  $$ values ('New', 'done', true) $$, 'a newer version changes the row');
select is(tests.counts(tests.sync('tasks', array[tests.task('1', '9', '{"title": "Old"}'), tests.task('1', '12', '{"title": "Twelve"}'),
    tests.task('1', '11', '{"title": "Eleven"}')])), '{0,1,2,0,0,0}', 'versions in the wrong order end with the newest');
select is(title, 'Twelve', 'the newest of versions in the wrong order is stored') from public.tasks where external_key = 'clickup:1';

-- Two versions are one microsecond apart, and two others are within one second.
select is(tests.counts(tests.sync('hours', array[
    tests.hours('1', '2026-03-02T10:00:00.000002Z', '{"hours": 2}'), tests.hours('1', '2026-03-02T10:00:00.000001Z', '{"hours": 1}'),
    tests.hours('2', '2026-03-02T10:00:00Z'), tests.hours('3', '2026-03-02T10:00:00Z', '{"hours": 0}'),
    tests.hours('4', '2026-03-02T10:00:00Z', '{"person_email": "nobody@tests.test"}')])),
  '{2,0,1,0,2,0}', 'versions are compared to the microsecond');
select is(hours, 2.00, 'the later of two versions that are one microsecond apart is stored') from public.time_entries where external_key = 'harvest:1';
select is(tests.counts(tests.sync('hours', array[tests.hours('2', '2026-03-02T10:00:00Z', '{"hours": 3}')])),
  '{0,1,0,0,0,0}', 'another change within the same second as the cursor is applied');

-- A person changed a field that the vendor owns.
update public.tasks set title = 'Ours', priority = 1, labels = '{ours}' where external_key = 'clickup:2';
select tests.sync('tasks', array[tests.task('2', '20', '{"list_id": "L2", "title": "Theirs", "labels": ["theirs"]}')]);
select results_eq(
  $$ select title, priority::integer, labels from public.tasks where external_key = 'clickup:2' $$,
  $$ values ('Theirs', 1, array['ours']) $$, 'a newer version replaces the fields that the vendor owns and no others');
create function pg_temp.conflict() returns jsonb language sql as $$
  select conflict_fields from private.sync_records where stream_id = tests.id('tasks stream') and external_id = '2'
$$;
select is(pg_temp.conflict(), '{"title": "Ours"}', 'a change on both sides is a conflict that stores our former value');
update public.tasks set description = 'Same', due_on = '2026-05-02' where external_key = 'clickup:2';
select tests.sync('tasks', array[tests.task('2', '21', '{"list_id": "L2", "title": "Theirs", "description": "Same"}')]);
select is(pg_temp.conflict(), '{"title": "Ours", "due_on": "2026-05-02"}',
  'a change to the same value on both sides is no conflict and ends no earlier conflict');
select tests.sync('tasks', array[tests.task('2', '22', '{"list_id": "L2", "title": "Theirs", "description": "More"}')]);
select is(pg_temp.conflict(), '{"title": "Ours", "due_on": "2026-05-02"}', 'a change of another field by the vendor does not end a conflict');
select tests.sync('tasks', array[tests.task('2', '23', '{"list_id": "L2", "title": "Ours"}')]);
select is(pg_temp.conflict(), '{"due_on": "2026-05-02"}', 'the conflict about a field ends when the vendor takes over our value');
update public.tasks set due_on = '2026-05-03' where external_key = 'clickup:2';
select tests.sync('tasks', array[tests.task('2', '24', '{"list_id": "L2", "title": "Ours", "due_on": "2026-05-03"}')]);
select is((select array[conflict_at::text, conflict_fields::text] from private.sync_records
    where stream_id = tests.id('tasks stream') and external_id = '2'), array[null, null],
  'a conflict ends when both sides agree about its last field');
update public.tasks set title = 'Ours again', due_on = null where external_key = 'clickup:2';
select tests.sync('tasks', array[tests.task('2', '24', '{"list_id": "L2", "title": "Ours", "due_on": "2026-05-03"}')]);
select is(pg_temp.conflict(), null, 'a change on our side alone is no conflict');
select tests.sync('hours', array[tests.hours('2', '2026-03-03T10:00:00Z', '{"hours": 3}')]);
update public.time_entries set hours = 5 where external_key = 'harvest:2';
select tests.sync('hours', array[tests.hours('2', '2026-03-04T10:00:00Z', '{"hours": 5}')]);
select is(conflict_at, null, 'hours that both sides changed to the same value are no conflict') from private.sync_records
where stream_id = tests.id('hours stream') and external_id = '2';

select is_empty(
  $$ select runs.id from public.sync_runs as runs
     join private.sync_run_records as records on records.run_id = runs.id
     group by runs.id having runs.record_count <> sum(cardinality(records.external_ids)) $$, 'the ids of every receipt agree with its counts');
select throws_ok(
  $$ insert into public.sync_runs (organization_id, stream_id, record_count, created) values (tests.id('North'), tests.id('tasks stream'), 2, 1) $$,
  '23514', null, 'a receipt with wrong counts cannot be stored');
select throws_ok($$ update public.sync_runs set calls = 9 where ended_at is not null $$, 'OPSTA', null, 'the receipt of an ended run cannot be changed');

select * from finish();
rollback;
