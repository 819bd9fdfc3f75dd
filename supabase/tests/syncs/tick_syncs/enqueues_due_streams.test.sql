-- Each due stream is enqueued once. Streams of different organizations run at different times.
begin;
select plan(8);
select tests.two_agencies();
select tests.syncs();
delete from public.sync_scopes where id = tests.id('South L1');
create function pg_temp.queued_streams() returns setof text language sql as $$
  select payload ->> 'stream_id' from private.jobs where payload ? 'stream_id'
$$;

select private.tick_syncs();
select private.tick_syncs();
select bag_eq('select pg_temp.queued_streams()', $$ select tests.id(name || ' stream')::text from unnest('{tasks,hours}'::text[]) as name $$,
  'streams with a mapped list get one job each');
delete from private.jobs where payload ? 'stream_id';
update public.sync_streams set next_at = now() + interval '1 minute' where id = tests.id('hours stream');
select private.tick_syncs();
select bag_eq('select pg_temp.queued_streams()', array[tests.id('tasks stream')::text], 'a stream that is not due gets no job');
select isnt(
  private.next_sync_at(jsonb_populate_record(streams, jsonb_build_object('organization_id', tests.id('North')))) - now(),
  private.next_sync_at(jsonb_populate_record(streams, jsonb_build_object('organization_id', tests.id('South')))) - now(),
  'organizations run at different times')
from public.sync_streams as streams where id = tests.id('tasks stream');

delete from private.jobs where payload ? 'stream_id';
select tests.act_as('member');
select throws_ok($$ select public.sync_now(tests.id('hours stream')) $$, 'OPDEN', null, 'a member cannot run a stream');
select tests.act_as('other_admin');
select throws_ok($$ select public.sync_now(tests.id('hours stream')) $$, 'OPNFD', null, 'an admin of another agency does not find the stream');
select throws_ok($$ select public.sync_now(tests.id('South stream')) $$, 'OPSTA', null, 'a stream without a mapped list is refused with the reason');
select tests.act_as('lead');
select lives_ok($$ select public.sync_now(tests.id('hours stream')) $$, 'a lead runs a stream');
select tests.act_as('owner');
select bag_eq('select pg_temp.queued_streams()', array[tests.id('hours stream')::text], 'running a stream by hand enqueues only its own job');

select * from finish();
rollback;
