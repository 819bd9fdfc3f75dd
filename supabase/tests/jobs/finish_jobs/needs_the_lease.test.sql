begin;
select plan(9);
select tests.two_agencies();

insert into private.jobs (id, organization_id, kind, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('held'), tests.id('North'), 'task_act', 9, 2, 'worker', now() + interval '1 hour'),
  (tests.id('also held'), tests.id('North'), 'task_act', 9, 1, 'worker', now() + interval '1 hour'),
  (tests.id('over'), tests.id('North'), 'task_act', 9, 1, 'worker', now() - interval '1 second'),
  (tests.id('waiting'), tests.id('North'), 'task_act', 9, 1, null, null);

select tests.act_as('service');
select is(public.finish_jobs(array[tests.id('held')], array[1]), 0, 'an earlier attempt cannot finish a job');
select is(public.finish_jobs(array[tests.id('over'), tests.id('waiting'), tests.id('nothing')], array[1, 1, 1]), 0,
  'a worker without a current lease cannot finish a job');
select is(public.finish_jobs('{}', '{}'), 0, 'an empty list finishes no job');
select tests.act_as('owner');
select is((select count(*) from private.jobs), 4::bigint, 'the refusals leave every job in place');

select tests.act_as('service');
select is(public.finish_jobs(array[tests.id('also held'), tests.id('over'), tests.id('held')], array[1, 1, 2]), 2,
  'a worker finishes its own jobs');
select tests.act_as('owner');
select bag_eq('select id from private.jobs', array[tests.id('over'), tests.id('waiting')], 'finished jobs are deleted');

-- A card or an import would wait forever for a deleted job.
insert into private.jobs (id, organization_id, kind, payload, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('card job'), tests.id('North'), 'task_act', '{"approval_id": "a"}', 9, 1, 'worker', now() + interval '1 hour'),
  (tests.id('import job'), tests.id('North'), 'portfolio_import', '{"run_id": "a"}', 9, 1, 'worker', now() + interval '1 hour');
select tests.act_as('service');
select is(public.finish_jobs(array[tests.id('card job'), tests.id('import job')], array[1, 1]), 0, 'jobs of cards and imports cannot be finished this way');
select tests.act_as('owner');
select is((select count(*) from private.jobs where leased_by = 'worker' and id in (tests.id('card job'), tests.id('import job'))), 2::bigint, 'jobs of cards and imports stay in place');

select tests.act_as('lead');
select throws_ok($$ select public.finish_jobs('{}', '{}') $$, '42501', null, 'people cannot finish jobs');

select * from finish();
rollback;
