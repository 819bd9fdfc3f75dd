-- A repeating event has one row per occurrence. A change or a cancellation applies to one row or to all.
begin;
select plan(16);
alter default privileges grant select on tables to authenticated, service_role;
select tests.two_agencies();

create function pg_temp.propose_and_execute(kind public.approval_kind, payload jsonb) returns uuid language plpgsql as $$
declare
  v_card constant uuid := tests.propose('member', kind, payload);
  v_job record;
  v_result jsonb;
begin
  perform tests.act_as('lead');
  perform public.approve_and_execute_approval(v_card, 1);
  perform tests.act_as('owner');
  select * into v_job from tests.lease_job_of(v_card);
  perform tests.act_as('service');
  perform public.lease_execution(v_job.job_id, v_job.attempt);
  perform public.mark_vendor_call(v_job.job_id, v_job.attempt);
  -- Called twice, because a second call must create nothing.
  perform public.carry_out_locally(v_job.job_id, v_job.attempt);
  v_result := public.carry_out_locally(v_job.job_id, v_job.attempt);
  perform public.confirm_execution(v_job.job_id, v_job.attempt, v_card, v_result);
  perform public.finish_execution(v_job.job_id, v_job.attempt, v_result);
  perform tests.act_as('owner');
  return v_card;
end;
$$;
select tests.act_as('owner');
-- The id of a series is the id of its card without hyphens.
create temporary table series as select replace(pg_temp.propose_and_execute('calendar_event_create', '{"summary": "Standup",
  "starts_at": "2027-03-26T08:00:00Z", "ends_at": "2027-03-26T08:15:00Z", "time_zone": "Europe/Berlin",
  "attendees": ["ann@client.test"], "recurrence": {"frequency": "daily", "interval": 2, "count": 3}}')::text, '-', '') as id;
create function pg_temp.events() returns table (starts timestamptz, ends timestamptz, summary text, status text) language sql as $$
  select starts_at, ends_at, summary, status::text from public.calendar_events
  where organization_id = tests.id('North') and series_id = (select id from series) order by starts_at
$$;
create function pg_temp.nth(n integer) returns uuid language sql as $$
  select id from public.calendar_events where series_id = (select id from series) order by starts_at offset n - 1 limit 1
$$;
select results_eq('select * from pg_temp.events()', $$ values
  (timestamptz '2027-03-26 08:00Z', timestamptz '2027-03-26 08:15Z', 'Standup', 'confirmed'),
  ('2027-03-28 07:00Z', '2027-03-28 07:15Z', 'Standup', 'confirmed'),
  ('2027-03-30 07:00Z', '2027-03-30 07:15Z', 'Standup', 'confirmed') $$, 'a series has one row per occurrence, at the same local time before and after daylight saving time begins');
select results_eq(
  $$ select external_id from public.calendar_events where series_id = (select id from series) order by starts_at $$,
  $$ select id || suffix from series, unnest(array['', '_20270328T070000Z', '_20270330T070000Z']) as suffix $$,
  'each event of a series has its own id');
select is(bool_and(project_id = tests.id('alpha') and attendees = '{ann@client.test}' and provider = 'local'), true,
  'each event of a series has the fields of the card') from public.calendar_events where series_id = (select id from series);
select is(count(*)::integer, 1, 'the audit log contains the series once') from public.audit_events
where action = 'calendar_event.created' and replace(after ->> 'approval_id', '-', '') = (select id from series);
select is(result ->> 'external_id', series.id, 'the result of the card is the first event') from public.approvals, series
where replace(approvals.id::text, '-', '') = series.id;

select pg_temp.propose_and_execute('calendar_event_update', jsonb_build_object(
  'event_id', pg_temp.nth(2), 'summary', 'Retro', 'applies_to', 'this'));
select results_eq('select summary from pg_temp.events()', array['Standup', 'Retro', 'Standup'], 'a change can apply to one event of a series');
create temporary table series_change as select pg_temp.propose_and_execute('calendar_event_update', jsonb_build_object(
  'event_id', pg_temp.nth(2), 'summary', 'Daily', 'applies_to', 'all',
  'starts_at', '2027-03-28T08:30:00Z', 'ends_at', '2027-03-28T09:00:00Z')) as id;
select results_eq('select * from pg_temp.events()', $$ values
  (timestamptz '2027-03-26 09:30Z', timestamptz '2027-03-26 10:00Z', 'Daily', 'confirmed'),
  ('2027-03-28 08:30Z', '2027-03-28 09:00Z', 'Daily', 'confirmed'),
  ('2027-03-30 08:30Z', '2027-03-30 09:00Z', 'Daily', 'confirmed') $$, 'a change to all events of a series moves each to the new local time');
select is(jsonb_array_length(after -> 'changed_event_ids'), 3, 'the audit event of a card names the changed events') from public.audit_events, series_change
where action = 'calendar_event.updated' and after ->> 'approval_id' = series_change.id::text;

select pg_temp.propose_and_execute('calendar_event_cancel', jsonb_build_object('event_id', pg_temp.nth(1)));
select results_eq('select status from pg_temp.events()', array['cancelled', 'confirmed', 'confirmed'], 'a cancellation can apply to one event of a series');
select pg_temp.propose_and_execute('calendar_event_update', jsonb_build_object(
  'event_id', pg_temp.nth(2), 'location', 'Room 1', 'applies_to', 'all'));
select results_eq($$ select location from public.calendar_events where series_id = (select id from series) order by starts_at $$,
  array[null, 'Room 1', 'Room 1'], 'a change to all events leaves a cancelled event unchanged');
insert into public.calendar_events (organization_id, provider, external_id, series_id, project_id, summary, starts_at, ends_at, time_zone)
select tests.id('South'), 'local', 'other_organization', series.id, null, 'Event of South', '2027-03-28 07:00Z', '2027-03-28 08:00Z', 'UTC' from series;
insert into public.calendar_events (organization_id, provider, external_id, series_id, project_id, summary, starts_at, ends_at, time_zone)
select tests.id('North'), 'google_calendar', 'vendor', series.id, tests.id('alpha'), 'Vendor', '2027-04-28 07:00Z', '2027-04-28 08:00Z', 'UTC' from series;
select pg_temp.propose_and_execute('calendar_event_cancel', jsonb_build_object(
  'event_id', pg_temp.nth(3), 'applies_to', 'all', 'note', 'No longer needed'));
select bag_eq($$ select summary, status::text, description from public.calendar_events where series_id = (select id from series) $$,
  $$ values ('Daily', 'cancelled', null), ('Daily', 'cancelled', 'No longer needed'), ('Daily', 'cancelled', 'No longer needed'),
     ('Event of South', 'confirmed', null), ('Vendor', 'confirmed', null) $$,
  'a cancellation of all events leaves other organizations and calendars unchanged');

-- People who may not propose or decide are refused.
select tests.act_as('member2');
select throws_ok($$ select public.propose_event('calendar_event_create', '{"summary": "a", "starts_at": "2027-03-26T08:00:00Z",
  "ends_at": "2027-03-26T09:00:00Z", "time_zone": "UTC", "recurrence": {"frequency": "daily", "count": 3}}', tests.id('alpha')) $$,
  'OPNFD', null, 'a member of another project cannot propose a series');
select tests.act_as('client');
select throws_ok($$ select public.propose_event('calendar_event_create', '{"summary": "a", "starts_at": "2027-03-26T08:00:00Z",
  "ends_at": "2027-03-26T09:00:00Z", "time_zone": "UTC", "recurrence": {"frequency": "daily", "count": 3}}', tests.id('alpha')) $$,
  'OPDEN', null, 'a client cannot propose a series');
select tests.act_as('owner');
create temporary table pending_card as select tests.propose('member', 'calendar_event_create', '{"summary": "Waiting",
  "starts_at": "2027-03-26T08:00:00Z", "ends_at": "2027-03-26T08:15:00Z", "time_zone": "UTC",
  "recurrence": {"frequency": "daily", "count": 3}}') as id;
select tests.act_as('member');
select throws_ok(format($$ select public.approve_and_execute_approval(%L, 1) $$, id), 'OPDEN', null, 'a member cannot decide the card of a series') from pending_card;
select tests.act_as('owner');
select is_empty($$ select from public.calendar_events where summary in ('Waiting', 'a') $$, 'the refusals create no event');
select is(title, 'Create event “Waiting” on Fri, 26 Mar 2027, 08:00 (UTC), every day, 3 times', 'the title of a card contains the recurrence rule')
from public.approvals where id = (select id from pending_card);

select * from finish();
rollback;
