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
select is(public.fail_job(tests.id('poison'), 1, 'No'), true, 'it will be tried again');
select is(public.fail_job(tests.id('hopeless'), 1, 'Never', is_final => true), false, 'or not, when it cannot help');
select is(public.fail_job(tests.id('patient'), 1, 'Busy', retry_after_ms => 7200000), true, 'somebody named a time');
select is(public.fail_job(tests.id('lost'), 2, 'Late'), null, 'a lease that is over is over');
select is(public.fail_job(tests.id('lost'), 1, 'Late'), null, 'and so is another try');

select tests.act_as('owner');
select results_eq(
  $$ select leased_by, last_error, died_at, run_at between clock_timestamp() + interval '2 s' and clock_timestamp() + interval '4 s'
     from private.jobs where id = tests.id('poison') $$,
  $$ values (null::text, 'No', null::timestamptz, true) $$, 'after a pause of seconds');
select ok(run_at > now() + interval '110 minutes', 'not before that time')
from private.jobs where id = tests.id('patient');
select is(died_at is not null, true, 'dead') from private.jobs where id = tests.id('hopeless');
select is(last_error, 'Never', 'with its reason') from private.jobs where id = tests.id('hopeless');
select is(array[leased_by, last_error], array['worker', null], 'a job of another worker stays unchanged')
from private.jobs where id = tests.id('lost');

-- The other two attempts of the poison job.
update private.jobs set run_at = now() where id = tests.id('poison');
select is((select attempt from private.take_jobs(array['portfolio_import'], 'worker')), 2, 'the second try');
select is(private.fail_job(tests.id('poison'), 2, 'No'), true, 'fails, and is not the last');
update private.jobs set run_at = now() where id = tests.id('poison');
select is((select attempt from private.take_jobs(array['portfolio_import'], 'worker')), 3, 'the third');
select is(private.fail_job(tests.id('poison'), 3, repeat('x', 5000)), false, 'is');
select is(char_length(last_error), 2000, 'reasons have an end')
from private.jobs where id = tests.id('poison') and died_at is not null;

select ok(min(pause) >= interval '2700 s' and max(pause) <= interval '3600 s' and count(distinct pause) > 1,
  'pauses grow up to an hour, and not all are of one length')
from (select private.retry_pause(50, null) as pause from generate_series(1, 100)) as pauses;

select tests.act_as('admin');
select throws_ok($$ select public.fail_job(tests.id('lost'), 2, 'x') $$, '42501', null, 'people fail no jobs');

select * from finish();
rollback;
