-- A record that cannot be applied becomes a dead letter. The other records are applied, and the cursor advances.
begin;
select plan(21);
select tests.two_agencies();
select tests.syncs();

select is(tests.counts(tests.sync('tasks', array[
    tests.task('1'), tests.task('2', '1', '{"title": " "}'), tests.task('3'),
    tests.task('4', '1', '{"due_on": "2026-02-30"}'), tests.task('5', '1', '{"estimate_hours": -1}'), tests.task('6')])),
  '{3,0,0,0,0,3}', 'three bad records fail, and three good ones are created');
select bag_eq(
  $$ select external_id, code from public.sync_dead_letters $$, $$ values ('2', '23514'), ('4', '22008'), ('5', '23514') $$,
  'each bad record is a dead letter with its reason');
select is_empty(
  $$ select id from public.sync_dead_letters where payload_hash <> encode(sha256(convert_to(payload::text, 'UTF8')), 'hex') $$,
  'each dead letter has the hash of its payload');
select isnt(cursor, null, 'a page with bad records advances the cursor') from public.sync_streams where id = tests.id('tasks stream');

select tests.sync('tasks', array[tests.task('2', '0', '{"title": "Before"}')]);
select is(resolved_at, null, 'an earlier version settles no dead letter') from public.sync_dead_letters where external_id = '2';
select is(tests.counts(tests.sync('tasks', array[tests.task('2', '2', '{"title": "Repaired"}')])), '{0,1,0,0,0,0}',
  'a later valid version is applied');
select isnt(resolved_at, null, 'a later valid version settles the dead letter') from public.sync_dead_letters where external_id = '2';

select is(tests.counts(tests.sync('tasks', array[tests.task('1'), tests.record('3', '', '{"unreadable": {"id": 3}}')], true)), '{0,0,1,2,0,1}',
  'a record that the adapter cannot read fails');
select is(archived_at, null, 'the row of an unreadable record does not count as missing') from public.tasks where external_key = 'clickup:3';

select is(tests.counts(tests.sync('tasks', array[tests.record('2', '1', '{"unreadable": {"id": 2}}')])), '{0,0,1,0,0,0}',
  'an older version that the adapter cannot read changes nothing');
select isnt(resolved_at, null, 'an older unreadable version opens no dead letter for a record with a newer version') from public.sync_dead_letters where external_id = '2';
select is(tests.counts(tests.sync('tasks', array[tests.record('8', '1', '{"unreadable": {"id": 8}}')])), '{0,0,0,0,0,1}',
  'an unreadable version of an unknown record is a dead letter');

select tests.sync('tasks', array[tests.task('9', '1', '{"title": " "}')]);
select tests.sync('tasks', array[tests.task('1')]);
select is(resolved_at, null, 'a record that is still bad is still a dead letter') from public.sync_dead_letters where external_id = '9';
select tests.sync('tasks', array[tests.task('1'), tests.task('3')], true);
select isnt(resolved_at, null, 'a complete listing that lacks the record settles its dead letter') from public.sync_dead_letters where external_id = '9';

-- Hours in a locked week are refused until it is unlocked.
insert into private.week_locks (organization_id, person_id, week_on, locked_by)
values (tests.id('North'), tests.id('member'), '2026-03-02', tests.id('lead'));
select is(tests.counts(tests.sync('hours', array[tests.hours('1'), tests.hours('2', '1', '{"spent_on": "2026-03-10"}')])),
  '{1,0,0,0,0,1}', 'hours in a locked week fail, and other hours are stored');
select is(code, 'week_locked', 'the dead letter of hours in a locked week has the reason') from public.sync_dead_letters where external_id = '1';
select tests.act_as('lead');
select is(public.retry_dead_letter(id) ->> 'failed', '1', 'a retry of hours in a locked week fails again')
from public.sync_dead_letters where external_id = '1';
select tests.act_as('owner');
delete from private.week_locks where person_id = tests.id('member');
select tests.act_as('lead');
select is(public.retry_dead_letter(id) ->> 'created', '1', 'a retry after the week is unlocked creates the hours')
from public.sync_dead_letters where external_id = '1';
select throws_ok(
  $$ select public.retry_dead_letter(id) from public.sync_dead_letters where external_id = '1' $$, 'OPSTA', null,
  'a settled record cannot be retried');
select tests.act_as('member');
select throws_ok($$ select public.retry_dead_letter(tests.id('any')) $$, 'OPDEN', null, 'a member cannot retry a record');
select tests.act_as('owner');
select is(count(*)::integer, 2, 'the hours of a retried record are stored once') from public.time_entries where external_key like 'harvest:%';

select * from finish();
rollback;
