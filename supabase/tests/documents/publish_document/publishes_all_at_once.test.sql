begin;
select plan(23);
select tests.two_agencies();
select tests.insert_document('brief');
select tests.index_upload('brief', 1, '{One,Two}');
select is(tests.published_text('brief'), '{One,Two}', 'the extracted text is published');
select is(tests.upload_status('brief'), 'indexed', 'a published upload is indexed');
select results_eq(
  $$ select sources.version, published_version, indexed_version from public.sources join public.documents using (id) where id = tests.id('brief') $$,
  'values (1, 1, 1)', 'the first published text is version 1');
select is((select facts from public.document_versions where document_id = tests.id('brief')), '{"format": "pdf", "language": "de"}', 'a published upload has its facts');
select is((select language from public.sources where id = tests.id('brief')), 'de', 'the source of a published text has its language');
select is_empty('select from private.staged_passages', 'publication deletes the staged text');
select is_empty('select from private.jobs', 'publication deletes the job');
select isnt_empty($$ select from public.audit_events where action = 'document.indexed' and object_id = tests.id('brief') and project_id = tests.id('alpha') $$, 'the audit log contains the publication');
select tests.sees('member', $$ select distinct source_id from public.passages where source_id = tests.id('brief') $$, '{brief}');
select tests.sees('member2', $$ select distinct source_id from public.passages where source_id = tests.id('brief') $$, '{}');
select tests.act_as('owner');

-- The same text is published again, so its citations stay valid.
create temporary table before as select id from public.passages where source_id = tests.id('brief');
select tests.index_upload('brief', 1, '{One,Two}');
select bag_eq($$ select id from public.passages where source_id = tests.id('brief') $$, 'select id from before', 'processing the same upload again changes no passage');
select tests.insert_upload('brief', 2);
select tests.index_upload('brief', 2, '{One,Two}');
select bag_eq($$ select id from public.passages where source_id = tests.id('brief') $$, 'select id from before', 'another file with the same text changes no passage');
select results_eq(
  $$ select sources.version, published_version, indexed_version from public.sources join public.documents using (id) where id = tests.id('brief') $$,
  'values (1, 1, 2)', 'the new file with the same text is the indexed version');

-- Another text is published under the current scope of its source.
select tests.insert_upload('brief', 3);
update public.sources set is_restricted = true where id = tests.id('brief');
select tests.index_upload('brief', 3, '{One,Zwei,Three}');
select is(tests.published_text('brief'), '{One,Zwei,Three}', 'a new text replaces the published one');
select is((select count(*) from public.passages where source_id = tests.id('brief')), 3::bigint, 'a new text deletes the passages of the earlier one');
select results_eq(
  $$ select distinct source_version, scope_id from public.passages where source_id = tests.id('brief') $$,
  $$ values (2, tests.id('North')) $$, 'a new text is a new version in the scope of its source');
select tests.sees('member', $$ select distinct source_id from public.passages where source_id = tests.id('brief') $$, '{}');
select tests.act_as('owner');
select tests.index_upload('brief', 3, '{One,Zwei}');
select is(tests.published_text('brief'), '{One,Zwei}', 'a shorter text replaces the published one');

-- A document archived between two steps keeps its published text.
select tests.insert_upload('brief', 4);
select tests.queue_upload('brief', 4);
create temporary table lease as select tests.hold_indexing('brief', 4) as job;
select public.lease_indexing(job, 1) from lease;
select public.store_extracted(job, 1, '[{"content": "Late"}]', null, 1, 1, '{}', '{}', repeat('c', 64)) from lease;
update public.sources set archived_at = now() where id = tests.id('brief');
update public.document_versions set step = 'publish' where document_id = tests.id('brief') and version = 4;
update lease set job = tests.hold_indexing('brief', 4);
grant select on lease to service_role;
select tests.act_as('service');
select lives_ok(format('select public.publish_document(%L, 1)', job), 'publishing a document that was archived between two steps raises no error') from lease;
select tests.act_as('owner');
select is(tests.upload_status('brief', 4), 'failed document_archived', 'the upload fails because its document is archived');
select is((select array_agg(content order by position) from public.passages where source_id = tests.id('brief')), '{One,Zwei}', 'archiving a document between two steps leaves its published text unchanged');
select tests.act_as('admin');
select throws_ok($$ select public.publish_document(tests.id('x'), 1) $$, '42501', null, 'people cannot publish text');

-- The publication uses the current kind, even if it changed during processing.
select tests.act_as('owner');
select tests.insert_document('deal', is_restricted => true);
select tests.queue_upload('deal');
update lease set job = tests.hold_indexing('deal');
select public.lease_indexing(job, 1) from lease;
select public.store_extracted(job, 1, tests.passages('{One}'), null, 1, 1, '{"not_found": ["no_dates"]}', '{pages_without_text}', repeat('d', 64)) from lease;
update public.documents set kind = 'contract' where id = tests.id('deal');
update public.document_versions set step = 'publish' where document_id = tests.id('deal');
select public.publish_document(tests.hold_indexing('deal'), 1);
select is((select flags from public.document_versions where document_id = tests.id('deal')), '{pages_without_text,no_dates}', 'a document that became a contract during processing lists its missing parts');

select * from finish();
rollback;
