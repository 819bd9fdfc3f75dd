begin;
select plan(13);
alter default privileges grant select on tables to authenticated, service_role;
select tests.two_agencies();
create temporary table card as select tests.propose('member', 'calendar_event_create', jsonb_build_object(
  'summary', 'Kick-off', 'starts_at', '2027-01-11T09:00:00Z', 'ends_at', '2027-01-11T10:00:00Z',
  'time_zone', 'UTC')) as id;
select tests.act_as('lead');
select public.approve_and_execute_approval(id, 1) from card;
select tests.act_as('owner');
create temporary table job as select leased.* from card, tests.lease_job_of(card.id) as leased;
create temporary table copy as select jsonb_build_object(
  'provider', 'google_calendar', 'external_id', replace(id::text, '-', ''), 'calendar_id', 'team@north.test',
  'summary', 'Kick-off', 'starts_at', '2027-01-11T09:00:00Z', 'ends_at', '2027-01-11T10:00:00Z',
  'time_zone', 'UTC', 'attendees', '["ann@client.test"]'::jsonb, 'status', 'confirmed', 'etag', '"1"') as event from card;
select tests.act_as('service');
select public.lease_execution(job_id, attempt) from job;
select public.mark_vendor_call(job_id, attempt) from job;

create function pg_temp.record(event jsonb) returns text language sql as $$
  select tests.answer('service', format('select public.record_calendar_event(%L, %L, %L)', job_id, attempt, event)) from job
$$;
select tests.act_as('owner');
select is(pg_temp.record(event || '{"external_id": "another"}'), 'OPINV another_event', 'an event of another card is refused') from copy;
select is(pg_temp.record(event || '{"provider": "local"}'), 'OPINV another_event', 'a local event is refused') from copy;
select is(pg_temp.record(event), 'ok', 'the event of the card is recorded') from copy;
select is(pg_temp.record(event || '{"summary": "Later", "etag": "2"}'), 'ok', 'recording the event again updates it') from copy;
select results_eq(
  $$ select summary, etag, project_id, attendees from public.calendar_events
     where provider = 'google_calendar' and external_id = (select replace(id::text, '-', '') from card) $$,
  $$ values ('Later', '2', tests.id('alpha'), array['ann@client.test']) $$, 'an event that is recorded twice has one row');
select is(pg_temp.record(event || part::jsonb), '23514', format('an invalid time is refused: %s', part))
from copy, unnest(array['{"ends_at": "infinity"}', '{"starts_at": "-infinity"}']) as part;

-- A repeating event.
create temporary table series as select tests.propose('member', 'calendar_event_create', jsonb_build_object(
  'summary', 'Standup', 'starts_at', '2027-01-11T09:00:00Z', 'ends_at', '2027-01-11T10:00:00Z', 'time_zone', 'UTC',
  'recurrence', '{"frequency": "daily", "count": 2}'::jsonb)) as id;
select tests.act_as('lead');
select public.approve_and_execute_approval(id, 1) from series;
select tests.act_as('owner');
delete from job where true;
insert into job select leased.* from series, tests.lease_job_of(series.id) as leased;
select tests.act_as('service');
select public.lease_execution(job_id, attempt) from job;
select public.mark_vendor_call(job_id, attempt) from job;
select tests.act_as('owner');
create temporary table series_copy as
  select replace(series.id::text, '-', '') as id, event || jsonb_build_object('external_id', replace(series.id::text, '-', ''))
    as event from series, copy;
create function pg_temp.occurrence(external_id text, starts text) returns jsonb language sql as $$
  select jsonb_build_object('external_id', external_id, 'starts_at', starts || 'T09:00:00Z', 'ends_at', starts || 'T10:00:00Z', 'etag', '"7"')
$$;
select is(pg_temp.record(event), 'OPINV another_event', 'a series without its events is refused') from series_copy;
select is(pg_temp.record(event || '{"occurrences": {}}'), 'OPINV another_event', 'a series with unreadable events is refused') from series_copy;
select is(pg_temp.record(event || jsonb_build_object('occurrences', jsonb_build_array(
  pg_temp.occurrence(id || '_20270111T090000Z', '2027-01-11'), pg_temp.occurrence('another_20270112T090000Z', '2027-01-12')))),
  'OPINV another_event', 'a series with an event of another series is refused') from series_copy;
select is_empty($$ select from public.calendar_events where series_id = (select id from series_copy) $$, 'the refusals record nothing');
select is(pg_temp.record(event || jsonb_build_object('occurrences', jsonb_build_array(
  pg_temp.occurrence(id || '_20270111T090000Z', '2027-01-11'), pg_temp.occurrence(id || '_20270112T090000Z', '2027-01-12')))),
  'ok', 'the events of the card are recorded') from series_copy;
select results_eq(
  $$ select external_id, starts_at, project_id, etag from public.calendar_events
     where series_id = (select id from series_copy) order by starts_at $$,
  $$ select id || '_' || day || 'T090000Z', (day || ' 09:00Z')::timestamptz, tests.id('alpha'), '"7"'
     from series_copy, unnest(array['20270111', '20270112']) as day $$, 'each event has one row in the project');

select * from finish();
rollback;
