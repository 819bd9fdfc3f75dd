begin;
select plan(17);
select tests.two_agencies();

insert into private.jobs (id, organization_id, kind, payload, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('poison'), tests.id('North'), 'portfolio_import', '{}', 3, 1, 'worker', now() + interval '1 hour'),
  (tests.id('hopeless'), tests.id('North'), 'portfolio_import', '{}', 9, 1, 'worker', now() + interval '1 hour'),
  (tests.id('patient'), tests.id('North'), 'portfolio_import', '{}', 9, 1, 'worker', now() + interval '1 hour'),
  (tests.id('lost'), tests.id('North'), 'portfolio_import', '{}', 9, 2, 'worker', now() - interval '1 second');

select tests.act_as('service');
select is(public.fail_job(tests.id('poison'), 1, 'No'), true, 'a failed job is tried again');
select is(public.fail_job(tests.id('hopeless'), 1, 'Never', is_final => true), false, 'a job that cannot succeed is not tried again');
select is(public.fail_job(tests.id('patient'), 1, 'Busy', retry_after_ms => 7200000), true, 'a worker can set the delay before the next attempt');
select is(public.fail_job(tests.id('lost'), 2, 'Late'), null, 'a worker whose lease has ended cannot fail the job');
select is(public.fail_job(tests.id('lost'), 1, 'Late'), null, 'an earlier attempt cannot fail the job');

select tests.act_as('owner');
select results_eq(
  $$ select leased_by, last_error, died_at, run_at between clock_timestamp() + interval '2 s' and clock_timestamp() + interval '4 s'
     from private.jobs where id = tests.id('poison') $$,
  $$ values (null::text, 'No', null::timestamptz, true) $$, 'a failed job is due again after a few seconds');
select ok(run_at > now() + interval '110 minutes', 'a failed job is due again after the time that its worker set')
from private.jobs where id = tests.id('patient');
select is(died_at is not null, true, 'a job that cannot succeed is dead') from private.jobs where id = tests.id('hopeless');
select is(last_error, 'Never', 'a dead job has its reason') from private.jobs where id = tests.id('hopeless');
select is(array[leased_by, last_error], array['worker', null], 'the refusals leave the job of another worker unchanged')
from private.jobs where id = tests.id('lost');

-- The second and third attempts of the job that always fails.
update private.jobs set run_at = now() where id = tests.id('poison');
select is((select attempt from private.take_jobs(array['portfolio_import'], 'worker')), 2, 'a worker takes the second attempt');
select is(private.fail_job(tests.id('poison'), 2, 'No'), true, 'the second of three attempts fails without ending the job');
update private.jobs set run_at = now() where id = tests.id('poison');
select is((select attempt from private.take_jobs(array['portfolio_import'], 'worker')), 3, 'a worker takes the third attempt');
select is(private.fail_job(tests.id('poison'), 3, repeat('x', 5000)), false, 'the third of three attempts ends the job');
select is(char_length(last_error), 2000, 'a reason has a maximum length')
from private.jobs where id = tests.id('poison') and died_at is not null;

select ok(min(pause) >= interval '2700 s' and max(pause) <= interval '3600 s' and count(distinct pause) > 1,
  'the pauses between attempts grow to an hour and vary in length')
from (select private.retry_pause(50, null) as pause from generate_series(1, 100)) as pauses;

select tests.act_as('admin');
select throws_ok($$ select public.fail_job(tests.id('lost'), 2, 'x') $$, '42501', null, 'people cannot fail jobs');

select * from finish();
rollback;
