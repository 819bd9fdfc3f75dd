begin;
select plan(7);
select tests.two_agencies();
insert into private.jobs (id, organization_id, kind, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('held'), tests.id('North'), 'task_act', 9, 2, 'worker', now() + interval '1 minute'),
  (tests.id('over'), tests.id('North'), 'task_act', 9, 1, 'worker', now() - interval '1 second');

select tests.act_as('service');
select is(public.renew_lease(tests.id('held'), 2, 1800000), true, 'a worker renews its lease');
select is(public.renew_lease(tests.id('held'), 1, 1800000), false, 'the lease of an earlier attempt is not renewed');
select is(public.renew_lease(tests.id('over'), 1, 1800000), false, 'an ended lease is not renewed');
select is(public.renew_lease(tests.id('nothing'), 1, 1800000), false, 'the lease of an unknown job is not renewed');
select throws_ok($$ select public.renew_lease(tests.id('held'), 2, 3600001) $$, 'OPINV', null, 'a lease is renewed for an hour at most');
select tests.act_as('owner');
select ok(lease_until > now() + interval '29 minutes', 'the length of a renewed lease counts from the renewal') from private.jobs where id = tests.id('held');
select ok(lease_until < now(), 'a refused renewal leaves an ended lease ended') from private.jobs where id = tests.id('over');

select * from finish();
rollback;
