-- The bytes of a synced file become a version of its document, once per content.
begin;
select plan(27);
select tests.two_agencies();
select tests.crm_and_files();

select is(
  tests.counts(tests.sync('files', array[
    tests.file('A'), tests.file('Video', changes => '{"media_type": "video/mp4"}'),
    tests.file('Elsewhere', changes => '{"root_folder_id": "F9"}'), tests.file('Empty', changes => '{"size_bytes": 0}')])),
  '{1,0,0,0,3,0}', 'a page stores only readable files of mapped folders');
select is(count(*)::integer, 0, 'a file without bytes is not a document') from public.documents where id = tests.document_of('A');
select is(count(*)::integer, 1, 'a job fetches the bytes of a synced file') from private.jobs
where kind = 'file_fetch' and payload ->> 'file_id' = tests.document_of('A')::text;
select is(tests.fetch_file('A'), 'stored', 'a worker stores the bytes of a synced file');
select is(sources.title || ' ' || documents.is_restricted || ' ' || documents.origin, 'A notes.txt false google_drive',
  'a synced file is a document with its origin')
from public.documents join public.sources using (organization_id, id) where documents.id = tests.document_of('A');
select is(sources.project_id, tests.id('alpha'), 'the document of a synced file is in the project of its folder') from public.sources where id = tests.document_of('A');
select is(origin_url, 'https://drive.google.com/file/d/1/view', 'the document of a synced file links to the vendor') from public.document_summaries
where id = tests.document_of('A');
select is(count(*)::integer, 1, 'a job processes the document of a synced file') from private.jobs
where kind = 'document_index' and payload ->> 'document_id' = tests.document_of('A')::text;
select is(tests.fetch_file('A'), 'no job', 'the bytes of a synced file are fetched once');

select is(tests.counts(tests.sync('files', array[tests.file('A', '2', '{"name": "Renamed.txt"}')])), '{0,1,0,0,0,0}', 'a renamed file is updated');
select is(tests.fetch_file('A'), 'no job', 'a renamed file is not fetched again');
select is(title, 'Renamed.txt', 'renaming a file renames its document') from public.sources where id = tests.document_of('A');
select tests.sync('files', array[tests.file('A', '3', '{"content_version": "v2"}')]);
select is(tests.fetch_file('A', repeat('b', 64)), 'stored', 'the bytes of a file with new content are stored');
select is(latest_version, 2, 'new content is a new version') from public.documents where id = tests.document_of('A');
select tests.sync('files', array[tests.file('A', '4', '{"content_version": "v3"}')]);
select is(tests.fetch_file('A', repeat('b', 64)), 'unchanged', 'the bytes of another revision can be unchanged');
select is(latest_version, 2, 'the same bytes with another revision are not a new version') from public.documents where id = tests.document_of('A');

select tests.sync('files', array[tests.file('A', '5', '{"root_folder_id": "F2"}')]);
select is(project_id, tests.id('beta'), 'the document of a file that moved to the folder of another project moves to that project')
from public.sources where id = tests.document_of('A');
select tests.act_as('member');
select is_empty($$ select id from public.documents where origin is not null $$, 'a member of the former project no longer reads the document of a moved file');
select tests.act_as('member2');
select isnt_empty($$ select id from public.documents where origin is not null $$, 'a member of the new project reads the document of a moved file');
select tests.act_as('owner');

-- A file that is too large becomes a dead letter with the reason. The other files of the page are stored.
select is(
  tests.counts(tests.sync('files', array[tests.file('Large', changes => '{"size_bytes": 26214401}'), tests.file('B')])),
  '{1,0,0,0,0,1}', 'a file over the limit does not stop the others');
select is(code || ': ' || reason, 'file_too_large: The file is larger than 25 MiB', 'the dead letter of a large file has the reason') from public.sync_dead_letters
where external_id = 'Large' and resolved_at is null;

-- The vendor refuses the download.
create function pg_temp.fail(external_id text)
returns void
language plpgsql
as $$
declare
  v_job private.jobs;
begin
  update private.jobs set attempt = attempt + 1, leased_by = 'worker', lease_until = clock_timestamp() + interval '1 minute'
  where kind = 'file_fetch' and payload ->> 'file_id' = tests.document_of(external_id)::text
  returning * into v_job;
  perform public.fail_file_fetch(v_job.id, v_job.attempt, 'download_forbidden', 'Downloads are not allowed');
end;
$$;
select pg_temp.fail('B');
select is(code, 'download_forbidden', 'a file whose vendor refuses the download is a dead letter') from public.sync_dead_letters
where external_id = 'B' and resolved_at is null;
select tests.act_as('lead');
select is(
  (public.retry_dead_letter((select id from public.sync_dead_letters where external_id = 'B'))) ->> 'updated', '1', 'a lead retries the dead letter');
select tests.act_as('owner');
select is(tests.fetch_file('B'), 'stored', 'the retry fetches the bytes again');
select is(count(*)::integer, 0, 'the retry settles the dead letter') from public.sync_dead_letters where external_id = 'B' and resolved_at is null;

-- A worker that has lost its lease stores nothing.
select tests.sync('files', array[tests.file('C')]);
update private.jobs set attempt = 2, leased_by = 'another worker', lease_until = clock_timestamp() + interval '1 minute'
where kind = 'file_fetch' and payload ->> 'file_id' = tests.document_of('C')::text;
select throws_ok(
  format($$ select public.store_fetched_file(%L, 1, 'v1', 1, 12, repeat('a', 64)) $$,
    (select id from private.jobs where leased_by = 'another worker')),
  'OPSTA', null, 'a worker without the lease is refused');
select is(count(*)::integer, 0, 'the worker without the lease stores nothing') from public.documents where id = tests.document_of('C');

select * from finish();
rollback;
