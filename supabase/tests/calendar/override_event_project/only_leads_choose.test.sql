begin;
select plan(14);
select tests.two_agencies();
insert into public.calendar_events (id, organization_id, provider, external_id, calendar_id, summary, starts_at, ends_at, time_zone, attendees)
select tests.id(title), tests.id(agency), 'google_calendar', title, 'lead@tests.test', title, '2026-03-02 09:00Z', '2026-03-02 10:00Z', 'UTC', '{client@tests.test,member@tests.test}'
from (values ('review', 'North'), ('foreign', 'South')) as entries (title, agency);

select tests.act_as('member');
select throws_ok($$ select public.override_event_project(tests.id('review'), tests.id('alpha')) $$, 'OPDEN', null, 'a member cannot choose a project');
select throws_ok($$ select public.clear_event_override(tests.id('review')) $$, 'OPDEN', null, 'a member cannot clear a choice');
select tests.act_as('client');
select throws_ok($$ select public.override_event_project(tests.id('review'), tests.id('alpha')) $$, 'OPDEN', null, 'a client cannot choose a project');
select tests.act_as('lead');
select throws_ok($$ select public.override_event_project(tests.id('foreign'), tests.id('alpha')) $$, 'OPNFD', null, 'an event of another organization is not found');
select throws_ok($$ select public.override_event_project(tests.id('review'), tests.id('delta')) $$, 'OPNFD', null, 'a project of another organization is not found');
select tests.act_as('service');
select throws_ok($$ select public.override_event_project(tests.id('review'), tests.id('alpha')) $$, '42501', null, 'the secret key cannot choose a project');
select tests.act_as('owner');
select is(count(*)::integer, 0, 'the refusals store no choice') from public.calendar_event_project_overrides;
select is(project_id, null, 'the refusals leave the event without a project') from public.calendar_events where id = tests.id('review');

select tests.act_as('lead');
select is(
  public.override_event_project(tests.id('review'), tests.id('beta')) #>> '{event,match,reason}', 'Chosen by lead', 'a lead chooses the project');
select is(
  (public.override_event_project(tests.id('review'), tests.id('shared')) ->> 'previous_project_id')::uuid, tests.id('beta'),
  'the answer names the previous choice, for undo');
select is(
  public.clear_event_override(tests.id('review')) #>> '{event,match,reason}',
  'client@tests.test is a contact of Harbour. The only colleague involved is on the project', 'an event whose choice is cleared is matched again');
select tests.act_as('owner');
select is(project_id, tests.id('alpha'), 'an event is matched to the project of its people') from public.calendar_events where id = tests.id('review');
select is(count(*)::integer, 0, 'clearing a choice deletes its row') from public.calendar_event_project_overrides;
select is(
  (select array_agg(action order by occurred_at, action) from public.audit_events where object_id = tests.id('review')),
  '{calendar.override_cleared,calendar.project_overridden,calendar.project_overridden}', 'the audit log contains each choice and its clearing');

select * from finish();
rollback;
