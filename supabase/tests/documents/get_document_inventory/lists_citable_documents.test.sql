-- The inventory lists published documents and failed ones, for admins and leads only.
begin;
select plan(17);
select tests.two_agencies();
create temporary table fixtures as
  select tests.indexed_document('member', 'first.pdf') as first, tests.indexed_document('lead', 'contract.pdf', 'alpha', 'contract') as contract,
         tests.indexed_document('lead', 'third.pdf', 'beta') as third, tests.indexed_document('lead', 'archived.pdf') as archived,
         tests.queued_document('member', 'broken.pdf') as broken, tests.queued_document('member', 'waiting.pdf') as waiting,
         tests.indexed_document('other_admin', 'paper.pdf', 'delta') as paper;
grant select on fixtures to public;
update public.sources set archived_at = now() where id = (select archived from fixtures);
update public.document_versions set status = 'failed', failure_code = 'encrypted', failure_reason = 'The file is encrypted.'
where document_id = (select broken from fixtures);
update public.document_versions set flags = '{no_dates}' where document_id = (select contract from fixtures);
-- The second upload of the first document failed, so the text of the first upload is still published.
select tests.upload('lead', 'first-2.pdf', document => (select first from fixtures)) is not null as uploaded;
update public.document_versions set status = 'queued' where document_id = (select first from fixtures) and version = 2;
update public.document_versions set status = 'failed', failure_code = 'corrupt', failure_reason = 'The file is corrupt.'
where document_id = (select first from fixtures) and version = 2;

create function pg_temp.inventory(persona text, project text default null, kind public.document_kind default null, size integer default 50, cursor text default null)
returns jsonb language plpgsql as $$
declare v_answer jsonb;
begin
  perform tests.act_as(persona);
  v_answer := public.get_document_inventory(case when project is not null then tests.id(project) end, kind, size, cursor);
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
create function pg_temp.names(answer jsonb, list text) returns text language sql as $$
  select string_agg(item ->> 'file_name', ' ' order by number) from jsonb_array_elements(answer -> list) with ordinality as items (item, number)
$$;

create temporary table answers as select pg_temp.inventory('lead') as answer;
select is(pg_temp.names(answer, 'documents'), 'third.pdf contract.pdf first.pdf', 'published documents are listed, newest first') from answers;
-- Both problems were created at the same instant, so their order is undefined.
select set_eq($$ select item ->> 'file_name' as name, item -> 'version' as version, item ->> 'code' as code, item ->> 'reason' as reason
                 from answers, jsonb_array_elements(answer -> 'problems') as item $$,
  $$ values ('first-2.pdf', '2'::jsonb, 'corrupt', 'The file is corrupt.'), ('broken.pdf', '1', 'encrypted', 'The file is encrypted.') $$,
  'the inventory lists failed documents');
select is(answer -> 'counts', '{"documents": 3, "problems": 2, "in_progress": 1}', 'the inventory counts documents, problems and uploads in progress') from answers;
select is(answer -> 'documents' -> 1,
  (select jsonb_build_object('document_id', contract, 'source_id', contract, 'title', 'contract.pdf', 'kind', 'contract',
     'project', jsonb_build_object('id', tests.id('alpha'), 'name', 'alpha'), 'is_restricted', true, 'version', 1, 'source_version', 1,
     'file_name', 'contract.pdf', 'content_type', 'application/pdf', 'size_bytes', 1000, 'chunks', 3, 'facts', '{"pages": 2}'::jsonb,
     'flags', '["no_dates"]'::jsonb, 'uploaded_by', jsonb_build_object('id', tests.id('lead'), 'name', 'lead'),
     'uploaded_at', answer -> 'documents' -> 1 -> 'uploaded_at', 'indexed_at', answer -> 'documents' -> 1 -> 'indexed_at') from fixtures),
  'a listed document has its facts, flags and times') from answers;
select is(answer #>> '{documents,2,version}', '1',
  'a document whose new upload failed is listed with its earlier version') from answers;

select is(pg_temp.names(pg_temp.inventory('admin', 'beta'), 'documents'), 'third.pdf', 'a filter lists the documents of one project');
select is(pg_temp.names(pg_temp.inventory('admin', kind => 'contract'), 'documents'), 'contract.pdf', 'a filter lists the documents of one kind');
select is(pg_temp.inventory('admin', 'delta') - 'next_cursor',
  '{"documents": [], "problems": [], "counts": {"documents": 0, "problems": 0, "in_progress": 0}}', 'a filter for a project of another organization lists no documents');
select is(pg_temp.names(pg_temp.inventory('other_admin'), 'documents'), 'paper.pdf', 'another organization sees its own documents');
select is(answer ->> 'next_cursor', null, 'one page can contain all documents') from answers;

create temporary table paged as select pg_temp.inventory('lead', size => 2) as answer;
select is(pg_temp.names(answer, 'documents'), 'third.pdf contract.pdf', 'a page has the requested size') from paged;
select is(pg_temp.names(pg_temp.inventory('lead', size => 2, cursor => answer ->> 'next_cursor'), 'documents'), 'first.pdf', 'the next page has the remaining documents') from paged;
select throws_ok($$ select pg_temp.inventory('lead', cursor => 'x') $$, 'OPINV', null, 'an invalid cursor is refused');
select tests.act_as('owner');
select throws_ok(format('select pg_temp.inventory(%L)', persona), expected, null, format('%s cannot read the inventory', persona))
from (values ('member', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('service', '42501')) as cases (persona, expected);

select * from finish();
rollback;
