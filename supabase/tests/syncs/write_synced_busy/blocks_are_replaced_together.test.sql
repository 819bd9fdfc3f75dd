-- Busy times of calendars are stored without titles.
begin;
select plan(11);
select tests.two_agencies();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "lead@tests.test"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream)
values (tests.id('busy stream'), tests.id('North'), 'google_calendar', 'busy');

create function tests.busy(calendar text, version text, variadic starts text[])
returns jsonb
language sql
as $$
  select tests.record(calendar, version, jsonb_build_object(
    'calendar_id', calendar, 'window_starts_at', '2026-03-01T00:00:00Z', 'window_ends_at', '2026-04-27T00:00:00Z',
    'blocks', (
      select coalesce(jsonb_agg(jsonb_build_object('starts_at', at, 'ends_at', at::timestamptz + interval '1 hour')), '[]')
      from unnest(starts) as at where at <> '')))
$$;

select is(
  tests.counts(tests.sync('busy', array[
    tests.busy('member@tests.test', '1', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z', '2026-03-03T09:00:00Z'),
    tests.busy('lead@tests.test', '1', '2026-03-02T09:00:00Z'), tests.busy('room@resource.example', '1', '2026-03-02T09:00:00Z')])),
  '{2,0,0,0,1,0}', 'calendars of people are stored, and others are left out');
select is(count(*)::integer, 3, 'a block that is listed twice is stored once') from public.busy_blocks;
select is(
  tests.counts(tests.sync('busy', array[
    tests.busy('member@tests.test', '2', '2026-03-04T09:00:00Z'),
    tests.record('lead@tests.test', '', '{"unreadable": {}}')])),
  '{0,1,0,0,0,1}', 'an unreadable calendar does not stop the others');
select results_eq(
  $$ select people.name, blocks.starts_at from public.busy_blocks as blocks
     join public.busy_calendars as calendars on calendars.id = blocks.calendar_id
     join public.people on people.id = calendars.person_id order by 1 $$,
  $$ values ('lead', '2026-03-02 09:00Z'::timestamptz), ('member', '2026-03-04 09:00Z') $$,
  'blocks are replaced together, and blocks of an unreadable calendar are retained');

-- After a cursor has expired, the first page of the full listing does not remove the blocks of calendars on later pages.
update public.sync_streams set cursor = null where id = tests.id('busy stream');
create temporary table run as select * from tests.begin_run('busy');
select public.apply_sync_page(job_id, attempt, run_id, null, tests.page(
  array[tests.busy('member@tests.test', '3', '2026-03-05T09:00:00Z')], 'page 2', true)) from run;
select is(count(*)::integer, 2, 'a listing that ends midway removes no blocks of other calendars') from public.busy_blocks;
select public.end_sync_run(job_id, attempt, run_id, 'out_of_time') from run;
select is(
  tests.counts(tests.sync('busy', array[tests.busy('lead@tests.test', '3', '')], true)), '{0,1,0,0,0,0}',
  'the run after an interrupted listing continues it');
select is(count(*)::integer, 1, 'a calendar that is listed without blocks loses its blocks') from public.busy_blocks;
select is(
  tests.counts(tests.sync('busy', array[tests.busy('member@tests.test', '4', '2026-03-05T09:00:00Z')], true)),
  '{0,0,1,1,0,0}', 'a calendar that is no longer listed is removed');
select is(count(*)::integer, 1, 'the blocks of a removed calendar are removed') from public.busy_calendars;

select is_empty(
  $$ select column_name from information_schema.columns
     where table_schema = 'public' and table_name in ('busy_blocks', 'busy_calendars')
       and data_type in ('text', 'character varying', 'json', 'jsonb') and column_name <> 'external_id' $$,
  'no column can contain a title');
select is_empty(
  $$ select from private.sync_records where applied is not null and stream_id = tests.id('busy stream') $$,
  'records of the stream have no content');

select * from finish();
rollback;
