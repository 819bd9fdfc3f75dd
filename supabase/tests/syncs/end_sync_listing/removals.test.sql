-- A tombstone or absence from a complete listing removes a row, but too many removals wait for a person.
begin;
select plan(28);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.here() returns bigint language sql as $$
  select count(*) from public.tasks where managed_by = 'clickup' and archived_at is null
$$;
create function pg_temp.tasks(first integer, last integer) returns jsonb[] language sql as $$
  select array_agg(tests.task(number::text)) from generate_series(first, last) as number
$$;

select tests.sync('tasks', pg_temp.tasks(1, 30), true);
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(5, 6))), '{0,0,2,0,0,0}', 'absence from an incomplete listing');
select is(pg_temp.here(), 30::bigint, 'removes nothing');
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(3, 30), true)), '{0,0,28,2,0,0}', 'absence from a complete listing');
select is(pg_temp.here(), 28::bigint, 'archives the tasks');
select is(tests.counts(tests.sync('tasks', array[tests.record('3', '2', null, is_deleted => true), tests.record('4', '2', null, filtered => 'trashed')])),
  '{0,0,0,2,0,0}', 'a deleted and a trashed record');
select is(pg_temp.here(), 26::bigint, 'are removed');
select is(tests.counts(tests.sync('tasks', array[tests.task('3', '1'), tests.task('4', '3')])), '{1,0,1,0,0,0}',
  'an older version of a deleted record changes nothing, a newer one brings it back');
select is(count(*)::integer, 1, 'as the same row') from public.tasks where external_key = 'clickup:4';

select tests.sync('tasks', array[
  tests.record('90', '5', null, is_deleted => true), tests.record('91', '5', null, filtered => 'trashed')]);
select is(tests.counts(tests.sync('tasks', array[tests.task('90', '4'), tests.task('91', '4')])), '{0,0,2,0,0,0}',
  'an older version of a record that was deleted or trashed before it was a row here creates none');

-- The tombstone is on an earlier page than a newer version of the record.
create temporary table run as select * from tests.begin_run('tasks');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array[tests.record('5', '5', null, is_deleted => true)], 'b', has_more => true)) from run;
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page(array[tests.task('5', '6')], 'c')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select is(archived_at, null, 'a record that came back within the listing stays') from public.tasks where external_key = 'clickup:5';

-- An empty answer that looks complete.
select is(tests.counts(tests.sync('tasks', '{}', true)), '{0,0,0,0,27,0}', 'a listing that lacks too many rows');
select is(pg_temp.here(), 27::bigint, 'removes nothing');
select results_eq(
  $$ select state::text, pause_reason::text from public.sync_streams where id = tests.id('tasks stream') $$,
  $$ values ('paused', 'removals') $$, 'and pauses the stream');
select is((select ended_because::text from public.sync_runs order by started_at desc limit 1), 'removals_held', 'with the reason on its receipt');
select is((select answer ->> 'state' from tests.begin_run('tasks')), 'gone', 'a paused stream is not read');

select tests.act_as('lead');
select is(public.list_removals(tests.id('tasks stream')) ->> 'count', '27', 'a lead sees the removals');
select throws_ok($$ select public.carry_out_removals(tests.id('tasks stream')) $$, 'OPDEN', null, 'and does not decide about them');
select throws_ok($$ select public.drop_removals(tests.id('tasks stream')) $$, 'OPDEN', null, 'in neither way');
select tests.act_as('other_admin');
select throws_ok($$ select public.carry_out_removals(tests.id('tasks stream')) $$, 'OPNFD', null, 'nor does an admin of another agency');
select tests.act_as('service');
select throws_ok($$ select public.carry_out_removals(tests.id('tasks stream')) $$, '42501', null, 'nor the secret key');
select tests.act_as('owner');
select is(pg_temp.here(), 27::bigint, 'read back as the owner, all rows are here');

select tests.act_as('admin');
select is(public.drop_removals(tests.id('tasks stream')), 27, 'an admin drops the removals');
select tests.act_as('owner');
select is(count(*)::integer, 27, 'the rows stay and are ours') from public.tasks
where external_key like 'clickup:%' and managed_by is null and archived_at is null;
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(6, 30))), '{25,0,0,0,0,0}', 'records that are listed again');
select is(pg_temp.here(), 25::bigint, 'are the same rows, managed by the vendor');
select tests.sync('tasks', '{}', true);
select tests.act_as('admin');
select is(public.carry_out_removals(tests.id('tasks stream')) ->> 'deleted', '25', 'an admin carries the removals out');
select tests.act_as('owner');
select is(pg_temp.here(), 0::bigint, 'and the tasks are archived');
select bag_eq(
  $$ select action from public.audit_events where object_id = tests.id('tasks stream') $$,
  array['sync.removals_dropped', 'sync.removals_carried_out'], 'both decisions are recorded');

select * from finish();
rollback;
