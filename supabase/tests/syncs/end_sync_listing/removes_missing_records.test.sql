-- Rows are removed by a tombstone or by their absence from a complete listing, and too many of them wait for a card.
begin;
select plan(17);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.here() returns bigint language sql as $$
  select count(*) from private.sync_records where stream_id = tests.id('tasks stream') and is_here
$$;
create function pg_temp.tasks(first integer, last integer) returns jsonb[] language sql as $$
  select array_agg(tests.task(number::text)) from generate_series(first, last) as number
$$;

select tests.sync('tasks', pg_temp.tasks(1, 30), true);
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(5, 6))), '{0,0,2,0,0,0}', 'an incomplete listing counts only its records');
select is(pg_temp.here(), 30::bigint, 'an incomplete listing removes nothing');
select is(tests.counts(tests.sync('tasks', pg_temp.tasks(3, 30), true)), '{0,0,28,2,0,0}', 'a complete listing counts missing records');
select is(pg_temp.here(), 28::bigint, 'a complete listing archives the missing tasks');
select is(tests.counts(tests.sync('tasks', array[tests.record('3', '2', null, is_deleted => true), tests.record('4', '2', null, filtered => 'trashed')])),
  '{0,0,0,2,0,0}', 'a receipt counts deleted and trashed records');
select is(pg_temp.here(), 26::bigint, 'deleted and trashed records are archived');
select is(tests.counts(tests.sync('tasks', array[tests.task('3', '1'), tests.task('4', '3')])), '{1,0,1,0,0,0}',
  'an older version of a deleted record changes nothing, and a newer one restores it');
select is(count(*)::integer, 1, 'a restored record is the same row') from public.tasks where external_key = 'clickup:4';

select tests.sync('tasks', array[
  tests.record('90', '5', null, is_deleted => true), tests.record('91', '5', null, filtered => 'trashed')]);
select is(tests.counts(tests.sync('tasks', array[tests.task('90', '4'), tests.task('91', '4')])), '{0,0,2,0,0,0}',
  'an older version of an unknown record that was deleted creates no row');

-- The tombstone is on an earlier page than a newer version of the record.
create temporary table run as select * from tests.begin_run('tasks');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array[tests.record('5', '5', null, is_deleted => true)], 'b', has_more => true)) from run;
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page(array[tests.task('5', '6')], 'c')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select is(archived_at, null, 'a tombstone does not remove a record that the listing has in a newer version') from public.tasks where external_key = 'clickup:5';

-- An empty answer looks like a complete listing.
create function pg_temp.card() returns public.approvals language sql as $$
  select approvals from public.approvals where kind = 'sync_removal' and target_id = tests.id('tasks stream')
$$;
select is(tests.counts(tests.sync('tasks', '{}', true)), '{0,0,0,0,27,0}', 'a listing that lacks too many rows counts them as held');
select is(pg_temp.here(), 27::bigint, 'a listing that lacks too many rows removes nothing');
select is((pg_temp.card()).title, 'Remove 27 tasks synced from ClickUp', 'held rows wait for a card');
select is(state::text, 'active', 'a stream with held rows is still active') from public.sync_streams where id = tests.id('tasks stream');
select is(tests.counts(tests.sync('tasks', '{}', true)), '{0,0,0,0,27,0}', 'the next listing counts the held rows again');
select is(array[(pg_temp.card()).version, count(*)]::integer[], '{1,1}', 'the next listing leaves the card unchanged')
from public.approvals where kind = 'sync_removal';
select is(tests.counts(tests.sync('tasks', array[tests.task('101'), tests.task('102')])), '{2,0,0,0,0,0}', 'new records are read while held rows wait');

select * from finish();
rollback;
