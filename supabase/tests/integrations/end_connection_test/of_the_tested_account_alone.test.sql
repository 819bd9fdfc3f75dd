-- A result and the lists of one account are never those of another: not after the vendor was disconnected during a test, and not
-- after another account was connected. Only present admins read them.
begin;
select plan(22);
select tests.two_agencies();
select tests.act_as('admin');
select public.connect_integration('harvest', '{"account_id": "7"}', 'token-of-account-7');
select tests.act_as('owner');

create function pg_temp.as_admin(call text) returns text language sql as $$ select tests.answer('admin', call) $$;
create function pg_temp.test() returns text language sql as $$
  select pg_temp.as_admin('select public.test_integration(''harvest'')')
$$;
create function pg_temp.prepare(answer text) returns void language plpgsql as $$
begin
  if answer <> 'ok' then
    raise exception '%', answer;
  end if;
end;
$$;
-- Leases the job and begins the test, as a worker does.
create function pg_temp.begin(out job_id uuid, out attempt integer, out answer jsonb) language plpgsql as $$
begin
  update private.jobs
  set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.kind = 'time_tracking_connection_test' returning jobs.id, jobs.attempt into job_id, attempt;
  answer := private.begin_connection_test(job_id, attempt);
end;
$$;
create function pg_temp.accept(job_id uuid, attempt integer, list text, version integer default 1) returns text language sql as $$
  select tests.answer('service', format(
    'select public.end_connection_test(%L, %s, %s, ''accepted'', lists => %L)',
    job_id, attempt, version, jsonb_build_array(jsonb_build_object('id', list, 'name', list))))
$$;
create function pg_temp.lists() returns text[] language sql as $$
  select coalesce(array_agg(external_id order by external_id), '{}') from public.vendor_lists
$$;
create function pg_temp.last_test(persona text default 'admin') returns jsonb language plpgsql as $$
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
create function pg_temp.live_jobs() returns text[] language sql as $$
  select coalesce(array_agg(case when leased_by is null then 'waiting' else 'leased' end), '{}') from private.jobs
  where kind = 'time_tracking_connection_test' and died_at is null
$$;

-- A worker that stores a result without having begun knows no secret.
select pg_temp.prepare(pg_temp.test());
select tests.act_as('owner');
update private.jobs set attempt = 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
where kind = 'time_tracking_connection_test';
select pg_temp.prepare(pg_temp.accept(id, attempt, 'made up')) from private.jobs where kind = 'time_tracking_connection_test';
select is(pg_temp.lists(), '{}', 'a test that did not begin stores no lists');
select is(pg_temp.last_test() ->> 'result', null, 'a test that did not begin has no result');

-- Disconnected during the test.
create temporary table first as select * from pg_temp.begin();
select is(pg_temp.as_admin('select public.disconnect_integration(''harvest'')'), 'ok', 'an admin disconnects during a test');
select is((select pg_temp.accept(job_id, attempt, 'list 7') from first), 'ok', 'the worker ends the test');
select is(pg_temp.lists(), '{}', 'the lists of a disconnected account are not stored');
select is(pg_temp.live_jobs(), '{}', 'the job of the test ends');
select is_empty($$ select 1 from public.audit_events where action = 'integration.tested' $$, 'there is no result to record');

-- Disconnected during the test, and connected to another account, whose version is 1 again.
select pg_temp.prepare(pg_temp.as_admin('select public.connect_integration(''harvest'', ''{"account_id": "7"}'', ''token-of-account-7'')'));
select pg_temp.prepare(pg_temp.test());
create temporary table second as select * from pg_temp.begin();
select pg_temp.prepare(pg_temp.as_admin('select public.disconnect_integration(''harvest'')'));
select pg_temp.prepare(pg_temp.as_admin('select public.connect_integration(''harvest'', ''{"account_id": "8"}'', ''token-of-account-8'')'));
select is(pg_temp.test(), 'ok', 'an admin tests the other account while the first is still being tested');
select is(pg_temp.live_jobs(), array['leased'], 'there is still one job');
select is((select pg_temp.accept(job_id, attempt, 'list 7') from second), 'ok', 'the worker ends the first test');
select is(pg_temp.lists(), '{}', 'the lists of the first account are not stored');
select is(pg_temp.last_test() ->> 'result', null, 'the result of the first account is not stored');
select is(pg_temp.live_jobs(), array['waiting'], 'the test of the other account waits for a worker');
create temporary table third as select * from pg_temp.begin();
select is((select answer - 'settings' from third),
  '{"state": "begun", "provider": "harvest", "version": 1, "secret": "token-of-account-8"}'::jsonb,
  'the next worker tests the other account');
select pg_temp.prepare(pg_temp.accept(job_id, attempt, 'list 8')) from third;
select is(pg_temp.lists(), array['list 8'], 'the lists of the other account are stored');

-- The lists of an account are offered only while it is connected.
select pg_temp.prepare(pg_temp.as_admin('select public.connect_integration(''harvest'', ''{"account_id": "8"}'')'));
select is(pg_temp.lists(), array['list 8'], 'saving the same connection leaves its lists');
select pg_temp.prepare(pg_temp.as_admin('select public.connect_integration(''harvest'', ''{"account_id": "9"}'')'));
select is(pg_temp.lists(), '{}', 'other settings end the lists');
update public.connection_tests set next_at = now();
select pg_temp.prepare(pg_temp.test());
select tests.act_as('owner');
create temporary table fourth as select * from pg_temp.begin();
select pg_temp.prepare(pg_temp.accept(job_id, attempt, 'list 9', version => 3)) from fourth;
select pg_temp.prepare(pg_temp.as_admin('select public.connect_integration(''harvest'', ''{"account_id": "9"}'', ''another-token'')'));
select is(pg_temp.lists(), '{}', 'another secret ends the lists');

-- An admin who loses the role during their test.
select pg_temp.prepare(pg_temp.test());
select tests.act_as('owner');
create temporary table fifth as select * from pg_temp.begin();
update public.people set role = 'admin' where id = tests.id('lead');
update public.people set role = 'lead' where id = tests.id('admin');
select pg_temp.prepare(pg_temp.accept(job_id, attempt, 'list 9', version => 4)) from fifth;
select tests.act_as('owner');
select is(pg_temp.last_test(), 'null'::jsonb, 'a former admin does not see the result of their test');
select is(pg_temp.last_test('lead') ->> 'result', 'accepted', 'the present admin sees it');
select tests.act_as('admin');
select is_empty($$ select provider from public.connection_tests union all select provider from public.vendor_lists $$,
  'a former admin reads neither tests nor lists');
select tests.act_as('owner');
update public.people set archived_at = now(), user_id = null where id = tests.id('admin');
select tests.act_as('admin');
select is_empty($$ select provider from public.connection_tests union all select provider from public.vendor_lists $$,
  'an offboarded admin reads neither');
select tests.act_as('owner');

select * from finish();
rollback;
