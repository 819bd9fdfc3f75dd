-- A disconnected vendor leaves its open channels to its worker, with a copy of the secret that is deleted with them.
begin;
select plan(27);
select tests.two_agencies();
select tests.syncs();
update public.integrations set secret_name = 'integration_clickup' where provider = 'clickup' and organization_id = tests.id('North');
select vault.create_secret('pk_north', 'integration_clickup');
create function pg_temp.begin() returns void language plpgsql as $$
begin
  drop table if exists run;
  create temporary table run as select * from tests.begin_run('tasks');
end;
$$;
select pg_temp.begin();
create function pg_temp.open(channel text, end_at timestamptz default now() + interval '7 days') returns void language sql as $$
  select public.open_sync_channel(job_id, attempt, run_id, '9001', 'https://a.example/task-sync', end_at, channel, null, null,
    'a secret of a webhook') from run $$;
create function pg_temp.state(channel text) returns text language sql as $$
  select public.receive_sync_push('task-sync', channel, true, null, null, channel,
    encode(extensions.hmac(channel, 'a secret of a webhook', 'sha256'), 'hex')) ->> 'state' $$;
create function pg_temp.disconnect(persona text) returns text language sql as $$
  select tests.answer(persona, $q$ select public.disconnect_integration('clickup') $q$) $$;
create function pg_temp.connect() returns void language plpgsql as $$
begin
  insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
  values (tests.id('North'), 'clickup', '{"list_id": "2"}', 'integration_clickup', tests.id('admin'));
  perform vault.create_secret('pk_again', 'integration_clickup');
  perform private.activate_syncs(tests.id('North'), 'clickup');
end;
$$;
create function pg_temp.other_secrets() returns text[] language sql as $$
  select array_agg(decrypted_secret order by decrypted_secret) from vault.decrypted_secrets where name like 'sync\_channel%' or name like 'closing\_%' $$;

select pg_temp.open('hook-1');
select pg_temp.open('hook-2');
select public.end_sync_run(job_id, attempt, run_id, 'unavailable') from run;
select is(pg_temp.disconnect('lead'), 'OPDEN role_not_allowed', 'a lead cannot disconnect a vendor');
select is(pg_temp.state('hook-1'), 'accepted', 'a push of an open channel is accepted');
select is(pg_temp.disconnect('admin'), 'ok', 'an admin disconnects');
select is_empty($$ select from public.integrations where provider = 'clickup' and organization_id = tests.id('North') $$,
  'a vendor with open channels is disconnected at once');
select is(array[pg_temp.state('hook-1'), pg_temp.state('hook-2')], array['refused', 'refused'], 'pushes of the disconnected vendor are refused at once');
select is_empty($$ select from vault.secrets where name = 'integration_clickup' $$, 'disconnecting deletes the secret of the vendor');

select pg_temp.begin();
select is(answer - 'channels', '{"state": "closing", "provider": "clickup", "stream": "tasks", "secret": "pk_north",
  "settings": {"list_id": "1", "marker_field_id": "m"}}', 'the worker gets a copy of the secret and no run') from run;
select is((select array_agg(channel ->> 'external_id' order by channel ->> 'external_id') from jsonb_array_elements(answer -> 'channels') as channel),
  array['hook-1', 'hook-2'], 'the worker gets the open channels to stop') from run;
select is_empty($$ select from public.sync_runs where ended_at is null $$, 'stopping the channels opens no run');
select throws_ok($$ select public.end_sync_channels(job_id, attempt + 1) from run $$, 'OPSTA', null, 'a worker without the lease cannot end channels');
select is(pg_temp.other_secrets(), array['a secret of a webhook', 'a secret of a webhook', 'pk_north'],
  'the refusals leave the channels and their secret in place');
select matches(tests.answer('admin', $$ select public.end_sync_channels(gen_random_uuid(), 1) $$), '^42501', 'an admin cannot end channels');

select public.end_sync_channels(job_id, attempt) from run;
select is_empty($$ select from private.sync_channels $$, 'the channels are deleted after they were stopped');
select is(pg_temp.other_secrets(), null, 'every secret of the channels is deleted');
select is_empty($$ select from private.jobs where payload ->> 'stream_id' = tests.id('tasks stream')::text $$, 'the job of the stream has ended');

-- The vendor has no open channels.
select pg_temp.connect();
select pg_temp.begin();
select pg_temp.open('hook-3');
select public.end_sync_run(job_id, attempt, run_id, 'unavailable') from run;
update private.sync_channels set expires_at = now() - interval '1 second';
select is(pg_temp.disconnect('admin'), 'ok', 'a vendor whose channels have ended is disconnected');
select is(pg_temp.other_secrets(), null, 'a vendor without open channels leaves no copy of its secret');

-- The vendor is connected again before the worker stops the channels, and while a run is in progress.
select pg_temp.connect();
select pg_temp.begin();
select pg_temp.open('hook-4');
select is(pg_temp.disconnect('admin'), 'ok', 'a vendor is disconnected while a run is in progress');
select public.end_sync_run(job_id, attempt, run_id, 'grant_dead') from run;
select isnt_empty($$ select from private.jobs where payload ->> 'stream_id' = tests.id('tasks stream')::text $$, 'the end of a run of a disconnected vendor enqueues the job that stops the channels');
select pg_temp.connect();
select pg_temp.begin();
select is(answer ->> 'secret', 'pk_again', 'the channels are stopped with the secret that they were opened with') from run;
select public.end_sync_channels(job_id, attempt) from run;
select pg_temp.begin();
select is(answer ->> 'state', 'begun', 'the stream of a new connection is read after the old channels are stopped') from run;

-- The worker never succeeds.
select pg_temp.open('hook-5');
select public.end_sync_run(job_id, attempt, run_id, 'unavailable') from run;
select pg_temp.disconnect('admin');
select pg_temp.begin();
select is(pg_temp.other_secrets(), array['a secret of a webhook', 'pk_again'], 'the copy of the secret is retained while its job has attempts left');
select public.fail_job(job_id, attempt, 'The vendor does not answer', true) from run;
select isnt_empty($$ select from private.jobs where died_at is not null $$, 'a job that fails for the last time is dead');
select is(pg_temp.other_secrets(), null, 'the copy of the secret is deleted with its dead job');
select is_empty($$ select from private.sync_channels $$, 'a channel whose job is dead is deleted');
select is((select count(*)::integer from public.integrations where provider = 'clickup'), 1, 'disconnecting leaves another agency connected');

select * from finish();
rollback;
