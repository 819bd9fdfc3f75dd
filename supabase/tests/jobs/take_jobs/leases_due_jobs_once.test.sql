begin;
select plan(14);
select tests.two_agencies();

insert into private.jobs (id, organization_id, kind, payload, run_at, max_attempts, request_id)
values
  (tests.id('second'), tests.id('North'), 'task_act', '{"n": 2}', now() - interval '1 minute', 3, 'request-1'),
  (tests.id('first'), tests.id('South'), 'task_act', '{"n": 1}', now() - interval '2 minutes', 3, null),
  (tests.id('later'), tests.id('North'), 'task_act', '{"n": 3}', now() + interval '1 hour', 3, null),
  (tests.id('other'), tests.id('North'), 'calendar_act', '{}', now() - interval '3 minutes', 3, null);

create temporary table leased_jobs as select * from private.take_jobs(array['task_act'], 'worker a');
select is((select array[id::text, payload ->> 'n', attempt::text, max_attempts::text] from leased_jobs),
  array[tests.id('first')::text, '1', '1', '3'], 'the oldest due job is taken first');
select ok((select lease_until between clock_timestamp() + interval '50 s' and clock_timestamp() + interval '60 s'
           from leased_jobs), 'a lease has the length of its kind of job');
select is((select leased_by from private.jobs where id = tests.id('first')), 'worker a', 'a lease names its worker');

select results_eq(
  $$ select id, request_id from private.take_jobs(array['task_act'], 'worker b', 10, 30000) $$,
  $$ values (tests.id('second'), 'request-1') $$, 'another worker does not get a leased job or a job that is not due');
select is_empty($$ select * from private.take_jobs(array['task_act'], 'worker c', 10) $$, 'no due job is left');
select results_eq(
  $$ select id from private.take_jobs(array['task_act', 'calendar_act'], 'worker c', 10) $$,
  $$ values (tests.id('other')) $$, 'a worker can ask for several kinds');

-- A worker dies.
update private.jobs set lease_until = now() - interval '1 second' where id = tests.id('first');
select results_eq(
  $$ select id, attempt from private.take_jobs(array['task_act'], 'worker d', 10) $$,
  $$ values (tests.id('first'), 2) $$, 'a job with an ended lease is taken as another attempt');
select is((select leased_by from private.jobs where id = tests.id('first')), 'worker d', 'the new lease names the new worker');

update private.jobs set attempt = 3, lease_until = now() - interval '1 second' where id = tests.id('first');
select is_empty($$ select * from private.take_jobs(array['task_act'], 'worker e', 10) $$,
  'a job without attempts left is not taken');
select results_eq(
  $$ select died_at is not null, last_error, leased_by from private.jobs where id = tests.id('first') $$,
  $$ values (true, 'The worker stopped responding before the job was done', null::text) $$, 'a job without attempts left is dead, with the reason');

select throws_ok($$ select * from private.take_jobs(array['task_act'], ' ') $$, 'OPINV', null, 'a worker needs a name');
select throws_ok($$ select * from private.take_jobs(array['task_act'], 'x', 1, 0) $$, 'OPINV', null, 'a lease needs a length');
select is_empty($$ select * from private.take_jobs(array['task_act'], 'x', 0) $$, 'a request for no jobs leases none');

select tests.act_as('admin');
select throws_ok($$ select * from public.take_jobs(array['task_act'], 'x') $$, '42501', null, 'people cannot take jobs');

select * from finish();
rollback;
