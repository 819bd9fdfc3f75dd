begin;
select plan(7);
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
select is(pg_temp.record(event || '{"external_id": "another"}'), 'OPINV another_event', 'no other event') from copy;
select is(pg_temp.record(event || '{"provider": "local"}'), 'OPINV another_event', 'nor one of ours') from copy;
select is(pg_temp.record(event), 'ok', 'the card''s own') from copy;
select is(pg_temp.record(event || '{"summary": "Later", "etag": "2"}'), 'ok', 'again, as it is then') from copy;
select results_eq(
  $$ select summary, etag, project_id, attendees from public.calendar_events
     where provider = 'google_calendar' and external_id = (select replace(id::text, '-', '') from card) $$,
  $$ values ('Later', '2', tests.id('alpha'), array['ann@client.test']) $$, 'one row');
select is(pg_temp.record(event || part::jsonb), '23514', format('no time: %s', part))
from copy, unnest(array['{"ends_at": "infinity"}', '{"starts_at": "-infinity"}']) as part;

select * from finish();
rollback;
