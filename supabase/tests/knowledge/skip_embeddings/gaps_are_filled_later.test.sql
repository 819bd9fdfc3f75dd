-- Passages published while the model is unavailable get their vectors when it is available again.
begin;
select plan(8);
select tests.two_agencies();
select tests.sources();
select tests.embedded_sources();
create function pg_temp.vectors() returns integer language sql as $$ select count(*)::int from private.passage_embeddings $$;
create function pg_temp.jobs() returns integer language sql as $$ select count(*)::int from private.jobs $$;

delete from private.passage_embeddings where organization_id = tests.id('North');
select private.enqueue_embedding(models, tests.id('North')) from private.embedding_models as models;
select public.skip_embeddings(tests.hold_job('source_embed'), 1);
select is(pg_temp.jobs(), 0, 'skipping a job ends it');
select is(public.set_embedding_model('words', '1') ->> 'state', 'live', 'the model is still live when it is set again');
select is(pg_temp.jobs(), 1, 'setting the model again queues a job for missing vectors');
select tests.make_vectors();
select is(pg_temp.vectors(), 15, 'every passage gets its vector');
select is((select skipped_at from private.embedding_models), null, 'storing every vector clears the mark of a gap');
select public.set_embedding_model('words', '1');
select is(pg_temp.jobs(), 0, 'setting the same model again queues no job');

insert into private.jobs (id, organization_id, kind, max_attempts, attempt, leased_by, lease_until, payload)
values (tests.id('unknown'), tests.id('North'), 'source_embed', 3, 1, 'worker', now() + interval '1 minute', '{"model": "gone", "version": "1"}');
select lives_ok($$ select public.skip_embeddings(tests.id('unknown'), 1) $$, 'skipping the job of a deleted model raises no error');
select is((select skipped_at from private.embedding_models), null, 'a job of a deleted model marks no gap for other models');
select * from finish();
rollback;
