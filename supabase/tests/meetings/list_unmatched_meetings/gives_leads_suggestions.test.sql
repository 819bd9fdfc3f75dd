-- Admins and leads get the meetings that wait for a project, with suggestions, and a finding about them.
begin;
select plan(13);
select tests.two_agencies();
select tests.meetings();
select tests.sync('meetings', array[
  tests.meeting('1', changes => '{"title": "Garden", "invitees": [{"name": null, "email": "Lead@tests.test", "is_external": false}]}'),
  tests.meeting('2', changes => '{"title": "Dentist", "invitees": []}'), tests.meeting('3')]);

select throws_ok('select public.list_unmatched_meetings()', code, null, persona || ' cannot list unmatched meetings')
from (values ('member', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, code)
cross join lateral (select tests.act_as(persona)) as acting;
select tests.act_as('other_admin');
select is(public.list_unmatched_meetings(), '{"total": 0, "meetings": []}', 'another organization sees no meetings');
select tests.act_as('lead');
select is(public.list_unmatched_meetings() ->> 'total', '2', 'a lead lists the meetings without a project');
select results_eq(
  $$ select meeting ->> 'title', jsonb_array_length(meeting -> 'candidates') from jsonb_array_elements(public.list_unmatched_meetings() -> 'meetings') as meeting order by 1 $$,
  $$ values ('Dentist', 0), ('Garden', 2) $$, 'each meeting has its candidate projects');
select is(
  public.list_unmatched_meetings() @> '{"meetings": [{"candidates": [{"reason": "The title names Garden"}]}]}', true, 'each candidate has its reason');

select tests.act_as('owner');
select results_eq(
  $$ select code, facts from private.organization_findings(tests.id('North')) where code = 'sync_unmatched_meetings' $$,
  $$ values ('sync_unmatched_meetings', '{"provider": "fathom", "stream": "meetings", "meetings": 2}'::jsonb) $$, 'meetings without a project are a finding');
select tests.act_as('lead');
select public.assign_meeting(id, null) from public.meetings where external_id = '2';
select is(public.list_unmatched_meetings() ->> 'total', '1', 'a meeting that a lead leaves without a project no longer waits');
select public.assign_meeting(id, tests.id('beta')) from public.meetings where external_id = '1';
select public.assign_meeting(id, null, false) from public.meetings where external_id = '1';
select is(public.list_unmatched_meetings() ->> 'total', '1', 'a meeting whose assignment is undone waits again');
select public.assign_meeting(id, tests.id('beta')) from public.meetings where external_id = '1';
select tests.act_as('owner');
select is_empty($$ select from private.organization_findings(tests.id('North')) where code = 'sync_unmatched_meetings' $$, 'the finding ends when the last meeting has a project');

select * from finish();
rollback;
