-- The kernel prevents these failures of other systems; README.md lists them by number. Failures of one vendor or one
-- kind of data are tested with their adapters and tables, under the same numbers.
begin;
select plan(25);
select tests.two_agencies();
select tests.syncs();
create function pg_temp.here() returns text[] language sql as $$
  select array_agg(substr(external_key, 9) order by external_key) from public.tasks
  where managed_by = 'clickup' and archived_at is null
$$;
create function pg_temp.stream() returns public.sync_streams language sql as $$
  select * from public.sync_streams where id = tests.id('tasks stream')
$$;
-- Reads one page of a listing that continues, and then fails.
create function pg_temp.fail_midway(records jsonb[], reason public.sync_end) returns public.sync_runs language plpgsql as $$
declare
  v_run record;
  v_receipt public.sync_runs;
begin
  select * into v_run from tests.begin_run('tasks');
  if records <> '{}' then
    perform public.apply_sync_page(v_run.job_id, v_run.attempt, v_run.run_id, v_run.answer ->> 'cursor',
      tests.page(records, 'midway ' || v_run.run_id, has_more => true));
  end if;
  perform public.end_sync_run(v_run.job_id, v_run.attempt, v_run.run_id, reason, 'Why', null, 1, 0);
  select * into v_receipt from public.sync_runs where id = v_run.run_id;
  return v_receipt;
end;
$$;

select tests.sync('tasks', array[tests.task('1'), tests.task('2'), tests.task('3')], true);
select is((pg_temp.fail_midway('{}', 'cursor_died')).ended_because::text, 'cursor_died',
  'failure 1: a receipt reports a dead cursor instead of an empty success');
select is((pg_temp.stream()).cursor, null, 'failure 1: a dead cursor is reset, so that a full listing follows');
select is(tests.counts(tests.sync('tasks', array[tests.task('1'), tests.task('2')], true)), '{0,0,2,1,0,0}',
  'failure 2: a record deleted during the gap is removed after the recovery');

select pg_temp.fail_midway('{}', 'cursor_died');
select pg_temp.fail_midway(array[tests.task('1', '2', '{"title": "Again"}')], 'unavailable');
select is(pg_temp.here(), '{1,2}', 'failure 3: a full listing that ends midway removes nothing');
select is(tests.counts(tests.sync('tasks', array[tests.task('2')], true)), '{0,0,1,0,0,0}',
  'failure 3: the next run continues an interrupted listing and counts its earlier pages as listed');

select tests.sync('tasks', array[tests.task('2')]);
select is(pg_temp.here(), '{1,2}', 'failure 7: an incomplete listing removes no missing record');
select is(tests.counts(tests.sync('tasks', array[tests.task('2')], true)), '{0,0,1,1,0,0}',
  'failure 7: a complete listing removes missing records');
select pg_temp.fail_midway('{}', 'forbidden');
select pg_temp.fail_midway('{}', 'invalid_response');
select is(pg_temp.here(), '{2}', 'failure 8: a failed listing deletes nothing');

select tests.sync('hours', array[tests.hours('1'), tests.hours('2')], true);
create temporary table hours_before as select * from public.sync_streams where id = tests.id('hours stream');
select pg_temp.fail_midway('{}', 'unavailable');
select is(to_jsonb(streams), to_jsonb(hours_before), 'failure 9: the failure of one stream does not affect the others')
from public.sync_streams as streams, hours_before where streams.id = hours_before.id;

select tests.sync('tasks', array[tests.task('10', '1', '{"title": "Xylophone recital"}')]);
select tests.act_as('lead');
select ok(public.find_rows('Xylophone')::text like '%recital%', 'failure 10: a record of the vendor can be found');
select tests.act_as('owner');
select tests.sync('tasks', array[tests.record('10', '2', null, filtered => 'trashed')]);
select tests.act_as('lead');
select ok(public.find_rows('Xylophone')::text not like '%recital%', 'failure 10: a record in the vendor''s trash cannot be found');
select tests.act_as('owner');

create temporary table dead as select * from tests.begin_run('tasks');
update private.jobs set lease_until = clock_timestamp() - interval '1 second' where id = (select job_id from dead);
select private.sweep_jobs();
select is(ended_because::text, 'lost', 'failure 11: a run whose worker dies before the first page ends as lost')
from public.sync_runs where id = (select run_id from dead);

select is(tests.counts(tests.sync('tasks', array[tests.task('20'), tests.task('21', '1', '{"title": " "}'), tests.task('22')])),
  '{2,0,0,0,0,1}', 'failure 12: a record that fails does not stop the others');
select is(array_agg(external_id), '{21}', 'failure 12: a record that fails is a dead letter')
from public.sync_dead_letters where resolved_at is null;

select pg_temp.fail_midway(array[tests.task('30')], 'unavailable');
select is((pg_temp.stream()).cursor, (select cursor_after from public.sync_runs order by started_at desc limit 1),
  'failure 13: a failed run leaves the cursor after its last page');
select tests.sync('tasks', array[tests.task('31')]);
select is(pg_temp.here(), '{2,20,22,30,31}', 'failure 13: the run after a failed one loses nothing');

select is(tests.counts(tests.sync('hours', array[tests.hours('1')], true)), '{0,0,1,1,0,0}',
  'failure 16: hours that are deleted at the vendor are deleted');

create temporary table stream_before as select (pg_temp.stream()).*;
update public.sync_streams set state = 'needs_reconnect' where id = tests.id('tasks stream');
select private.activate_syncs(tests.id('North'), 'clickup');
select is((pg_temp.stream()).cursor, stream_before.cursor, 'failure 18: connecting again does not reset the cursor') from stream_before;

select tests.sync('tasks', array[tests.task('40', '2026-03-02T10:00:00.9Z', '{"title": "Newest"}'),
  tests.task('40', '2026-03-02T10:00:00.1Z', '{"title": "Oldest"}'), tests.task('40', '2026-03-02T10:00:00.5Z', '{"title": "Between"}')]);
select is(title, 'Newest', 'failure 20: versions of one second in the wrong order end with the newest')
from public.tasks where external_key = 'clickup:40';

select pg_temp.fail_midway('{}', 'unavailable');
select pg_temp.fail_midway('{}', 'rate_limited');
select is((pg_temp.stream()).state::text, 'active', 'failure 21: the stream of a vendor that is down or busy is still active');
select pg_temp.fail_midway('{}', 'grant_dead');
select is(count(*)::integer, 1, 'failure 21: a dead grant is one finding that asks to reconnect')
from private.sync_findings(tests.id('North')) as findings
where to_jsonb(findings) ->> 'code' = 'sync_needs_reconnect';
select private.activate_syncs(tests.id('North'), 'clickup');

select is(tests.counts(tests.sync('tasks', array[tests.task('50', '1', '{"list_id": "elsewhere"}')])), '{0,0,0,0,1,0}',
  'failure 23: a page without a record to store is counted');
select is((pg_temp.stream()).cursor, (select cursor_after from public.sync_runs order by started_at desc limit 1),
  'failure 23: a page without a record to store advances the cursor');

-- The listing has the newest of the thousand versions first.
select is((tests.sync('tasks', array(
    select tests.task('60', format('2026-03-02T10:00:00.%sZ', lpad(n::text, 6, '0')), jsonb_build_object('title', 'At ' || n))
    from generate_series(999, 0, -1) as n))).unchanged, 999, 'failure 24: a thousand versions within one millisecond stay distinct');
select is(title, 'At 999', 'failure 24: the version with the latest microsecond is stored') from public.tasks where external_key = 'clickup:60';

select * from finish();
rollback;
