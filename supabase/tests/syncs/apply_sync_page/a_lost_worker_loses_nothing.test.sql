-- When a worker dies between two pages, the rows and cursor of the last page are retained, and the next worker continues
-- there.
begin;
select plan(15);
select tests.two_agencies();
select tests.syncs();

create temporary table first as select * from tests.begin_run('tasks');
select is(answer ->> 'state', 'begun', 'a worker begins a run') from first;
select public.apply_sync_page(job_id, attempt, run_id, null, tests.page(array[tests.task('1'), tests.task('2')], 'page 2', has_more => true)) from first;
select throws_ok(
  $$ select public.apply_sync_page(job_id, attempt, run_id, null, tests.page(array[tests.task('1')], 'page 2', has_more => true)) from first $$,
  'OPSTA', null, 'a page cannot be applied twice');
select throws_ok(
  $$ select public.apply_sync_page(job_id, attempt + 1, run_id, 'page 2', tests.page(array[tests.task('3')])) from first $$,
  'OPSTA', null, 'a worker without the lease cannot apply a page');
select throws_ok(
  $$ select public.apply_sync_page(job_id, attempt, run_id, 'page 2', '{"records": [{"version": "1"}]}') from first $$,
  'OPINV', null, 'a malformed page is refused');
select is(cursor, 'page 2', 'the cursor follows the applied page') from public.sync_streams where id = tests.id('tasks stream');
select is(public.finish_jobs(array[job_id], array[attempt]), 0, 'a job cannot be finished without its run') from first;

-- The worker dies and its lease ends.
update private.jobs set lease_until = clock_timestamp() - interval '1 second' where id = (select job_id from first);
select private.sweep_jobs();
select results_eq(
  $$ select ended_because::text, record_count, created, cursor_after from public.sync_runs where id = (select run_id from first) $$,
  $$ values ('lost', 2, 2, 'page 2') $$, 'the receipt of a lost run has its counts');

create temporary table second as select * from tests.begin_run('tasks');
select is(answer ->> 'cursor', 'page 2', 'the next run continues after the applied page') from second;
select is(public.apply_sync_page(job_id, attempt, run_id, 'page 2', tests.page(array[tests.task('3')], 'end', is_snapshot => true)) ->> 'state', 'done',
  'the next run reads the listing to its end') from second;
select is(count(*)::integer, 3, 'rows of a page that a lost run applied do not count as missing') from public.tasks
where external_key like 'clickup:%' and archived_at is null;

-- A worker takes over from one whose run is still open.
update private.jobs set attempt = attempt + 1, lease_until = clock_timestamp() + interval '1 minute' where id = (select job_id from second);
create temporary table third as select job_id, attempt + 1 as attempt, public.begin_sync_run(job_id, attempt + 1) as answer from second;
select is(ended_because::text, 'lost', 'a new attempt ends the open run as lost') from public.sync_runs where id = (select run_id from second);
select throws_ok(
  $$ select public.end_sync_run(job_id, attempt, (answer ->> 'run_id')::uuid, 'lost') from third $$, 'OPINV', null, 'a worker cannot report its run as lost');
select public.fail_job(job_id, attempt, 'The adapter broke', true) from third;
select is(ended_because::text || ': ' || error, 'lost: The adapter broke', 'a worker that fails ends its run')
from public.sync_runs where id = (select (answer ->> 'run_id')::uuid from third);
select ok(next_at > now(), 'the stream waits after the death of its job') from public.sync_streams where id = tests.id('tasks stream');
select is(count(*)::integer, 0, 'no run is open') from public.sync_runs where ended_at is null;

select * from finish();
rollback;
