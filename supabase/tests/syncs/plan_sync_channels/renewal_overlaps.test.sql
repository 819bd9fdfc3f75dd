-- A channel cannot be renewed, so another one is opened before it ends. Both are valid until the first one ends.
-- This prevents failure 5 of syncs/twenty_five_failures.
begin;
select plan(21);
select tests.two_agencies();
select tests.syncs();
create temporary table run as select * from tests.begin_run('tasks');
create function pg_temp.plan(resources text[] default array['9001'], address text default 'https://a.example/task-sync')
returns jsonb language sql as $$ select public.plan_sync_channels(job_id, attempt, run_id, resources, address) from run $$;
create function pg_temp.open(
  external_id text, expires_at timestamptz default now() + interval '7 days', secret text default 'a secret of a webhook',
  failure text default null, token_hash text default null)
returns void language sql as $$
  select public.open_sync_channel(job_id, attempt, run_id, '9001', 'https://a.example/task-sync', expires_at, external_id, null,
    token_hash, secret, failure)
  from run
$$;
create function pg_temp.state(channel text, message text default gen_random_uuid()::text) returns text language sql as $$
  select public.receive_sync_push('task-sync', channel, true, null, null, message,
    encode(extensions.hmac(message, 'a secret of a webhook', 'sha256'), 'hex')) ->> 'state'
$$;
create function pg_temp.age(channel text, by_time interval) returns void language sql as $$
  update private.sync_channels set created_at = created_at - by_time, expires_at = expires_at - by_time
  where external_id = channel or (channel is null and external_id is null)
$$;
create function pg_temp.channels_to_stop() returns text[] language sql as $$
  select array_agg(channel ->> 'external_id') from jsonb_array_elements(pg_temp.plan() -> 'stop') as channel
$$;

select is(pg_temp.plan(), '{"open": ["9001"], "stop": []}', 'a stream without a channel needs one');
select pg_temp.open('hook-1');
select is(pg_temp.plan(), '{"open": [], "stop": []}', 'a stream with a channel needs no other');
select isnt_empty($$ select from vault.decrypted_secrets where decrypted_secret = 'a secret of a webhook' $$,
  'the secret of a channel is in the vault');
select ok(to_jsonb(channels)::text not like '%a secret of a webhook%', 'the table of channels does not contain a secret') from private.sync_channels as channels;

select pg_temp.age('hook-1', interval '6 days 1 hour');
select is(pg_temp.plan(), '{"open": ["9001"], "stop": []}', 'failure 5: another channel is due one day before the end');
select pg_temp.open('hook-2');
select is(array[pg_temp.state('hook-1'), pg_temp.state('hook-2')], array['accepted', 'accepted'],
  'failure 5: the former and the new channel overlap');
select pg_temp.age('hook-1', interval '1 day');
select is(array[pg_temp.state('hook-1'), pg_temp.state('hook-2')], array['refused', 'accepted'], 'failure 5: both channels are valid until the former ends');
select is(pg_temp.channels_to_stop(), array['hook-1'], 'the former channel is stopped when it ends');
select public.close_sync_channel(job_id, attempt, run_id, (select id from private.sync_channels where external_id = 'hook-1')) from run;
select is(pg_temp.plan(), '{"open": [], "stop": []}', 'a stopped channel is deleted');
select is((select count(*)::integer from vault.secrets where name like 'sync\_channel\_%'), 1, 'the secret of a stopped channel is deleted');

select is(pg_temp.plan(address => 'https://b.example/task-sync') -> 'open', '["9001"]', 'a stream with a new address needs a new channel');
select is(jsonb_array_length(pg_temp.plan(address => 'https://b.example/task-sync') -> 'stop'), 1, 'a channel with the former address is stopped');
select is(jsonb_array_length(pg_temp.plan(array['9002']) -> 'stop'), 1, 'a channel of a resource that is no longer read is stopped');
select is(jsonb_array_length(pg_temp.plan(array(select n::text from generate_series(1, 50) as n)) -> 'open'), 20,
  'a run opens twenty channels at most');

-- A vendor that refuses a channel is asked again after a day.
select public.close_sync_channel(job_id, attempt, run_id, (select id from private.sync_channels)) from run;
select pg_temp.open(null, clock_timestamp() + interval '1 day', null, 'No webhooks in this plan');
select is(pg_temp.plan(), '{"open": [], "stop": []}', 'a run after a refusal does not ask for the channel');
select pg_temp.age(null, interval '1 day 1 second');
select is(pg_temp.plan(), '{"open": ["9001"], "stop": []}', 'a run asks for a refused channel again after a day');

select throws_ok($$ select pg_temp.open('hook-3', now() - interval '1 day') $$, 'OPINV', null, 'a channel that ends in the past is refused');
select throws_ok($$ select pg_temp.open('hook-3', secret => null) $$, 'OPINV', null, 'a channel without a token or secret is refused');
select throws_ok($$ select public.plan_sync_channels(job_id, attempt + 1, run_id, '{}', 'https://a.example') from run $$,
  'OPSTA', null, 'a worker without the lease cannot plan channels');

select pg_temp.open('hook-4');
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup') $$), 'ok', 'an admin disconnects');
select is(pg_temp.state('hook-4'), 'refused', 'the pushes of a disconnected vendor are refused');

select * from finish();
rollback;
