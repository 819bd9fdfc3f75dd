begin;
select plan(5);
select tests.two_agencies();
select tests.sources();
select public.set_embedding_model('words', '1');
create temporary table lease as select tests.hold_job('source_embed') as job;
select throws_ok(format('select public.skip_embeddings(%L, 2)', job), 'OPSTA', null, 'a worker of another attempt cannot end a job') from lease;
select public.skip_embeddings(job, 1) from lease;
select is((select count(*)::int from private.jobs), 1, 'skipping ends the job of the organization');
select public.set_embedding_model('words', '1');
select is((select count(*)::int from private.jobs), 2, 'setting the model again queues a skipped job again');
insert into private.jobs (id, organization_id, kind, max_attempts, attempt, leased_by, lease_until)
values (tests.id('other job'), tests.id('North'), 'task_act', 3, 1, 'worker', now() + interval '1 minute');
select throws_ok($$ select public.skip_embeddings(tests.id('other job'), 1) $$, 'OPSTA', null, 'skipping the job of another executor is refused');
select throws_ok($$ select public.get_texts_to_embed(tests.id('other job'), 1, 1) $$, 'OPSTA', null, 'the texts of a job of another executor cannot be read');
select * from finish();
rollback;
