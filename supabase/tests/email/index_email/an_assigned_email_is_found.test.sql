-- The poll indexes assigned emails: their text, their note entry, and their attachments as documents. A rejected
-- email disappears from search, and a moved one is found in its new project alone.
begin;
select plan(33);
select tests.two_agencies();
select tests.mailbox();
select tests.sync('emails', array[
  tests.email('a', 'ada@ports.example', 'Launch', '{"attachments": [
    {"file_name": "Brief.pdf", "media_type": "application/pdf", "size_bytes": 10, "is_inline": false},
    {"file_name": "Contract 2026.pdf", "media_type": "application/pdf", "size_bytes": 10, "is_inline": false},
    {"file_name": "../../sow.docx", "media_type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "size_bytes": 10, "is_inline": false},
    {"file_name": "logo.png", "media_type": "image/png", "size_bytes": 10, "is_inline": true},
    {"file_name": "tool.exe", "media_type": "application/x-msdownload", "size_bytes": 10, "is_inline": false}]}'),
  tests.email('waiting', 'who@unknown.example'),
  tests.email('reply', 'ada@ports.example', 'Automatic reply: Launch', '{"in_reply_to": "<a@mail.example>", "received_at": "2026-03-03T10:00:00Z"}')]);

select tests.act_as('member');
select throws_ok($$ select public.begin_email_indexing() $$, '42501', null, 'a person cannot index emails');
select tests.act_as('owner');
select set_config('tests.a', tests.email_id('a')::text, true);
create temporary table work as select public.begin_email_indexing() as emails;
select is(jsonb_array_length(emails), 2, 'the worker does not get an email without a project') from work;
select is(emails -> 0 ->> 'text', 'Text of a', 'the worker gets the stored text') from work;
select bag_eq(
  $$ select documents.kind::text, documents.is_restricted, versions.status::text from public.documents
     join public.document_versions as versions on versions.document_id = documents.id $$,
  $$ values ('other', false, 'awaiting_upload'), ('contract', true, 'awaiting_upload'), ('sow', true, 'awaiting_upload') $$,
  'readable attachments become documents, and contracts and statements of work are restricted');
select is_empty($$ select path from public.document_versions where path like '%..%' $$, 'no path of an attachment contains ..');
select is(jsonb_array_length(public.begin_email_indexing() -> 0 -> 'attachments'), 3, 'a second worker gets the same attachments');
select is(count(*)::integer, 3, 'a second worker creates no further documents') from public.documents;

insert into storage.objects (bucket_id, name, metadata)
select 'documents', path, '{"size": 10, "eTag": "x"}' from public.document_versions where file_name <> 'Contract 2026.pdf';
create function tests.index(name text, project text, text text)
returns text
language sql
as $$
  select public.index_email(
    tests.email_id(name), tests.id(project), jsonb_build_array(jsonb_build_object('content', text, 'location', '{}'::jsonb)),
    text, array(select document_id from public.document_versions)) ->> 'state'
$$;
select is(tests.index('a', 'beta', 'Zeppelin'), 'gone', 'an email that moved to another project is not indexed');
select is(tests.index('waiting', 'alpha', 'Zeppelin'), 'gone', 'an email without a project is not indexed');
select is(tests.index('a', 'alpha', 'The zeppelin lands on Monday'), 'indexed', 'an assigned email is indexed');
select is(tests.index('a', 'alpha', 'The zeppelin lands on Monday'), 'gone', 'an indexed email is not indexed again');
select is(title || ': ' || body, 'Launch: The zeppelin lands on Monday', 'the note of the project has an entry of the indexed email')
from public.project_notes where source_id = tests.email_id('a');
select bag_eq(
  $$ select file_name, status::text from public.document_versions $$,
  $$ values ('Brief.pdf', 'queued'), ('..-..-sow.docx', 'queued'), ('Contract 2026.pdf', 'awaiting_upload') $$,
  'uploaded attachments are queued, and one that is missing in Storage waits');
select is(count(*)::integer, 2, 'each uploaded attachment has a job') from private.jobs where kind = 'document_index';
select is(tests.index('reply', 'alpha', 'I am away'), 'indexed', 'an automatic reply in a thread is indexed');
select is_empty($$ select from public.project_notes where source_id = tests.email_id('reply') $$, 'the note has no entry of an automatic reply');

create function tests.count_matches(persona text)
returns integer
language plpgsql
as $$
declare
  v_count integer;
begin
  perform tests.act_as(persona);
  select count(*) into v_count from public.passages where content like '%zeppelin%';
  perform tests.act_as('owner');
  return v_count;
end;
$$;
create function pg_temp.files(persona text) returns text language plpgsql as $$
declare
  v_email jsonb;
begin
  perform tests.act_as(persona);
  v_email := public.get_email(current_setting('tests.a')::uuid);
  perform tests.act_as('owner');
  return jsonb_path_query_array(v_email, '$.attachments[*].file_name')::text;
end;
$$;
select is(pg_temp.files('lead'), '["Brief.pdf", "Contract 2026.pdf", "../../sow.docx", "tool.exe"]', 'a lead sees the names of all attachments');
select is(pg_temp.files('member'), '["Brief.pdf", "tool.exe"]', 'a member does not learn about the contract');
select is(tests.count_matches('member'), 1, 'a member of the project finds the email');
select is(tests.count_matches('member2'), 0, 'a member of another project does not find the email');
select is(tests.count_matches('client'), 0, 'a client does not find the email');

select tests.act_as('lead');
select public.archive_document(documents.id) from public.documents
join public.document_versions as versions on versions.document_id = documents.id where versions.file_name = 'Brief.pdf';
select public.reject_inbound_email(current_setting('tests.a')::uuid, 'Wrong');
select tests.act_as('owner');
select isnt(archived_at, null, 'the source of a rejected email is archived') from public.sources where id = tests.email_id('a');
select is(count(*)::integer, 0, 'the documents of a rejected email are archived') from public.sources where kind = 'document' and archived_at is null;
select is_empty($$ select from public.project_notes where source_id = tests.email_id('a') $$, 'the note has no entry of a rejected email');
select tests.act_as('lead');
select public.restore_inbound_email(current_setting('tests.a')::uuid);
select tests.act_as('owner');
select is(tests.index('a', 'alpha', 'The zeppelin lands on Monday'), 'indexed', 'a restored email is indexed again');
select is(count(*)::integer, 1, 'the note has an entry of a restored email again') from public.project_notes where source_id = tests.email_id('a');

select tests.act_as('lead');
select public.assign_inbound_email(current_setting('tests.a')::uuid, tests.id('beta'));
select tests.act_as('owner');
select is(tests.count_matches('member'), 0, 'members of the former project no longer find a moved email');
select is(tests.count_matches('member2'), 1, 'members of the new project find the moved email');
select is(title, 'Brief.pdf', 'a document that a person archived stays archived') from public.sources where kind = 'document' and archived_at is not null;
select is(count(*)::integer, 3, 'the documents of a moved email move with it') from public.sources where kind = 'document' and project_id = tests.id('beta');

select tests.act_as('lead');
select public.unassign_inbound_email(current_setting('tests.a')::uuid);
select tests.act_as('owner');
select is(tests.count_matches('lead'), 0, 'no one finds an email without a project');
select tests.sync('emails', array[tests.record('a', '2', '{}', true)]);
select isnt(removed_at, null, 'an email deleted at the vendor is removed') from public.inbound_emails where external_id = 'a';
select tests.sync('emails', array[tests.email('a', 'ada@ports.example', 'Launch') || '{"version": "3"}']);
select is(removed_at, null, 'a removed email that the mailbox lists again is restored') from public.inbound_emails where external_id = 'a';

select * from finish();
rollback;
