-- A member or lead who begins an upload gets a document, a version and a path of its own.
begin;
select plan(16);
select tests.two_agencies();

create temporary table fixtures as select tests.upload('member', 'Brief (final) – März.pdf') as answer;
select is((select answer ->> 'version' from fixtures), '1', 'the first upload is version 1');
select is((select answer ->> 'bucket' from fixtures), 'documents', 'the upload goes to the bucket of documents');
select is(
  (select answer ->> 'path' from fixtures),
  (select format('%s/%s/1/%s', tests.id('North'), answer ->> 'document_id', 'Brief-final-M-rz.pdf') from fixtures),
  'the path names organization, document, version and the file in safe characters');
select is(
  (select (kind, project_id, title, is_restricted, published_version, scope_id)::text from public.sources
   where id = (select (answer ->> 'document_id')::uuid from fixtures)),
  (select ('document'::public.source_kind, tests.id('alpha'), 'Brief (final) – März.pdf', false, null::integer, tests.id('alpha'))::text),
  'the document is a source of its project with the name of its file');
select is(
  (select (documents.kind, latest_version, indexed_version, created_by, status, uploaded_by, size_bytes)::text
   from public.documents join public.document_versions on document_id = id
   where id = (select (answer ->> 'document_id')::uuid from fixtures)),
  ('other'::public.document_kind, 1, null::integer, tests.id('member'), 'awaiting_upload'::public.document_status,
   tests.id('member'), 1000::bigint)::text,
  'a new document awaits its upload');
select is(
  (select (actor_person_id, project_id, is_restricted)::text from public.audit_events where action = 'document.upload_begun'),
  (tests.id('member'), tests.id('alpha'), false)::text, 'the audit log names the person who began the upload');

-- A contract.
create temporary table contract as select tests.upload('lead', 'contract.pdf', 'alpha', 'contract') as answer;
select is(
  (select (documents.kind, documents.is_restricted, documents.scope_id, document_versions.scope_id)::text
   from public.documents join public.document_versions on document_id = id
   where id = (select (answer ->> 'document_id')::uuid from contract)),
  ('contract'::public.document_kind, true, tests.id('North'), tests.id('North'))::text, 'a contract is restricted from the start');
select is((select array_agg(is_restricted order by is_restricted) from public.audit_events where action = 'document.upload_begun'),
  '{f,t}', 'the audit event of a contract is restricted');

-- Another version.
create temporary table next as
  select tests.upload('lead', 'brief-2.pdf', document => (select (answer ->> 'document_id')::uuid from fixtures)) as answer;
select is((select answer ->> 'version' from next), '2', 'a new upload of the same document is its next version');
select is((select latest_version from public.documents where id = (select (answer ->> 'document_id')::uuid from fixtures)), 2,
  'the latest version of the document is the new one');
select isnt((select answer ->> 'path' from next), (select answer ->> 'path' from fixtures), 'a new version has its own path');
select is((select title from public.sources where id = (select (answer ->> 'document_id')::uuid from fixtures)),
  'Brief (final) – März.pdf', 'a new version does not change the title of the document');

-- A second upload with the same name is another document with another object.
select is((select count(distinct answer ->> 'document_id') || ' ' || count(distinct answer ->> 'path')
           from (select tests.upload('member', 'invoice.pdf') as answer from generate_series(1, 2)) as twice),
  '2 2', 'two uploads with the same file name are two documents with two paths');

-- Names that are not safe in a bucket.
select is(private.document_path(tests.id('North'), tests.id('alpha'), 3, file_name),
  format('%s/%s/3/%s', tests.id('North'), tests.id('alpha'), safe), format('a file named %L gets the path name %s', file_name, safe))
from (values ('../../..', 'file'), ('日本語', 'file'), ('.. a..b .pdf', 'a-.b-.pdf')) as names (file_name, safe);

select * from finish();
rollback;
