-- Failures 7, 8, 10 and 25: a file that is restricted, trashed, unshared or moved out is closed after one poll, and a
-- failed or partial listing removes nothing.
begin;
select plan(30);
select tests.two_agencies();
select tests.crm_and_files();

select is(private.is_restricted_file(data) , expected, description)
from (values
  ('{"name": "Notes", "sharing": "organization", "folder_path": ["Shop"]}'::jsonb, false, 'the whole organization reads it'),
  ('{"name": "Notes", "sharing": "public", "folder_path": []}', false, 'everybody reads it'),
  ('{"name": "Notes", "sharing": "people", "folder_path": []}', true, 'named people read it'),
  ('{"name": "Notes", "sharing": "private", "folder_path": []}', true, 'its owner reads it'),
  ('{"name": "Notes", "sharing": null, "folder_path": []}', true, 'an unknown sharing is private'),
  ('{"name": "Shop SOW v2.docx", "sharing": "public", "folder_path": []}', true, 'a statement of work is restricted'),
  ('{"name": "Contract_Harbour.pdf", "sharing": "public", "folder_path": []}', true, 'a contract is restricted'),
  ('{"name": "Rahmenvertrag.pdf", "sharing": "public", "folder_path": []}', true, 'a German contract too'),
  ('{"name": "Notes", "sharing": "public", "folder_path": ["Shop", "Contracts"]}', true, 'as is everything in a folder of contracts'),
  ('{"name": "Contractor briefing", "sharing": "public", "folder_path": []}', true, 'in doubt a name is that of a contract'),
  ('{"name": "Soweto launch", "sharing": "public", "folder_path": []}', false, 'a name that only begins like one says nothing')
) as given (data, expected, description);

select tests.sync('files', array[
  tests.file('A'), tests.file('B'), tests.file('C'), tests.file('D'),
  tests.file('S', changes => '{"name": "SOW Harbour.txt"}'), tests.file('U', changes => '{"sharing": null}')]);
select tests.fetch_file(name) from unnest(array['A', 'B', 'C', 'D', 'S', 'U']) as name;
select is(kind || ' ' || is_restricted, 'sow true', 'the name decides the kind') from public.documents where id = tests.document_of('S');
select tests.act_as('member');
select is(count(*)::integer, 4, 'a member reads what the organization shares') from public.documents where origin is not null;
select tests.act_as('lead');
select is(count(*)::integer, 6, 'a lead reads everything') from public.documents where origin is not null;
-- A new title does not lift the restriction.
select is(
  public.update_document((select id from public.document_summaries where title = 'U notes.txt'), '{"title": "Harmless"}') ->> 'is_restricted',
  'true', 'a person who renames a document does not lift its restriction');
select tests.act_as('owner');

select is(
  tests.counts(tests.sync('files', array[tests.file('A', '2', '{"sharing": "people"}')])), '{0,1,0,0,0,0}', 'less sharing');
select is(is_restricted, true, 'restricts the document in the same transaction') from public.documents where id = tests.document_of('A');

-- Trashed, moved out, unshared.
select is(
  tests.counts(tests.sync('files', array[
    tests.record('B', '2', null, filtered => 'trashed'), tests.record('C', '2', null, filtered => 'outside_folders'),
    tests.record('D', '2', null, is_deleted => true)])),
  '{0,0,0,3,0,0}', 'three files leave');
select is(count(*)::integer, 3, 'their documents are archived') from public.sources
where archived_at is not null and id in (tests.document_of('B'), tests.document_of('C'), tests.document_of('D'));
select is(tests.counts(tests.sync('files', array[tests.file('B', '3')])), '{1,0,0,0,0,0}', 'a file comes back from the trash');
select is(archived_at, null, 'as the same document') from public.sources where id = tests.document_of('B');
select is(latest_version, 1, 'with the version that it had') from public.documents where id = tests.document_of('B');

-- A document that a person archived stays archived.
update public.sources set archived_at = now() where id = tests.document_of('B');
select tests.sync('files', array[tests.file('B', '4', '{"name": "Changed.txt"}')]);
select isnt(archived_at, null, 'the archive of a person stays as it is') from public.sources where id = tests.document_of('B');
update public.sources set archived_at = null where id = tests.document_of('B');

-- Failures 7 and 8.
select is(tests.counts(tests.sync('files', array[tests.file('A', '2', '{"sharing": "people"}')])), '{0,0,1,0,0,0}', 'a partial listing');
select is(count(*)::integer, 2, 'removes nothing that it lacks') from public.sources
where archived_at is null and id in (tests.document_of('A'), tests.document_of('B'));
select run_id, public.end_sync_run(job_id, attempt, run_id, 'unavailable', 'The vendor answered 503') is null from tests.begin_run('files');
select is(count(*)::integer, 2, 'nor does a failed one') from public.sources
where archived_at is null and id in (tests.document_of('A'), tests.document_of('B'));
select is(
  (tests.sync('files', array[tests.file('A', '2', '{"sharing": "people"}')], is_snapshot => true)).deleted, 3,
  'a complete one removes what it lacks');
select isnt(archived_at, null, 'which is then archived') from public.sources where id = tests.document_of('B');

-- The delete brake.
select tests.sync('files', array(select tests.file('N' || n) from generate_series(1, 30) as n));
select tests.fetch_file('N1');
select tests.sync('files', array[tests.file('A', '3')], is_snapshot => true);
select is(count(*)::integer, 1, 'many removals wait for a card') from public.approvals
where kind = 'sync_removal' and target_id = tests.id('files stream');
select is(archived_at, null, 'and until then nothing is removed') from public.sources where id = tests.document_of('N1');

select * from finish();
rollback;
