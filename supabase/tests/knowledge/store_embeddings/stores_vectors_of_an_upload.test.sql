-- The embed step of an upload stores vectors in batches under the lease of its job. They are published with the passages.
begin;
select plan(24);
select tests.two_agencies();
select public.set_embedding_model('words', '1');
select tests.insert_document('brief');
select tests.queue_upload('brief');
create temporary table lease as select tests.hold_indexing('brief') as job;
create function pg_temp.hold() returns uuid language sql as $$ update lease set job = tests.hold_indexing('brief') returning job $$;
create function pg_temp.vectors(words text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('id', number - 1, 'vector', tests.vector_json(word))) from unnest(words) with ordinality as cases (word, number)
$$;
select public.lease_indexing(job, 1) from lease;
select throws_ok(format('select public.get_texts_to_embed(%L, 1, 2)', job), 'OPSTA', null, 'a file that is being extracted has no texts to embed') from lease;
select public.store_extracted(job, 1, tests.passages('{One,Two,Three}'), null, 1, 1, '{}', '{}', repeat('a', 64)) from lease;
select is(tests.upload_status('brief'), 'indexing embed', 'the embed step comes after the extract step');
select pg_temp.hold();
select is((select public.get_texts_to_embed(job, 1, 2) from lease),
  '{"state": "leased", "model": "words", "version": "1", "texts": [{"id": 0, "text": "brief\n\nOne"}, {"id": 1, "text": "brief\n\nTwo"}]}',
  'each text of a batch begins with the title');
select throws_ok(format('select public.get_texts_to_embed(%L, 1, 0)', job), 'OPINV', null, 'an empty batch is refused') from lease;

-- Invalid vectors.
select throws_ok(format('select public.store_embeddings(%L, 1, %L, %L, %L)', job, 'words', '1', wrong), 'OPINV', null, 'invalid vectors are refused: ' || left(wrong, 40))
from lease, unnest(array[
  '7', '[{"id": 0, "vector": [1, 2]}]', '[{"id": 0, "vector": 7}]', '[{"id": 0}]',
  jsonb_build_array(jsonb_build_object('id', 0, 'vector', (select jsonb_agg(0) from generate_series(1, 384))))::text,
  jsonb_build_array(jsonb_build_object('id', 0, 'vector', (select jsonb_agg('x'::text) from generate_series(1, 384))))::text,
  jsonb_build_array(jsonb_build_object('vector', tests.vector_json('x')))::text]) as wrong;
select throws_ok(format('select public.store_embeddings(%L, 2, %L, %L, %L)', job, 'words', '1', pg_temp.vectors('{a}')), 'OPSTA', null, 'a worker of an earlier attempt cannot store vectors') from lease;
select is((select count(embedding)::int from private.staged_passages), 0, 'the refusals store nothing');

select public.store_embeddings(job, 1, 'words', '1', pg_temp.vectors('{a,b}')) from lease;
select results_eq($$ select step, progress_done, progress_total from public.document_versions where document_id = tests.id('brief') $$,
  $$ values ('embed'::public.indexing_step, 2, 3) $$, 'progress is counted in passages');
select throws_ok(format('select public.store_embeddings(%L, 1, %L, %L, %L)', job, 'words', '1', pg_temp.vectors('{a}')), 'OPSTA', null, 'the job of the previous batch cannot store vectors') from lease;
select pg_temp.hold();
select is((select public.get_texts_to_embed(job, 1, 2) #>> '{texts,0,id}' from lease), '2', 'the next batch follows the stored ones');
-- The configured model changes between two batches, so vectors of the earlier model are computed again.
select public.set_embedding_model('other', '1');
select is((select jsonb_array_length(public.get_texts_to_embed(job, 1, 5) -> 'texts') from lease), 3, 'the next batch contains all texts again after the model changed');
select public.store_embeddings(job, 1, 'other', '1', pg_temp.vectors('{a,b,c}')) from lease;
select is(tests.upload_status('brief'), 'indexing publish', 'the upload can be published after the last batch');
select is((select count(*)::int from private.passage_embeddings), 0, 'vectors are not visible before publication');
select pg_temp.hold();
select public.publish_document(job, 1) from lease;
select results_eq(
  $$ select content, model, (embedding = tests.vector(word)::extensions.vector) from private.passage_embeddings
     join public.passages on passages.id = passage_id
     join (values ('One', 'a'), ('Two', 'b'), ('Three', 'c')) as cases (text, word) on text = content order by position $$,
  $$ values ('One', 'other', true), ('Two', 'other', true), ('Three', 'other', true) $$, 'each passage has its own vector');
select is_empty('select from private.jobs', 'a published upload leaves no job');

-- A document that cannot wait for the model is published without vectors, which follow later.
select tests.insert_upload('brief', 2);
select tests.queue_upload('brief', 2);
update lease set job = tests.hold_indexing('brief', 2);
select public.lease_indexing(job, 1) from lease;
select public.store_extracted(job, 1, tests.passages('{Four}'), null, 1, 1, '{}', '{}', repeat('b', 64)) from lease;
update lease set job = tests.hold_indexing('brief', 2);
select public.skip_embeddings(job, 1) from lease;
select is(tests.upload_status('brief', 2), 'indexing publish', 'the embed step can be skipped');
update lease set job = tests.hold_indexing('brief', 2);
select public.publish_document(job, 1) from lease;
select is(tests.published_text('brief'), '{Four}', 'the text of an upload without vectors is published');
select tests.make_vectors();
select is((select count(*)::int from private.passage_embeddings), 1, 'the new vectors replace those of the old text');
select * from finish();
rollback;
