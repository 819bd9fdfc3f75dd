-- The rows and projects of a vendor's events. No sync changes the choices of people.
begin;
select plan(21);
select tests.two_agencies();
insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
values (tests.id('North'), 'google_calendar', '{"subject": "lead@tests.test"}', 'none', tests.id('admin'));
insert into public.sync_streams (id, organization_id, provider, stream, created_at)
values (tests.id('events stream'), tests.id('North'), 'google_calendar', 'events', '2026-03-02 12:00Z');

create function tests.event(id text, version text default '1', changes jsonb default '{}', calendar text default 'lead@tests.test')
returns jsonb
language sql
as $$
  select tests.record(calendar || '/' || id, version, jsonb_build_object(
    'calendar_id', calendar, 'summary', 'Event ' || id, 'description', null, 'location', null,
    'starts_at', '2026-03-02T09:00:00+01:00', 'ends_at', '2026-03-02T10:00:00+01:00', 'is_all_day', false,
    'time_zone', null, 'status', 'confirmed', 'organizer_email', 'lead@tests.test',
    'attendees', '["Client@tests.test", "member@tests.test"]'::jsonb, 'etag', 'e1', 'url', null, 'uid', id || '@google',
    'series_id', null) || changes)
$$;
create function tests.event_row(id text)
returns public.calendar_events
language sql
as $$ select events from public.calendar_events as events where external_id = event_row.id and calendar_id = 'lead@tests.test' $$;

grant execute on function tests.event_row(text) to authenticated;

select is(
  (select answer -> 'settings' from tests.begin_run('events')) - 'scopes' - 'time_zone',
  '{"subject": "lead@tests.test", "since": "2026-01-01", "calendar_ids": ["admin@tests.test", "colleague@tests.test", "lead@tests.test", "member2@tests.test", "member@tests.test"], "mailboxes": ["admin@tests.test", "colleague@tests.test", "lead@tests.test", "member2@tests.test", "member@tests.test"]}',
  'the calendars of employees are read, from a fixed day');

select is(
  tests.counts(tests.sync('events', array[
    tests.event('a'), tests.event('b', '1', '{"attendees": [], "summary": "P-2 weekly"}'),
    tests.event('c', '1', '{"attendees": ["member@tests.test"], "summary": null, "ends_at": "2026-03-02T09:00:00+01:00"}')])),
  '{3,0,0,0,0,0}', 'events are stored, even without a title or a length');
select results_eq(
  $$ select external_id, project_id, match_reason from public.calendar_events order by 1 $$,
  $$ values ('a', tests.id('alpha'), 'client@tests.test is a contact of Harbour. 1 of 2 colleagues is on the project'),
            ('b', tests.id('beta'), 'The title contains the code P-2'),
            ('c', null, null) $$,
  'each matched event has its reason');
select is((tests.event_row('a')).participants, '{client@tests.test,lead@tests.test,member@tests.test}', 'each event has its participants');

select tests.act_as('lead');
select lives_ok($$ select public.override_event_project((tests.event_row('c')).id, tests.id('shared')) $$, 'a lead chooses a project');
select tests.act_as('owner');
select is((tests.event_row('c')).match_reason, 'Chosen by lead', 'the reason names the person who chose');
select is(
  tests.counts(tests.sync('events', array[
    tests.event('a', '2', '{"attendees": []}'), tests.event('c', '2', '{"summary": "P-2 weekly"}')])),
  '{0,2,0,0,0,0}', 'a page with changes of two events is applied');
select is((tests.event_row('c')).project_id, tests.id('shared'), 'a sync that would match another project does not change a chosen project');
select is((tests.event_row('a')).project_id, null, 'an event that no longer matches a project has none');
select tests.sync('events', array[tests.event('c', '2', '{}', 'member@tests.test')]);
select is(
  (select project_id from public.calendar_events where calendar_id = 'member@tests.test'), tests.id('shared'),
  'a copy of an event in another calendar has the same chosen project');

-- A calendar is listed again after its cursor has expired, so events that the listing lacks are deleted ones.
select is(tests.counts(tests.sync('events', array[tests.event('a', '3')], true)), '{0,1,0,3,0,0}', 'events that a full listing lacks are deleted');
select is((tests.event_row('c')).status, 'cancelled', 'a deleted event is retained as a cancelled row');
select results_eq(
  $$ select summary, description, location, organizer_email, url, participants from tests.event_row('c') $$,
  $$ values ('Removed event', null::text, null::text, null::text, null::text, '{lead@tests.test}'::text[]) $$, 'a deleted event has no text and no attendees, because it may have become private');
select is(count(*)::integer, 1, 'the choice of a project for a deleted event is retained') from public.calendar_event_project_overrides;
select is(tests.counts(tests.sync('events', array[tests.event('c', '4')])), '{1,0,0,0,0,0}', 'a deleted event that is listed again is restored');
select is((tests.event_row('c')).project_id, tests.id('shared'), 'a restored event has the chosen project');
select is(concat_ws(' ', (tests.event_row('c')).status, (tests.event_row('c')).summary), 'confirmed Event c', 'a restored event is confirmed');

insert into public.calendar_events (organization_id, provider, external_id, calendar_id, project_id, summary, starts_at, ends_at, time_zone)
values (tests.id('North'), 'google_calendar', 'card', 'lead@tests.test', tests.id('gamma'), 'By a card', now(), now(), 'UTC');
select tests.sync('events', array[tests.event('card')]);
select is((tests.event_row('card')).project_id, tests.id('gamma'), 'an event that a card created has the project of the card');
select is(count(*)::integer, 1, 'an event that a card created has one row') from public.calendar_events where external_id = 'card';

insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
values (tests.id('North'), tests.id('events stream'), 'lead@tests.test', 'Calendar', tests.id('beta'));
select tests.sync('events', array[tests.event('d', '1', '{"attendees": []}')]);
select is((tests.event_row('d')).match_reason, 'The calendar is assigned to this project', 'a calendar can belong to a project');
select is(tests.counts(tests.sync('events', array[tests.event('e', '1', '{"starts_at": "never"}'), tests.event('f')])), '{1,0,0,0,0,1}', 'a bad event does not stop the others');

select * from finish();
rollback;
