-- Failures 9, 18 and 23 of syncs/twenty_five_failures: when one stream fails, only its cursor does not advance, and records
-- that its listing lacks are not removed. A new connection resets no cursor. A page whose records are all filtered still
-- advances the cursor.
begin;
select plan(14);
select tests.two_agencies();
select tests.crm_and_files();
select tests.sync('companies', array[tests.company('C1')], is_snapshot => true);
select tests.sync('contacts', array[tests.contact('P1'), tests.contact('P2')], is_snapshot => true);
create temporary table cursors as select stream, cursor from public.sync_streams where provider = 'hubspot';

-- Failure 9: contacts cannot be listed, companies can.
select run_id, public.end_sync_run(job_id, attempt, run_id, 'unavailable', 'The vendor answered 503') is null from tests.begin_run('contacts');
select is(tests.counts(tests.sync('companies', array[tests.company('C1', '2', '{"name": "Changed"}')], is_snapshot => true)),
  '{0,1,0,0,0,0}', 'companies are read while the listing of contacts fails');
select is(streams.cursor, cursors.cursor, 'the cursor of contacts does not advance') from public.sync_streams as streams join cursors using (stream)
where streams.id = tests.id('contacts stream');
select isnt(streams.cursor, cursors.cursor, 'the cursor of companies advances') from public.sync_streams as streams join cursors using (stream)
where streams.id = tests.id('companies stream');
select is(count(*)::integer, 2, 'a failed listing of contacts removes no contact') from public.contacts
where client_id = tests.id('Harbour') and archived_at is null;
select is(count(*)::integer, 0, 'a failed listing of contacts removes no record') from private.crm_records where removed_at is not null;

-- Failure 23: a page with only filtered records.
select is(
  tests.counts(tests.sync('files', array[tests.record('X', '1', null, filtered => 'trashed'), tests.file('Y', changes => '{"media_type": "image/png"}')])),
  '{0,0,0,0,2,0}', 'a page with only filtered records counts them');
select is(streams.cursor, 'after ' || runs.id, 'a page with only filtered records advances the cursor with its receipt')
from public.sync_streams as streams join public.sync_runs as runs on runs.stream_id = streams.id
where streams.id = tests.id('files stream');
select is(completed_at is not null and confirmed_at = '2026-03-02T10:00:00.123456Z', true, 'a page with only filtered records advances confirmed_at, to the microsecond')
from public.sync_streams where id = tests.id('files stream');

-- Failure 18: vendors are connected again, with other settings.
create temporary table before_disconnect as select id, cursor, listing from public.sync_streams;
select tests.act_as('admin');
select lives_ok($$ select public.disconnect_integration('google_drive') $$, 'an admin disconnects Drive');
select lives_ok(
  $$ select public.connect_integration('google_drive', '{"subject": "lead@tests.test"}',
       '{"client_email": "reader@tests.test", "private_key": "-----BEGIN PRIVATE KEY-----"}') $$,
  'an admin connects Drive again with another person as its subject');
select lives_ok($$ select public.connect_integration('hubspot', '{}', 'pat-eu1-another-token') $$, 'an admin connects HubSpot with another token');
select tests.act_as('owner');
select is_empty(
  $$ select streams.stream from public.sync_streams as streams join before_disconnect as earlier using (id)
     where (streams.cursor, streams.listing) is distinct from (earlier.cursor, earlier.listing) $$,
  'a new connection resets no cursor');
select is(state::text, 'active', 'a stream with a new connection is active') from public.sync_streams where id = tests.id('files stream');
select is(count(*)::integer, 2, 'the rows of a stream with a new connection are retained') from public.contacts where client_id = tests.id('Harbour') and archived_at is null;

select * from finish();
rollback;
