begin;
select plan(14);
select tests.two_agencies();
insert into public.calendar_events (
  id, organization_id, provider, external_id, calendar_id, project_id, summary, starts_at, ends_at, time_zone, series_id, attendees)
select tests.id(title), tests.id('North'), provider::public.external_provider, title, 'lead@tests.test', tests.id(project), title,
  '2027-03-02 09:00Z', '2027-03-02 10:00Z', 'UTC', series, '{member@tests.test}'
from (values
  ('weekly', 'google_calendar', 'alpha', 's1'), ('once', 'google_calendar', 'alpha', null),
  ('loose', 'google_calendar', null, null), ('teams', 'microsoft_graph', 'alpha', null), ('beta call', 'google_calendar', 'beta', null)
) as entries (title, provider, project, series);
create function tests.propose(kind text, payload jsonb, project uuid default null, event uuid default null)
returns jsonb
language sql
as $$ select public.propose_event(kind::public.approval_kind, payload, project, event) $$;
grant execute on function tests.propose(text, jsonb, uuid, uuid) to authenticated, service_role;

select tests.act_as('member');
select is(
  tests.propose('calendar_event_create',
    '{"summary": "Kick-off", "starts_at": "2027-03-02T09:00:00Z", "ends_at": "2027-03-02T10:00:00Z", "time_zone": "Europe/Berlin"}',
    tests.id('alpha')) ->> 'status', 'pending', 'a member proposes an event for their project');
select is(
  tests.propose('calendar_event_update', '{"applies_to": "all", "summary": "Daily"}', null, tests.id('weekly')) -> 'payload',
  jsonb_build_object('event_id', tests.id('weekly'), 'summary', 'Daily', 'applies_to', 'all'), 'a change can apply to all events of a series');
select is(
  tests.propose('calendar_event_cancel', '{"applies_to": "all"}', null, tests.id('once')) -> 'payload',
  jsonb_build_object('event_id', tests.id('once')), 'a change of a single event does not state which events of a series it applies to');
select throws_ok(
  $$ select tests.propose('calendar_event_update', '{"applies_to": "all"}', null, tests.id('weekly')) $$, 'OPINV', null,
  'an empty change is refused');
select throws_ok(
  $$ select tests.propose('calendar_event_update', '{"applies_to": "some", "summary": "x"}', null, tests.id('weekly')) $$, 'OPINV', null,
  'a change that applies to neither one event nor all is refused');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', null, tests.id('loose')) $$, 'OPSTA', null,
  'a change of an event without a project is refused, because no one can decide it');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', null, tests.id('teams')) $$, 'OPSTA', null, 'a change in a read-only calendar is refused');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', null, tests.id('beta call')) $$, 'OPSTA', null,
  'a change of an attended event of another project is refused');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', tests.id('alpha'), tests.id('beta call')) $$, 'OPINV', null,
  'a proposal that names another project than the event''s is refused');
select tests.act_as('member2');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', null, tests.id('once')) $$, 'OPNFD', null, 'an event outside the scope is not found');
select tests.act_as('client');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', null, tests.id('once')) $$, 'OPDEN', null, 'a client cannot propose a change of an event');
select tests.act_as('service');
select throws_ok(
  $$ select tests.propose('calendar_event_cancel', '{}', null, tests.id('once')) $$, '42501', null, 'the secret key cannot propose a change of an event');
select tests.act_as('owner');
select is(count(*)::integer, 3, 'each accepted proposal is a pending card') from public.approvals where organization_id = tests.id('North');
select is_empty($$ select from public.calendar_events where status = 'cancelled' $$, 'a proposal does not cancel its event');

select * from finish();
rollback;
