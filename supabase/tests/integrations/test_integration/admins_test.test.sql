-- Admins test a connection, one call at a time, with a pause after each.
begin;
select plan(32);
select tests.two_agencies();
select tests.syncs();
-- The connection that the helper creates has no secret.
delete from public.integrations where provider = 'harvest';
select tests.act_as('admin');
select public.connect_integration('harvest', '{"account_id": "7"}', 'secret-token');
select tests.act_as('owner');

create function pg_temp.test(persona text, provider text default 'harvest') returns text language sql as $$
  select tests.answer(persona, format('select public.test_integration(%L)', provider))
$$;
create function pg_temp.jobs() returns bigint language sql as $$
  select count(*) from private.jobs where kind = 'time_tracking_connection_test'
$$;
create function pg_temp.last_test(persona text) returns jsonb language plpgsql as $$
declare
  v_test jsonb;
begin
  perform tests.act_as(persona);
  select vendor -> 'connection' -> 'test' into v_test
  from jsonb_array_elements(public.get_integrations() -> 'providers') as vendor where vendor ->> 'provider' = 'harvest';
  perform tests.act_as('owner');
  return v_test;
end;
$$;
-- Leases the job as a worker does, and stores a result.
create function pg_temp.settle(result text, version integer default 1, more text default '') returns text
language plpgsql as $$
declare
  v_job record;
begin
  perform tests.act_as('owner');
  update private.jobs set attempt = attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where kind = 'time_tracking_connection_test' and leased_by is null returning id, attempt into v_job;
  perform private.begin_connection_test(v_job.id, v_job.attempt);
  return tests.answer('service', format(
    'select public.end_connection_test(%L, %s, %s, %L%s)', v_job.id, v_job.attempt, version, result, more));
end;
$$;

select is(pg_temp.test('lead'), 'OPDEN role_not_allowed', 'a lead cannot test a connection');
select is(pg_temp.test('member'), 'OPDEN role_not_allowed', 'a member cannot test a connection');
select is(pg_temp.test('client'), 'OPDEN role_not_allowed', 'a client cannot test a connection');
select matches(pg_temp.test('anonymous'), '^42501', 'an anonymous caller cannot test a connection');
select matches(pg_temp.test('service'), '^42501', 'the secret key cannot test a connection');
select is(pg_temp.test('admin', 'linear'), 'OPNFD integration_not_found', 'a vendor that is not connected cannot be tested');
select is(pg_temp.test('other_admin'), 'OPNFD integration_not_found', 'a vendor of another organization cannot be tested');
select is(tests.answer('admin', 'select public.test_integration(null)'), 'OPINV provider_missing', 'a test needs a vendor');
select tests.act_as('owner');
select is(pg_temp.jobs(), 0::bigint, 'the refusals enqueue nothing');
select is(pg_temp.last_test('admin'), 'null'::jsonb, 'a connection that was never tested has no test');

select is(pg_temp.test('admin'), 'ok', 'an admin tests a connection');
select tests.act_as('owner');
select results_eq(
  $$ select payload, organization_id, run_at <= clock_timestamp() from private.jobs where kind = 'time_tracking_connection_test' $$,
  $$ select '{"tested_provider": "harvest"}'::jsonb, tests.id('North'), true $$,
  'the job names the vendor and no secret, and is due at once');
select is(pg_temp.last_test('admin') ->> 'result', null, 'an open test has no result');
select is(pg_temp.last_test('lead'), 'null'::jsonb, 'a lead sees no test');
select is(pg_temp.test('admin'), 'ok', 'a request during an open test succeeds');
select tests.act_as('owner');
select is(pg_temp.jobs(), 1::bigint, 'an open test is not enqueued again');

create temporary table streams as
  select to_jsonb(sync_streams) as before from public.sync_streams where organization_id = tests.id('North') order by id;
select is(pg_temp.settle('rejected', more => ', http_code => 401, resource => ''hours'''), 'ok', 'a worker stores a refusal');
select tests.act_as('owner');
select is(pg_temp.last_test('admin') - array['requested_at', 'ended_at', 'next_at'],
  '{"result": "rejected", "http_code": 401, "resource": "hours", "list_count": 0, "has_more_lists": false}'::jsonb,
  'an admin sees the result');
select is(pg_temp.jobs(), 0::bigint, 'the job of an ended test is deleted');
select bag_eq(
  $$ select to_jsonb(sync_streams) from public.sync_streams where organization_id = tests.id('North') $$,
  'select before from streams', 'a refusal changes no stream: its next run reports it');

-- The pause.
select is(pg_temp.test('admin'), 'ok', 'an ended test can be requested again');
select tests.act_as('owner');
select ok((select run_at > clock_timestamp() + interval '1 second' from private.jobs where kind = 'time_tracking_connection_test'),
  'a further test waits for a pause');
select pg_temp.settle('rate_limited', more => ', http_code => 429, retry_after_ms => 90000');
select is(pg_temp.test('admin'), 'OPLIM rate_limited', 'a test during the pause that the vendor asked for is refused');

-- A changed connection.
select tests.act_as('admin');
select public.connect_integration('harvest', '{"account_id": "7"}', 'another-token');
select tests.act_as('owner');
select is(pg_temp.last_test('admin'), 'null'::jsonb, 'the result of an earlier secret is not shown');
update public.connection_tests set next_at = now();
select pg_temp.test('admin');
select tests.act_as('owner');
select is(pg_temp.settle('accepted', 1), 'ok', 'a worker ends the test of an earlier secret');
select tests.act_as('owner');
select is(pg_temp.last_test('admin') ->> 'result', null, 'a result about an earlier secret is not stored');
select results_eq(
  $$ select leased_by, run_at <= clock_timestamp() from private.jobs where kind = 'time_tracking_connection_test' $$,
  $$ values (null::text, true) $$, 'the test of the new secret runs at once');
select is(pg_temp.settle('accepted', 2), 'ok', 'a worker ends the test of the new secret');
select tests.act_as('owner');
select is(pg_temp.last_test('admin') ->> 'result', 'accepted', 'the result is about the new secret');

select is_empty($$ select 1 from public.connection_tests as t where to_jsonb(t)::text ~ 'secret-token|another-token'
  union all select 1 from public.audit_events as e where to_jsonb(e)::text ~ 'secret-token|another-token' $$,
  'no test and no audit event contains a secret');
select * from finish();
rollback;
