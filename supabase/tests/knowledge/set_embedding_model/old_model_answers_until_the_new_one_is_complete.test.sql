begin;
select plan(35);
select tests.two_agencies();
select tests.sources();
create function pg_temp.models() returns text language sql as $$
  select coalesce(string_agg(format('%s %s %s', slot, name, state), ', ' order by slot), 'none') from private.embedding_models
$$;
create function pg_temp.vectors() returns text language sql as $$
  select coalesce(string_agg(format('%s %s %s', slot, model, count), ', ' order by slot), 'none')
  from (select slot, model, count(*) from private.passage_embeddings group by slot, model) as counted
$$;

select throws_ok($$ select public.set_embedding_model(' ', '1') $$, 'OPINV', null, 'a model without a name is refused');
select is(public.set_embedding_model('first', '1') ->> 'state', 'filling', 'a new model fills a slot');
select is(pg_temp.models(), '1 first filling', 'the new model is filling');
select tests.act_as('lead');
select is(public.get_embedding_model(), null, 'a model that is being filled is not used');
select tests.act_as('owner');
select results_eq(
  $$ select organization_id, kind, payload from private.jobs order by organization_id $$,
  $$ select id, 'source_embed', '{"model": "first", "version": "1"}'::jsonb from unnest(tests.ids('{North,South}')) as id order by id $$,
  'each organization with text gets a job');
select public.set_embedding_model('first', '1');
select is((select count(*)::int from private.jobs), 2, 'setting the model again queues no second job');
select is(tests.make_vectors(), 4, 'fifteen passages need four batches of four');
select is(pg_temp.vectors(), '1 first 15', 'every published passage has its vector');
select is(pg_temp.models(), '1 first live', 'the filled model is live');
select is_empty('select from private.jobs', 'filling a model leaves no job');
select is(public.set_embedding_model('first', '1') ->> 'state', 'live', 'setting a live model again changes nothing');

-- The old model answers until the new one has its last vector.
select is(public.set_embedding_model('second', '1') ->> 'state', 'filling', 'another model takes the other slot');
select tests.act_as('lead');
select is(public.get_embedding_model() ->> 'label', 'first@1', 'the first model is in use');
select tests.act_as('owner');
create temporary table lease as select tests.hold_job('source_embed') as job;
create temporary table texts as select public.get_texts_to_embed(job, 1, 2) as answer from lease;
select is((select answer ->> 'model' from texts), 'second', 'the job of a new model names the model');
select public.store_embeddings(job, 1, 'second', '1', (
  select jsonb_agg(jsonb_build_object('id', text -> 'id', 'vector', tests.vector_json('x'))) from texts, jsonb_array_elements(answer -> 'texts') as text)) from lease;
select is(pg_temp.vectors(), '1 first 15, 2 second 2', 'both models have their vectors, each in its slot');
select is(pg_temp.models(), '1 first live, 2 second filling', 'the first model is still live');
select tests.act_as('member');
select isnt_empty($$ select unnest(private.nearest_passages(tests.vector('x'), 'first@1', tests.ids('{alpha}'), 3)) $$, 'the first model answers');
select is_empty($$ select unnest(private.nearest_passages(tests.vector('x'), 'second@1', tests.ids('{alpha}'), 3)) $$, 'the second model does not answer yet');
select is(
  public.search_passages('nonsense', query_embedding => tests.vector('x'), embedding_model => 'first@1') ->> 'mode',
  'hybrid', 'a search with a vector of the live model is hybrid');
select isnt(
  public.search_passages('nonsense', query_embedding => tests.vector('x'), embedding_model => 'first@1') -> 'results',
  '[]', 'a hybrid search finds passages that share no word with the question');
select tests.act_as('owner');

-- A third model replaces the second before it is full, and the vectors of the second are deleted.
select is(public.set_embedding_model('third', '1') ->> 'state', 'filling', 'a third model replaces the second');
select is(pg_temp.vectors(), '1 first 15', 'no vectors of the second model are left');
select public.get_texts_to_embed(tests.hold_job('source_embed'), 1, 4) from generate_series(1, 2);
select tests.make_vectors();
select is(pg_temp.models(), '1 first retired, 2 third live', 'the third model goes live when it is full');
select is(pg_temp.vectors(), '1 first 15, 2 third 15', 'the vectors of a replaced model are retained for questions in progress');
select is_empty('select from private.jobs', 'the jobs of a replaced model have ended');
select public.set_embedding_model('third', '1');
select is(pg_temp.models(), '1 first retired, 2 third live', 'a retired model is retained for a minute');
update private.embedding_models set retired_at = now() - interval '2 minutes' where state = 'retired';
select public.set_embedding_model('third', '1');
select is(pg_temp.models() || ': ' || pg_temp.vectors(), '2 third live: 2 third 15', 'the slot of a retired model is emptied after a minute');

-- Another version of a model is another model.
select is(public.set_embedding_model('third', '2') ->> 'state', 'filling', 'a new version of a model fills a slot');
select tests.make_vectors(500);
select is(pg_temp.models(), '1 third live, 2 third retired', 'the new version takes the free slot');

-- A document is published while a model is being filled.
select public.set_embedding_model('fourth', '1');
select tests.insert_document('late');
select tests.index_upload('late', 1, '{One,Two}');
select is(pg_temp.models(), '1 third live, 2 fourth filling', 'a publication does not change the models');
-- All jobs of this transaction have the same time, so their order would be random.
update private.jobs set run_at = now() - interval '1 minute' where payload ->> 'model' = 'third';
select tests.make_vectors(500);
select is(pg_temp.models() || ': ' || pg_temp.vectors(), '1 third retired, 2 fourth live: 1 third 17, 2 fourth 17', 'both models get the new vectors before the new model goes live');

-- A dead job is retained for an hour, so that people can see it, and is then queued again.
select public.set_embedding_model('fifth', '1');
update private.jobs set died_at = now() - interval '10 minutes', last_error = 'Refused' where kind = 'source_embed';
select public.set_embedding_model('fifth', '1');
select is((select count(*)::int from private.jobs where died_at is null), 0, 'a job that died recently is not queued again');
update private.jobs set died_at = now() - interval '2 hours' where kind = 'source_embed';
select public.set_embedding_model('fifth', '1');
select is((select count(*)::int from private.jobs where died_at is null), 2, 'a job that died over an hour ago is queued again');
select tests.act_as('admin');
select throws_ok($$ select public.set_embedding_model('mine', '1') $$, '42501', null, 'people cannot set a model');
select tests.act_as('client');
select throws_ok($$ select public.get_embedding_model() $$, 'OPDEN', null, 'client contacts cannot read the model');
select tests.act_as('owner');
select * from finish();
rollback;
