-- A delivery of the webhook makes the listing due, once.
begin;
select plan(17);
select tests.two_agencies();
select tests.meetings();
create function pg_temp.jobs() returns integer language sql security definer as $$ select count(*)::integer from private.jobs where kind = 'meeting_sync' $$;
grant execute on function pg_temp.jobs() to service_role;
create function pg_temp.refuses(persona text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok($statement$ select public.receive_meeting_delivery('msg_1') $statement$, '42501', null, persona || ' cannot report a delivery');
end $$;
grant execute on function pg_temp.refuses(text) to authenticated, anon;
select pg_temp.refuses(persona) from unnest(array['admin', 'client', 'anonymous']) as persona;
select tests.act_as('owner');
select is(pg_temp.jobs(), 0, 'the refusals queue no job');

select tests.act_as('service');
select is(public.receive_meeting_delivery('msg_1'), '{"is_new": true}', 'a new delivery is accepted');
select is(pg_temp.jobs(), 1, 'a new delivery queues a job that reads the listing');
select is(public.receive_meeting_delivery('msg_1'), '{"is_new": false}', 'a repeated delivery changes nothing');
select tests.act_as('owner');
delete from private.jobs where kind = 'meeting_sync';
select tests.act_as('service');
select public.receive_meeting_delivery('msg_1');
select is(pg_temp.jobs(), 0, 'a repeated delivery after its job changes nothing');
-- A worker that is killed between the mark and the job leaves neither.
select throws_ok(
  $$ do $do$ begin perform public.receive_meeting_delivery('msg_2'); raise exception 'killed'; end $do$ $$, 'P0001', null,
  'the worker is killed during the transaction of a delivery');
select is(public.receive_meeting_delivery('msg_2'), '{"is_new": true}', 'a lost delivery is new at the next attempt of the vendor');
select is(pg_temp.jobs(), 1, 'the second attempt of the vendor queues the job');
select tests.act_as('owner');
delete from private.jobs where kind = 'meeting_sync';
update public.sync_streams set failures = 1 where stream = 'meetings';
select tests.act_as('service');
select is(public.receive_meeting_delivery('msg_3'), '{"is_new": true}', 'a delivery after a failed run is accepted');
select is(pg_temp.jobs(), 0, 'a delivery does not shorten the pause after a failure');
select throws_ok($$ select public.receive_meeting_delivery('') $$, 'OPINV', null, 'a delivery without an id is refused');

select tests.act_as('owner');
update public.sync_streams set failures = 0 where stream = 'meetings';

-- A delivery during a run: the run may have read the listing already.
create function pg_temp.next_run() returns interval language sql as $$
  select jobs.run_at - clock_timestamp() from private.jobs
  where jobs.payload ->> 'stream_id' = tests.id('meetings stream')::text
$$;
create temporary table run as select * from tests.begin_run('meetings');
select public.receive_meeting_delivery('msg_4');
select public.apply_sync_page(job_id, attempt, run_id, null, tests.page('{}', 'next')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select ok(pg_temp.next_run() <= interval '30 seconds', 'a delivery during a run is followed by another run within half a minute');
delete from private.jobs where kind = 'meeting_sync';
select tests.sync('meetings', '{}');
select is(pg_temp.jobs(), 0, 'a run without a delivery is followed by no other run before its interval');
create temporary table failing as select * from tests.begin_run('meetings');
select public.receive_meeting_delivery('msg_5');
select public.end_sync_run(job_id, attempt, run_id, 'rate_limited', null, 3600000) from failing;
select is(pg_temp.jobs(), 0, 'a delivery during a failing run does not shorten the pause that the vendor asked for');

select * from finish();
rollback;
