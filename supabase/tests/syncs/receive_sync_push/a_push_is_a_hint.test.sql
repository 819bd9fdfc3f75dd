-- Failures 4 and 5 of syncs/twenty_five_failures: a push in the real format makes its streams due, at most one run
-- waits, and streams without pushes are still polled.
begin;
select plan(30);
select tests.two_agencies();
select tests.syncs();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "office@tests.test"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream, next_at) values
  (tests.id('events stream'), tests.id('North'), 'google_calendar', 'events', now() + interval '1 hour'),
  (tests.id('busy stream'), tests.id('North'), 'google_calendar', 'busy', now() + interval '1 hour');
update public.sync_streams set next_at = now() + interval '1 hour' where organization_id = tests.id('North');
insert into private.sync_channels (
  id, organization_id, stream_id, resource, address, external_id, token_hash, secret_name, expires_at)
values
  (tests.id('calendar channel'), tests.id('North'), tests.id('events stream'), 'team@tests.test', 'https://a.example', 'channel-1',
    encode(sha256('token-1'), 'hex'), null, now() + interval '1 week'),
  (tests.id('ended channel'), tests.id('North'), tests.id('events stream'), 'team@tests.test', 'https://a.example', 'channel-0',
    encode(sha256('token-1'), 'hex'), null, now() - interval '1 second'),
  (tests.id('webhook'), tests.id('North'), tests.id('tasks stream'), '9001', 'https://a.example', 'hook-1', null,
    'sync_channel_test', now() + interval '1 month');
select vault.create_secret('a secret of a webhook', 'sync_channel_test', 'A secret for a test');

create function pg_temp.push(
  number text, token text default 'token-1', channel text default 'channel-1', is_change boolean default true,
  slug text default 'calendar-sync')
returns text language sql as $$
  select public.receive_sync_push(slug, channel, is_change, number, token) ->> 'state'
$$;
create function pg_temp.delivery(body text, signature text)
returns text language sql as $$
  select public.receive_sync_push('task-sync', 'hook-1', true, null, null, body, signature) ->> 'state'
$$;
create function pg_temp.signature(body text, secret text default 'a secret of a webhook')
returns text language sql as $$ select encode(extensions.hmac(body, secret, 'sha256'), 'hex') $$;
create function pg_temp.queued_streams() returns text[] language sql as $$
  select array_agg(streams.provider || ' ' || streams.stream order by streams.provider::text, streams.stream::text)
  from private.jobs
  join public.sync_streams as streams on streams.id = (jobs.payload ->> 'stream_id')::uuid
  where jobs.died_at is null and jobs.leased_by is null and streams.organization_id = tests.id('North')
$$;

-- Only the function that reads the stream receives pushes, with the secret key.
select matches(
  tests.answer(persona, $$ select public.receive_sync_push('calendar-sync', 'channel-1', true, '1', 'token-1') $$), '^42501',
  persona || ' cannot report a push') from unnest(array['admin', 'lead', 'member', 'client', 'outsider', 'anonymous']) as persona;

-- Each of these has the same answer.
select is(pg_temp.push('1', token => 'token-2'), 'refused', 'a wrong token is refused');
select is(pg_temp.push('1', token => null), 'refused', 'a missing token is refused');
select is(pg_temp.push('1', token => encode(sha256('token-1'), 'hex')), 'refused', 'the hash of the token is refused');
select is(pg_temp.push('1', channel => 'channel-2'), 'refused', 'an unknown channel is refused');
select is(pg_temp.push('1', channel => null), 'refused', 'a missing channel is refused');
select is(pg_temp.push('1', channel => 'channel-0'), 'refused', 'a channel that has ended is refused');
select is(pg_temp.push('1', slug => 'file-sync'), 'refused', 'a push through the function of another stream is refused');
select is(pg_temp.push('1', channel => 'hook-1', slug => 'task-sync'), 'refused', 'a token is refused from a vendor that signs its pushes');
select is(pg_temp.delivery('{}', pg_temp.signature('{} ')), 'refused', 'the signature of another body is refused');
select is(pg_temp.delivery('{}', pg_temp.signature('{}', 'another secret')), 'refused', 'a signature with another secret is refused');
select is(pg_temp.delivery('{}', null), 'refused', 'a missing signature is refused');
select is_empty($$ select from private.sync_pushes $$, 'a refused push leaves no mark');
select is(pg_temp.queued_streams(), null, 'a refused push queues no job');

select is(pg_temp.push('1', is_change => false), 'ignored', 'failure 4: a push without a change is ignored');
select is(pg_temp.queued_streams(), null, 'failure 4: a push without a change makes no stream due');
select is(pg_temp.push('2'), 'accepted', 'failure 4: a push with a change is accepted');
select is(pg_temp.queued_streams(), array['google_calendar busy', 'google_calendar events'],
  'failure 4: a change makes only events and busy times due');
select is(pg_temp.push('2'), 'known', 'a second delivery of a push changes nothing');
do $$ begin for n in 3..100 loop perform pg_temp.push(n::text); end loop; end $$;
select is(cardinality(pg_temp.queued_streams()), 2, 'a flood of pushes leaves one waiting run per stream');

-- A push during a run: the run may already have read the changed calendar.
create temporary table run as select * from tests.begin_run('events');
select is(pg_temp.push('101'), 'accepted', 'a push arrives during a run');
select public.apply_sync_page(job_id, attempt, run_id, null, tests.page('{}', 'next')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select ok(jobs.run_at between clock_timestamp() and clock_timestamp() + interval '31 seconds',
  'failure 4: another run follows the run within half a minute')
from private.jobs where jobs.payload ->> 'stream_id' = tests.id('events stream')::text;

select is(pg_temp.delivery('{"webhook_id":"hook-1"}', pg_temp.signature('{"webhook_id":"hook-1"}')), 'accepted',
  'a signed delivery is accepted');
select is(pg_temp.delivery('{"webhook_id":"hook-1"}', pg_temp.signature('{"webhook_id":"hook-1"}')), 'known', 'a repeated signed delivery is recognized');

-- The streams get no pushes.
delete from private.sync_channels where organization_id = tests.id('North');
delete from private.jobs where organization_id = tests.id('North');
update public.sync_streams set next_at = clock_timestamp() where id = tests.id('tasks stream');
select private.tick_syncs();
select is(pg_temp.queued_streams(), array['clickup tasks'], 'failure 5: a stream without a channel is due at its interval');

select * from finish();
rollback;
