-- The state of a stream after each failure of its vendor.
begin;
select plan(22);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.fail(reason public.sync_end, retry_after_ms integer default null) returns uuid language plpgsql as $$
declare
  v_run record;
begin
  select * into v_run from tests.begin_run('tasks');
  perform public.end_sync_run(v_run.job_id, v_run.attempt, v_run.run_id, reason, 'Why', retry_after_ms, 1, 2);
  return v_run.run_id;
end;
$$;
create function pg_temp.stream() returns public.sync_streams language sql as $$
  select * from public.sync_streams where id = tests.id('tasks stream')
$$;
create function pg_temp.pause() returns interval language sql as $$ select next_at - clock_timestamp() from pg_temp.stream() $$;
create function pg_temp.jobs() returns integer language sql as $$
  select count(*)::integer from private.jobs where payload ->> 'stream_id' = tests.id('tasks stream')::text
$$;

select tests.sync('tasks', array[tests.task('1'), tests.task('2')]);
create temporary table died as select pg_temp.fail('cursor_died') as run_id;
select results_eq(
  $$ select ended_because::text, gaps, calls, retries, cursor_after from public.sync_runs join died on died.run_id = id $$,
  $$ values ('cursor_died', 1, 1, 2, null::text) $$, 'the receipt reports the dead cursor');
select is((pg_temp.stream()).cursor, null, 'a dead cursor is reset');
select is(pg_temp.jobs(), 1, 'the listing after a dead cursor is due at once');
select is(count(*)::integer, 2, 'a dead cursor removes no row') from public.tasks where managed_by = 'clickup' and archived_at is null;
select is(tests.counts(tests.sync('tasks', array[tests.task('1'), tests.task('3')], true)), '{1,0,1,1,0,0}',
  'the listing after a dead cursor finds records that were deleted in the meantime');
select is((pg_temp.stream()).failures, 0, 'a completed run resets the number of failures');

select pg_temp.fail('cursor_died');
select pg_temp.fail('cursor_died');
select ok(pg_temp.pause() > interval '9 minutes', 'a second dead cursor makes the stream wait');
select tests.sync('tasks', array[tests.task('1')]);

select pg_temp.fail('rate_limited', 90000);
select ok(pg_temp.pause() between interval '80 seconds' and interval '91 seconds', 'a stream waits as long as its vendor asks');
select is(pg_temp.jobs(), 0, 'a paused stream has no job');
select pg_temp.fail('unavailable');
select is((pg_temp.stream()).state::text, 'active', 'the stream of an unavailable vendor is still active');
select ok(pg_temp.pause() > interval '39 minutes', 'the pause doubles with each failure');
select pg_temp.fail('unavailable');
select ok(pg_temp.pause() between interval '79 minutes' and interval '89 minutes', 'the pause doubles with a third failure');
select isnt((pg_temp.stream()).cursor, null, 'only a dead cursor resets the cursor');

select throws_ok($$ select pg_temp.fail('completed') $$, 'OPINV', null, 'a run that did not read to the end cannot be completed');
select throws_ok($$ select pg_temp.fail('out_of_time') $$, 'OPINV', null, 'a run without a page cannot end as out of time');

select pg_temp.fail('grant_dead');
select is((pg_temp.stream()).state::text, 'needs_reconnect', 'a dead grant stops the stream');
update public.sync_streams set next_at = now() where id = tests.id('tasks stream');
select private.tick_syncs();
select is(pg_temp.jobs(), 0, 'a stream with a dead grant is not due');
select tests.act_as('lead');
select throws_ok($$ select public.sync_now(tests.id('tasks stream')) $$, 'OPSTA', 'The vendor rejects our access. Connect it again first', 'a stream with a dead grant cannot be read by hand');
select tests.act_as('owner');
create temporary table before_connecting as select (pg_temp.stream()).cursor;
select tests.act_as('admin');
select public.connect_integration('clickup', '{"list_id": "2", "marker_field_id": "m"}', 'pk_new_secret');
select tests.act_as('owner');
select is((pg_temp.stream()).cursor, (select cursor from before_connecting), 'connecting again does not reset the cursor');
select private.tick_syncs();
select is(pg_temp.jobs(), 1, 'a stream that is connected again is due');
select tests.act_as('admin');
select public.disconnect_integration('clickup');
select tests.act_as('owner');
select is((pg_temp.stream()).pause_reason::text, 'disconnected', 'a disconnected stream is paused');
select is((select answer ->> 'state' from tests.begin_run('tasks')), 'gone', 'a disconnected stream cannot be read');

select * from finish();
rollback;
