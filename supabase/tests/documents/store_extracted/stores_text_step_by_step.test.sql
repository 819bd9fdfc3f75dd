begin;
select plan(19);
select tests.two_agencies();
select tests.insert_document('brief');
select tests.queue_upload('brief');
create temporary table lease as select tests.hold_indexing('brief') as job;
grant select on lease to service_role, authenticated;
select tests.act_as('service');
select public.lease_indexing(job, 1) from lease;

select throws_ok(format($$ select public.store_extracted(%L, 1, %L, null, 0, 0, '{}', '{}', null) $$, job, bad), 'OPINV', null, 'invalid passages are refused: ' || bad)
from lease, unnest(array['{"content": "One"}', '[1]', '[{"content": " "}]', '[{"location": {}}]', '[{"content": "One", "location": [1]}]']) as bad;
select throws_ok(format($$ select public.publish_document(%L, 1) $$, job), 'OPSTA', null, 'unfinished text is not published') from lease;
select tests.act_as('owner');
select is_empty('select from private.staged_passages', 'the refusals stage no text');

select tests.act_as('service');
select public.store_extracted(
  job, 1, tests.passages('{One,Two}'), '{"page": 3}', 2, 4, '{"pages": 4, "words": 2}', '{truncated,hidden_text_removed}', repeat('a', 64))
from lease;
select throws_ok(format($$ select public.store_extracted(%L, 1, '[]', null, 0, 0, '{}', '{}', null) $$, job), 'OPSTA', null, 'a batch cannot be stored twice under one lease')
from lease;
select tests.act_as('owner');
select is(tests.upload_status('brief'), 'indexing extract', 'an upload is still being processed after its first batch');
select results_eq(
  $$ select progress_done, progress_total, sha256, facts from public.document_versions where document_id = tests.id('brief') $$,
  $$ values (2, 4, repeat('a', 64), '{}'::jsonb) $$, 'a batch stores its progress, but no facts before the publication');
update lease set job = tests.hold_indexing('brief');
select tests.act_as('service');
select throws_ok(format($$ select public.store_extracted(%L, 1, '[]', '{"page": 3}', 2, 4, '{}', '{}', null) $$, job), 'OPINV', null, 'a step without progress is refused')
from lease;
select public.store_extracted(
  job, 1, tests.passages('{Three}'), null, 4, 4, '{"words": 3}', '{truncated}', repeat('a', 64)) from lease;
select tests.act_as('owner');
select results_eq(
  $$ select position, content, location from private.staged_passages order by position $$,
  $$ values (0, 'One', '{"page": 1}'::jsonb), (1, 'Two', '{"page": 2}'), (2, 'Three', '{"page": 1}') $$,
  'the staged text has the passages of all steps in order');
select is((select step from public.document_versions where document_id = tests.id('brief')), private.step_after_extract(), 'an upload whose text is complete moves to the next step');
select is(tests.published_text('brief'), '{}', 'readers do not see the staged text');
select results_eq(
  $$ select payload -> 'facts', payload -> 'flags', attempt, payload -> 'cursor' from private.jobs $$,
  $$ values ('{"pages": 4, "words": 3}'::jsonb, '["hidden_text_removed", "truncated"]'::jsonb, 0, 'null'::jsonb) $$,
  'the job contains the facts and flags of the text');

-- A file without text.
select tests.insert_document('blank');
select tests.queue_upload('blank');
update lease set job = tests.hold_indexing('blank');
select tests.act_as('service');
select public.lease_indexing(job, 1) from lease;
select public.store_extracted(job, 1, '[]', null, 1, 1, '{}', '{}', repeat('b', 64)) from lease;
select tests.act_as('owner');
select is(tests.upload_status('blank'), 'failed no_text', 'a file without text fails');
select is_empty($$ select from private.jobs where payload ->> 'document_id' = tests.id('blank')::text $$, 'no job is left for a file without text');

select tests.act_as('lead');
select throws_ok($$ select public.store_extracted(tests.id('x'), 1, '[]', null, 0, 0, '{}', '{}', null) $$, '42501', null, 'people cannot store text');
select throws_ok('select from private.staged_passages', '42501', null, 'people cannot read staged text');

select * from finish();
rollback;
