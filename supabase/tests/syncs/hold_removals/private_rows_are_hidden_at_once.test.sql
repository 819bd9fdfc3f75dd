-- Rows that become private at the vendor are hidden at once, however many they are. Only their removal waits for a card.
begin;
select plan(13);
select tests.two_agencies();
select tests.crm_and_files();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "lead@tests.test"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream)
values (tests.id('events stream'), tests.id('North'), 'google_calendar', 'events');
create function pg_temp.event(n integer, version text)
returns jsonb language sql as $$
  select tests.record('lead@tests.test/e' || n, version, jsonb_build_object(
    'calendar_id', 'lead@tests.test', 'summary', 'Talk about ' || n, 'description', 'Words', 'location', 'Room',
    'starts_at', '2026-03-02T09:00:00Z', 'ends_at', '2026-03-02T10:00:00Z', 'is_all_day', false, 'time_zone', null,
    'status', 'confirmed', 'organizer_email', 'lead@tests.test', 'attendees', '["client@tests.test"]'::jsonb, 'etag', 'e',
    'url', null, 'uid', null, 'series_id', null))
$$;
create function pg_temp.lines(stream text)
returns text language sql as $$
  select private.removal_lines(approvals) from public.approvals where kind = 'sync_removal' and target_id = tests.id(stream)
$$;

select tests.sync('events', array(select pg_temp.event(n, '1') from generate_series(1, 30) as n));
-- The first page of a listing that goes on.
create temporary table run as select * from tests.begin_run('events');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array(
  select tests.record('lead@tests.test/e' || n, '2', null, filtered => 'private') from generate_series(1, 25) as n), 'b', has_more => true)) from run;
select is(count(*)::integer, 25, '25 tombstones hide the titles of their events before the listing ends') from public.calendar_events
where summary = '(No title)' and description is null and location is null and attendees = '{}' and organizer_email is null;
select is(count(*)::integer, 5, 'other events keep their titles') from public.calendar_events where summary like 'Talk about%';
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page('{}', 'c')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select is(count(*)::integer, 30, 'the removal of the events waits') from public.calendar_events where status = 'confirmed';
select is(pg_temp.lines('events stream') ~ 'Talk', false, 'the card of the removal shows no title');
select is(cardinality(string_to_array(pg_temp.lines('events stream'), E'\n')), 25, 'the card lists every event');
select tests.sync('events', array(select pg_temp.event(n, '1') from generate_series(1, 30) as n));
select is(count(*)::integer, 25, 'an older version of an event does not restore its title') from public.calendar_events where summary = '(No title)';
select tests.sync('events', array(select pg_temp.event(n, '3') from generate_series(1, 30) as n));
select is(count(*)::integer, 30, 'an event that is public again has its title') from public.calendar_events where summary like 'Talk about%';

-- Files: no longer shared, so deleted for us or missing.
select tests.sync('files', array(select tests.file('F' || n) from generate_series(1, 60) as n));
select tests.fetch_file('F' || n) from generate_series(1, 60) as n;
select is(count(*)::integer, 60, 'members read 60 files') from public.sources
where id in (select id from private.synced_files) and not is_restricted and archived_at is null;
create temporary table files_run as select * from tests.begin_run('files');
select public.apply_sync_page(job_id, attempt, run_id, answer ->> 'cursor', tests.page(array(
  select tests.record('F' || n, '2', null, is_deleted => true) from generate_series(1, 25) as n), 'b', has_more => true)) from files_run;
select is(count(*)::integer, 25, '25 files are restricted before the listing ends') from public.sources
where id in (select id from private.synced_files) and is_restricted and archived_at is null;
select public.apply_sync_page(job_id, attempt, run_id, 'b', tests.page('{}', 'c')) from files_run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from files_run;
select tests.sync('files', array(select tests.file('F' || n, '3') from generate_series(51, 60) as n), is_snapshot => true);
select is(count(*)::integer, 50, 'files that a complete listing lacks are restricted') from public.sources
where id in (select id from private.synced_files) and is_restricted and archived_at is null;
select tests.act_as('member');
select is(count(*)::integer, 10, 'a member reads none of the restricted files') from public.sources where kind = 'document' and title like '%F%';
select tests.act_as('owner');
select tests.sync('files', array(select tests.file('F' || n, '1') from generate_series(26, 50) as n));
select is(count(*)::integer, 25, 'a file that is shared again can be read again') from public.sources
where id in (select id from private.synced_files where external_id in (select 'F' || n from generate_series(26, 50) as n)) and not is_restricted;
select is(payload ->> 'rows', '25 files synced from Google Drive', 'a file that is shared again leaves the card') from public.approvals
where kind = 'sync_removal' and target_id = tests.id('files stream');

select * from finish();
rollback;
