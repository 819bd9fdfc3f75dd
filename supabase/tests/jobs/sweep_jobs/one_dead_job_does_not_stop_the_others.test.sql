begin;
select plan(5);
select tests.two_agencies();
-- The payload of the first job names no run, so the sweep cannot record its end.
insert into private.jobs (id, organization_id, kind, payload, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('stuck'), tests.id('North'), 'portfolio_import', '{"run_id": "no id"}', 1, 1, 'worker', now() - interval '9 s'),
  (tests.id('dies'), tests.id('North'), 'portfolio_import', '{}', 1, 1, 'worker', now() - interval '5 s'),
  (tests.id('again'), tests.id('North'), 'portfolio_import', '{}', 2, 1, 'worker', now() - interval '3 s'),
  (tests.id('held'), tests.id('North'), 'portfolio_import', '{}', 2, 1, 'worker', now() + interval '9 s');

set local client_min_messages = error;
select is(private.sweep_jobs(), 2, 'a sweep settles every expired lease except one that cannot be settled');
select is(died_at is not null, true, 'a job whose last attempt ended is dead') from private.jobs where id = tests.id('dies');
select is(array[leased_by, (run_at <= clock_timestamp())::text], array[null, 'true'], 'a job with attempts left is due at once')
from private.jobs where id = tests.id('again');
select is(leased_by, 'worker', 'a sweep leaves a valid lease in place') from private.jobs where id = tests.id('held');
select is(died_at, null, 'a job that cannot be settled is not dead after a sweep')
from private.jobs where id = tests.id('stuck');

select * from finish();
rollback;
