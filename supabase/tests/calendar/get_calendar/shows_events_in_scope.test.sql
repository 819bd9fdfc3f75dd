begin;
select plan(22);
select tests.two_agencies();
insert into public.calendar_events (
  id, organization_id, provider, external_id, calendar_id, project_id, summary, starts_at, ends_at, time_zone, attendees,
  organizer_email, uid, match_reason, status)
select tests.id(title), tests.id(agency), 'google_calendar', title, calendar || '@tests.test', tests.id(project), title, starts::timestamptz,
  ends::timestamptz, 'Europe/Berlin', attendees::text[], organizer, uid, case when project is not null then 'The title names it' end,
  status::public.calendar_event_status
from (values
  ('Alpha review', 'North', 'lead', 'alpha', '2026-03-02 09:00Z', '2026-03-02 10:00Z', '{client@tests.test}', 'lead@tests.test', 'u1', 'confirmed'),
  ('Alpha review copy', 'North', 'member2', null, '2026-03-02 09:00Z', '2026-03-02 10:00Z', '{client@tests.test}', 'lead@tests.test', 'u1', 'confirmed'),
  ('Beta review', 'North', 'lead', 'beta', '2026-03-03 09:00Z', '2026-03-03 10:00Z', '{}', null, null, 'tentative'),
  ('Lunch', 'North', 'lead', null, '2026-03-04 09:00Z', '2026-03-04 10:00Z', '{Member@tests.test}', null, null, 'confirmed'),
  ('Harbour weekly', 'North', 'lead', null, '2026-03-04 10:00Z', '2026-03-04 10:00Z', '{client@tests.test}', null, null, 'confirmed'),
  ('Gone', 'North', 'lead', 'alpha', '2026-03-05 09:00Z', '2026-03-05 10:00Z', '{}', null, null, 'cancelled'),
  ('Before', 'North', 'lead', 'alpha', '2026-02-27 09:00Z', '2026-03-01 23:00Z', '{}', null, null, 'confirmed'),
  ('Over midnight', 'North', 'lead', 'alpha', '2026-03-01 20:00Z', '2026-03-02 01:00Z', '{}', null, null, 'confirmed'),
  ('Delta', 'South', 'other_admin', 'delta', '2026-03-02 09:00Z', '2026-03-02 10:00Z', '{}', null, null, 'confirmed')
) as entries (title, agency, calendar, project, starts, ends, attendees, organizer, uid, status);

create function tests.titles(scope text default 'team', project uuid default null)
returns text[]
language sql
as $$
  select array(select event ->> 'title' from jsonb_array_elements(
    public.get_calendar('2026-03-01 23:00Z', '2026-03-08 23:00Z', scope, project) -> 'events') as event)
$$;
grant execute on function tests.titles(text, uuid) to authenticated;

select tests.act_as('lead');
select is(tests.titles(), '{Over midnight,Alpha review,Beta review,Lunch,Harbour weekly}', 'a lead sees all events of the week, and copies of one event only once');
select is(tests.titles('unmatched'), '{Lunch,Harbour weekly}', 'a lead can list events without a project');
select is(tests.titles('own'), '{Over midnight,Alpha review,Beta review,Lunch,Harbour weekly}', 'a lead can list the events of their own calendar');
select is(tests.titles('team', tests.id('beta')), '{Beta review}', 'a lead can list the events of one project');
select is((public.get_calendar('2026-03-01 23:00Z', '2026-03-08 23:00Z') ->> 'unmatched_count')::integer, 2, 'the answer counts unmatched events');
select is(
  (public.get_calendar('2026-03-04', '2026-03-05', 'unmatched') #> '{events,1,candidates,0}') - 'score',
  jsonb_build_object('project', jsonb_build_object('id', tests.id('alpha'), 'name', 'alpha', 'code', 'P-1'),
    'reason', 'client@tests.test is a contact of Harbour. The title names Harbour'),
  'an unmatched event has candidates');
select is(
  public.get_calendar('2026-03-02', '2026-03-03') #> '{events,1,attendees}',
  jsonb_build_array(jsonb_build_object('email', 'client@tests.test', 'person', jsonb_build_object('id', tests.id('client'), 'name', 'client'))),
  'an attendee who is a person has their name');
select is(
  public.get_calendar('2026-03-02', '2026-03-03') #> '{events,1,match}',
  '{"reason": "The title names it", "is_override": false}', 'a matched event has the reason of its match');

select tests.act_as('member');
select is(tests.titles(), '{Over midnight,Alpha review,Lunch}', 'a member sees the events of their projects and the events that they attend');
select is(tests.titles('own'), '{Lunch}', 'a member can list only the events they attend');
select is(public.get_calendar('2026-03-01', '2026-03-08') -> 'unmatched_count', 'null', 'a member does not get the number of unmatched events');
select throws_ok($$ select tests.titles('unmatched') $$, 'OPDEN', null, 'a member cannot list unmatched events');
select throws_ok($$ select tests.titles('team', tests.id('beta')) $$, 'OPNFD', null, 'a member cannot list the events of another project');
select tests.act_as('member2');
select is(tests.titles(), '{Alpha review copy,Beta review}', 'a member sees every event that they attend, whatever its project');
select is(
  public.get_calendar('2026-03-02', '2026-03-03') #> '{events,0,project}', 'null', 'an attendee does not see the project of an event outside their scope');
select tests.act_as('other_admin');
select is(tests.titles(), '{Delta}', 'another organization sees its own events');
select tests.act_as('client');
select throws_ok($$ select tests.titles() $$, 'OPDEN', null, 'a client cannot read the calendar');
select tests.act_as('outsider');
select throws_ok($$ select tests.titles() $$, 'OPDEN', null, 'an outsider cannot read the calendar');

select tests.act_as('lead');
select is(
  (select array_agg(page #>> '{events,0,title}') from (
     select public.get_calendar('2026-03-01 23:00Z', '2026-03-08 23:00Z', page_size => 1) as page
     union all
     select public.get_calendar('2026-03-01 23:00Z', '2026-03-08 23:00Z', page_size => 1, cursor =>
       public.get_calendar('2026-03-01 23:00Z', '2026-03-08 23:00Z', page_size => 1) ->> 'next_cursor')) as pages),
  '{Over midnight,Alpha review}', 'the next page continues after the last event of the first');
select throws_ok($$ select public.get_calendar('2026-03-01', '2026-09-01') $$, 'OPINV', null, 'a period of half a year is refused');
select throws_ok($$ select public.get_calendar('2026-03-02', '2026-03-01') $$, 'OPINV', null, 'a period that ends before it starts is refused');
select is(
  (select ((calendar ->> 'to')::timestamptz - (calendar ->> 'from')::timestamptz) between interval '166 hours' and interval '170 hours'
   from public.get_calendar() as calendar), true, 'the default period is this week');

select * from finish();
rollback;
