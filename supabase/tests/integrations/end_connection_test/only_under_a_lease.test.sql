-- The secret key alone cannot read a vendor's secret or store a result: it needs the lease of a test that an admin
-- requested.
begin;
select plan(25);
select tests.two_agencies();
select tests.syncs();
-- The connection that the helper creates has no secret.
delete from public.integrations where provider = 'harvest';
select tests.act_as('admin');
select public.connect_integration('harvest', '{"account_id": "7"}', 'secret-token');
select public.connect_integration('microsoft_graph', '{}', '{"tenant_id": "t", "client_id": "c", "client_secret": "s"}');
select public.test_integration('harvest');
select public.test_integration('microsoft_graph');
select tests.act_as('owner');

create function pg_temp.lease(kind text, out job_id uuid, out attempt integer) language sql as $$
  update private.jobs set attempt = jobs.attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where jobs.kind = lease.kind and jobs.died_at is null returning jobs.id, jobs.attempt
$$;
create function pg_temp.begin(job_id uuid, attempt integer) returns text language sql as $$
  select tests.answer('service', format('select public.begin_connection_test(%L, %s)', job_id, attempt))
$$;
create function pg_temp.settle(job_id uuid, attempt integer, rest text) returns text language sql as $$
  select tests.answer('service', format('select public.end_connection_test(%L, %s, %s)', job_id, attempt, rest))
$$;
create temporary table harvest as select id as job_id, 0 as attempt from private.jobs where kind = 'time_tracking_connection_test';
grant select on harvest to service_role;

select is(pg_temp.begin(gen_random_uuid(), 1), 'OPSTA lease_lost', 'an unknown job reads no secret');
select is(pg_temp.begin(job_id, attempt), 'OPSTA lease_lost', 'a job without a lease reads no secret') from harvest;
select is(pg_temp.settle(job_id, attempt, '1, ''accepted'''), 'OPSTA lease_lost', 'a job without a lease stores no result') from harvest;
select tests.act_as('owner');
update harvest set attempt = (pg_temp.lease('time_tracking_connection_test')).attempt;

select tests.act_as('service');
select is(public.begin_connection_test(job_id, attempt),
  '{"state": "begun", "provider": "harvest", "version": 1, "secret": "secret-token", "settings": {"account_id": "7"}}'::jsonb,
  'a worker with the lease reads the connection') from harvest;
select tests.act_as('owner');
select is(pg_temp.begin(job_id, attempt - 1), 'OPSTA lease_lost', 'an earlier attempt reads no secret') from harvest;
select is(tests.answer('admin', format('select public.begin_connection_test(%L, %s)', job_id, attempt)),
  '42501', 'an admin reads no secret') from harvest;
select is(tests.answer('admin', format('select public.end_connection_test(%L, %s, 1, ''accepted'')', job_id, attempt)),
  '42501', 'an admin stores no result') from harvest;
select tests.act_as('owner');
create temporary table other as select * from pg_temp.lease('calendar_connection_test');
grant select on other to service_role;
select tests.act_as('service');
select is(public.begin_connection_test(job_id, attempt) -> 'settings' ? 'mailboxes', true,
  'the test of a calendar gets the mailboxes whose calendars are read') from other;
select tests.act_as('owner');

-- A job of another kind cannot begin or end a test.
select private.enqueue_sync(sync_streams) from public.sync_streams where id = tests.id('tasks stream');
create temporary table sync as select * from pg_temp.lease('task_sync');
select is(pg_temp.begin(job_id, attempt), 'OPINV not_a_connection_test', 'the job of a sync cannot begin a test') from sync;
select is(pg_temp.settle(job_id, attempt, '1, ''accepted'''), 'OPINV not_a_connection_test', 'the job of a sync cannot end a test') from sync;

-- Invalid results.
select is(pg_temp.settle(job_id, attempt, rest), 'OPINV invalid_connection_test', why || ' is refused')
from harvest, (values
  ('1, null', 'a missing result'),
  ('1, ''lost''', 'the result of a lost worker'),
  ('1, ''rejected'', lists => ''[{"id": "1", "name": "List"}]''', 'a refusal with lists'),
  ('1, ''accepted'', lists => ''{}''', 'an object instead of lists')) as cases (rest, why);
select matches(pg_temp.settle(job_id, attempt, '1, ''rejected'', resource => ''Token pk_1 is invalid'''), '^23514',
  'a result with a text of the vendor is refused') from harvest;

-- The next accepted test replaces the lists, and a refusal leaves them unchanged.
create function pg_temp.again(rest text) returns text language plpgsql as $$
begin
  perform tests.act_as('owner');
  perform private.request_connection_test(integrations, tests.id('admin')) from public.integrations
  where organization_id = tests.id('North') and provider = 'harvest';
  return (
    select pg_temp.settle(leased.job_id, leased.attempt, rest) from pg_temp.lease('time_tracking_connection_test') as leased
    where private.begin_connection_test(leased.job_id, leased.attempt) ->> 'state' = 'begun');
end;
$$;
select is(pg_temp.settle(job_id, attempt, '1, ''accepted'', lists => ''[{"id": "1", "name": "A"}, {"id": "2", "name": "B"}]'', has_more_lists => true'),
  'ok', 'a worker stores the lists') from harvest;
select pg_temp.again('1, ''rejected'', http_code => 401');
select pg_temp.again('1, ''unavailable''');
select tests.act_as('owner');
select results_eq(
  $$ select external_id, name from public.vendor_lists where organization_id = tests.id('North') order by 1 $$,
  $$ values ('1', 'A'), ('2', 'B') $$, 'a refusal leaves the lists of the last accepted test');
select pg_temp.again('1, ''accepted'', lists => ''[{"id": "2", "name": "Renamed"}]''');
select tests.act_as('owner');
select results_eq(
  $$ select external_id, name from public.vendor_lists where organization_id = tests.id('North') $$,
  $$ values ('2', 'Renamed') $$, 'an accepted test replaces the lists');
select bag_eq(
  $$ select after ->> 'result' from public.audit_events where action = 'integration.tested' $$,
  array['accepted', 'rejected', 'unavailable', 'accepted'], 'the audit log contains each result');

-- The jobs of dead workers and of disconnected vendors.
select private.request_connection_test(integrations, tests.id('admin')) from public.integrations
where organization_id = tests.id('North') and provider = 'harvest';
select private.mark_job_dead(jobs, 'Gone') from private.jobs where kind = 'time_tracking_connection_test';
select results_eq(
  $$ select result::text, ended_at is not null from public.connection_tests where provider = 'harvest' $$,
  $$ values ('lost', true) $$, 'a test ends when its job is dead');
select public.end_connection_test(job_id, attempt, 1, 'accepted') from other;
select private.request_connection_test(integrations, tests.id('admin')) from public.integrations
where organization_id = tests.id('North') and provider = 'harvest';
delete from public.integrations where organization_id = tests.id('North') and provider = 'harvest';
create temporary table gone as select * from pg_temp.lease('time_tracking_connection_test');
select is(public.begin_connection_test(job_id, attempt), '{"state": "gone"}'::jsonb, 'a disconnected vendor is not tested') from gone;
select is_empty($$ select 1 from private.jobs where kind = 'time_tracking_connection_test' and died_at is null $$,
  'the job of a disconnected vendor ends');

select * from finish();
rollback;
