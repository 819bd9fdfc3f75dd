begin;
select plan(7);
select tests.two_agencies();
insert into private.jobs (id, organization_id, kind, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('held'), tests.id('North'), 'task_act', 9, 2, 'worker', now() + interval '1 minute'),
  (tests.id('over'), tests.id('North'), 'task_act', 9, 1, 'worker', now() - interval '1 second');

select tests.act_as('service');
select is(public.renew_lease(tests.id('held'), 2, 1800000), true, 'a lease is prolonged');
select is(public.renew_lease(tests.id('held'), 1, 1800000), false, 'not that of an earlier try');
select is(public.renew_lease(tests.id('over'), 1, 1800000), false, 'nor one that is over');
select is(public.renew_lease(tests.id('nothing'), 1, 1800000), false, 'nor one of nothing');
select throws_ok($$ select public.renew_lease(tests.id('held'), 2, 3600001) $$, 'OPINV', null, 'for an hour at most');
select tests.act_as('owner');
select ok(lease_until > now() + interval '29 minutes', 'from now on') from private.jobs where id = tests.id('held');
select ok(lease_until < now(), 'an ended lease stays ended') from private.jobs where id = tests.id('over');

select * from finish();
rollback;
