begin;
select plan(25);
select tests.two_agencies();
insert into public.sync_streams (id, organization_id, provider, stream, completed_at, listing)
values (tests.id('busy stream'), tests.id('North'), 'google_calendar', 'busy', '2027-03-01 10:00Z', 3);
insert into public.busy_calendars (id, organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
select tests.id(person || ' calendar'), tests.id('North'), 'google_calendar', person || '@tests.test', tests.id(person), '2027-02-28', '2027-04-01', '2027-03-01 08:00Z'
from unnest(array['member', 'lead']) as person;
insert into private.sync_records (organization_id, stream_id, external_id, version, hash, row_id, is_here, seen_listing)
select tests.id('North'), tests.id('busy stream'), person || '@tests.test', '1', 'h', tests.id(person || ' calendar'), true, listing
from (values ('member', 2), ('lead', 1)) as entries (person, listing);
insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at) values
  (tests.id('North'), tests.id('member calendar'), '2027-03-01 08:00Z', '2027-03-01 12:00Z'),
  (tests.id('North'), tests.id('lead calendar'), '2027-03-01 11:00Z', '2027-03-01 15:10Z'),
  (tests.id('North'), tests.id('lead calendar'), '2027-03-05 11:00Z', '2027-03-05 12:00Z');

insert into public.calendar_events (organization_id, provider, external_id, calendar_id, project_id, summary, starts_at, ends_at, time_zone, attendees)
values (tests.id('North'), 'google_calendar', 'e', 'member@tests.test', tests.id('alpha'), 'Canary', '2027-03-01 08:00Z', '2027-03-01 12:00Z',
  'UTC', '{member2@tests.test}');

create function tests.monday(person_ids uuid[] default null, minutes integer default null)
returns jsonb
language sql
as $$ select public.get_availability('2027-02-28 23:00Z', '2027-03-01 23:00Z', person_ids, minutes) $$;
create function tests.person(name text)
returns jsonb
language sql
as $$ select tests.monday(array[tests.id(name)]) #> '{people,0}' $$;
grant execute on function tests.monday(uuid[], integer), tests.person(text) to authenticated;

select tests.act_as('member2');
select is(
  (select array_agg(person #>> '{person,name}') from jsonb_array_elements(tests.monday() -> 'people') as person),
  '{admin,colleague,lead,member,member2}', 'employees are listed by name, without clients and freelancers');
select is(
  tests.person('member') -> 'sync',
  '{"state": "fresh", "provider": "google_calendar", "synced_at": "2027-03-01T10:00:00+00:00",
    "window_starts_at": "2027-02-28T00:00:00+00:00", "window_ends_at": "2027-04-01T00:00:00+00:00"}',
  'a calendar that the last listing found unchanged is as fresh as that listing');
select is(tests.person('lead') #>> '{sync,synced_at}', '2027-03-01T08:00:00+00:00', 'a calendar that the listing lacked is as old as its last blocks');
select is(tests.person('colleague') -> 'sync', '{"state": "never", "provider": null, "synced_at": null, "window_starts_at": null, "window_ends_at": null}', 'a calendar that was never read has no time of a sync');
select is(
  tests.person('member') -> 'blocks',
  '[{"starts_at": "2027-03-01T08:00:00+00:00", "ends_at": "2027-03-01T12:00:00+00:00", "why": "Busy, from Google Calendar, synced 1 Mar 11:00"}]',
  'a block has its origin and no title');
select is(tests.person('lead') -> 'working_hours', '[{"starts_at": "2027-03-01T08:00:00+00:00", "ends_at": "2027-03-01T16:00:00+00:00"}]',
  'the default working hours are eight from nine o''clock in the organization''s zone');
select is(
  tests.monday(array[tests.id('member'), tests.id('lead')], 15) -> 'slots',
  '[{"starts_at": "2027-03-01T15:15:00+00:00", "ends_at": "2027-03-01T15:30:00+00:00"},
    {"starts_at": "2027-03-01T15:30:00+00:00", "ends_at": "2027-03-01T15:45:00+00:00"},
    {"starts_at": "2027-03-01T15:45:00+00:00", "ends_at": "2027-03-01T16:00:00+00:00"}]',
  'a slot is free for both people, is within working hours and begins on a quarter hour');
select is(tests.monday(array[tests.id('member'), tests.id('lead')], 60) -> 'slots', '[]', 'no slot is shorter than requested');
select is(jsonb_array_length(tests.monday(array[tests.id('member')], 60) -> 'slots'), 4, 'a request for one person has more slots than one for two people');
select is(tests.monday() -> 'slots', 'null', 'slots are computed only on request');
select is(jsonb_array_length(public.get_availability('2027-03-26', '2027-03-29 23:00Z', array[tests.id('member')], 480) -> 'slots'), 2, 'a slot can last a whole working day');
select is(
  public.get_availability('2027-03-28 22:00Z', '2027-03-29 22:00Z') #>> '{people,0,working_hours,0,starts_at}', '2027-03-29T07:00:00+00:00',
  'work begins at nine local time after the clocks change');
select is(
  public.get_availability('2020-03-01', '2020-03-03', null, 60) -> 'slots', '[]', 'no slot is in the past');
select is(
  jsonb_path_query_array(
    public.get_availability('2027-03-31', '2027-04-05', array[tests.id('member')], 480) -> 'slots', '$[*].starts_at'),
  '["2027-03-31T07:00:00+00:00"]', 'no slot is outside the period that was synced');
select is(
  public.get_availability('2027-04-05', '2027-04-07', array[tests.id('member'), tests.id('colleague')], 60) -> 'slots', '[]',
  'a colleague without a calendar doesn''t extend the synced period');
select is(
  jsonb_array_length(public.get_availability('2027-04-05', '2027-04-06', array[tests.id('colleague')], 60) -> 'slots'), 8,
  'slots of people without a calendar depend on their working hours alone');
select is(
  public.get_availability('2027-03-01', '2027-03-02', page_size => 2, cursor =>
    public.get_availability('2027-03-01', '2027-03-02', page_size => 2) ->> 'next_cursor') #>> '{people,0,person,name}',
  'lead', 'the next page continues after the last person of the first');

select ok(
  not tests.monday(null, 15)::text ilike '%canary%' and public.get_calendar('2027-02-28', '2027-03-02')::text like '%Canary%',
  'a title appears in the attendee''s calendar and in no availability');
select throws_ok($$ select tests.monday(array[tests.id('client')]) $$, 'OPNFD', null, 'a client contact is not found');
select throws_ok($$ select tests.monday(array[tests.id('other_admin')]) $$, 'OPNFD', null, 'a person of another organization is not found');
select throws_ok($$ select public.get_availability('2027-03-01', '2027-05-01') $$, 'OPINV', null, 'a period of two months is refused');
select throws_ok($$ select tests.monday(null, 1) $$, 'OPINV', null, 'a slot of one minute is refused');
select tests.act_as('client');
select throws_ok($$ select tests.monday() $$, 'OPDEN', null, 'a client cannot read availability');
select tests.act_as('outsider');
select throws_ok($$ select tests.monday() $$, 'OPDEN', null, 'an outsider cannot read availability');
select tests.act_as('other_admin');
select is(
  (select jsonb_agg(person -> 'blocks') from jsonb_array_elements(tests.monday() -> 'people') as person),
  null, 'an admin of another organization sees no busy times');

select * from finish();
rollback;
