-- A meeting with a clear project can be found and cited at once. A meeting without one waits and cannot be found.
begin;
select plan(33);
select tests.two_agencies();
select tests.meetings();
create function pg_temp.search(persona text, query text) returns text language plpgsql as $$
declare
  v_answer text;
begin
  perform tests.act_as(persona);
  select string_agg(answer ->> 'source_kind', ' ') into v_answer
  from jsonb_array_elements(public.search_passages(query) -> 'results') as answers (answer);
  perform tests.act_as('owner');
  return v_answer;
end $$;
grant execute on function pg_temp.search(text, text) to authenticated;

select is(tests.counts(tests.sync('meetings', array[
  tests.meeting('1'),
  tests.meeting('2', changes => '{"title": "Dentist", "invitees": [], "summary": "The walrus waits."}'),
  tests.meeting('3', changes => '{"title": "Garden", "invitees": []}')])), '{3,0,0,0,0,0}', 'a page of meetings is stored');
select is((select project_id from public.sources where id = tests.meeting_id('1')), tests.id('alpha'),
  'a meeting is matched to the project by a contact of the client and by its title');
select results_eq(
  $$ select matched_by::text, match_reason from public.meetings where external_id = '1' $$,
  $$ values ('evidence', 'client@tests.test is a contact of Harbour. The title names alpha') $$, 'a matched meeting has the reason of its match');
select results_eq(
  $$ select project_id, matched_by::text, match_reason from public.meetings join public.sources using (id)
     where external_id in ('2', '3') $$,
  $$ values (null::uuid, null::text, null::text), (null, null, null) $$, 'a meeting without evidence or with equal candidates has no project');

select results_eq(
  $$ select content, location from public.passages where source_id = tests.meeting_id('1') order by position $$,
  $$ values (E'## Decisions\nThe zinnia marquee is booked.', '{"heading": "Summary"}'::jsonb),
            (E'Ines: We need the xylophone by Friday.\nMember: I will order it today.', '{"speaker": "Ines", "at": "00:00:03"}') $$,
  'passages of a meeting have speakers and times');
select is(pg_temp.search('member', 'xylophone'), 'meeting', 'a member of the project finds the meeting');
select is(pg_temp.search('member2', 'xylophone'), null, 'a member of another project does not find the meeting');
select is(pg_temp.search('admin', 'walrus'), null, 'a meeting without a project is not found');
select is_empty($$ select from public.passages where source_id = tests.meeting_id('2') $$, 'a meeting without a project is not indexed');

select tests.sees(persona, 'select id from public.meetings', expected)
from (values ('member2', '{}'::text[]), ('client', '{}'), ('outsider', '{}'), ('other_admin', '{}'), ('anonymous', null)) as cases (persona, expected);
select tests.act_as('member');
select results_eq('select external_id from public.meetings', array['1'], 'a member sees only the meetings of their projects');
select tests.act_as('lead');
select results_eq('select external_id from public.meetings order by 1', array['1', '2', '3'], 'a lead also sees meetings without a project');
select tests.act_as('owner');
select results_eq(
  $$ select source_id, project_id, title, body from public.project_notes $$,
  $$ select tests.meeting_id('1'), tests.id('alpha'), 'Alpha: weekly call'::text, E'## Decisions\n\nThe zinnia marquee is booked.' $$,
  'the note of the project has an entry of the meeting');

-- The vendor edits a meeting.
select is(tests.counts(tests.sync('meetings', array[
  tests.meeting('1'), tests.meeting('2', '2', '{"title": "P-2 kick-off", "invitees": [], "summary": "The walrus waits."}')])),
  '{0,1,1,0,0,0}', 'a meeting with another title is updated');
select is((select project_id from public.sources where id = tests.meeting_id('2')), tests.id('beta'), 'a meeting is matched by its new title');
select is(pg_temp.search('member2', 'walrus'), 'meeting', 'a meeting that is matched later is found');
select is(tests.counts(tests.sync('meetings', array[tests.meeting('2', '3', '{"title": "P-1 kick-off", "invitees": []}')])),
  '{0,1,0,0,0,0}', 'a matched meeting gets a title that names another project');
select is((select project_id from public.sources where id = tests.meeting_id('2')), tests.id('beta'), 'a new title does not move a matched meeting');
select is((select title from public.project_notes where source_id = tests.meeting_id('2')), 'P-1 kick-off', 'the entry of a renamed meeting has the new title');

-- The calendar takes precedence over people and title.
insert into public.calendar_events (organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
values (tests.id('North'), 'google_calendar', 'e', tests.id('shared'), 'ALPHA weekly call', now() - interval '2 days 5 minutes',
  now() - interval '1 day', 'UTC');
select is(tests.counts(tests.sync('meetings', array[tests.meeting('4')])), '{1,0,0,0,0,0}', 'a meeting of a calendar event is stored');
select results_eq(
  $$ select project_id, match_reason from public.meetings join public.sources using (id) where external_id = '4' $$,
  $$ values (tests.id('shared'), 'Matches the calendar event “ALPHA weekly call”') $$, 'a meeting has the project of its calendar event');

-- The vendor deletes a meeting.
select is(tests.counts(tests.sync('meetings', array[tests.meeting('2', '3', '{"title": "P-1 kick-off", "invitees": []}'),
  tests.meeting('3', changes => '{"title": "Garden", "invitees": []}'), tests.meeting('4')], true)), '{0,0,3,1,0,0}', 'a complete listing that lacks a meeting removes it');
select is_empty($$ select from public.sources where id = tests.meeting_id('1') and archived_at is null $$, 'the source of a removed meeting is archived');
select is_empty($$ select from public.passages where source_id = tests.meeting_id('1') $$, 'the text of a removed meeting is deleted');
select is_empty($$ select from public.project_notes where source_id = tests.meeting_id('1') $$, 'the entry of a removed meeting is deleted');
select is_empty($$ select from private.meeting_texts where meeting_id = tests.meeting_id('1') $$, 'the transcript of a removed meeting is deleted');
create temporary table removed as select tests.meeting_id('1') as id;
select is(tests.counts(tests.sync('meetings', array[tests.meeting('1', '2')])), '{1,0,0,0,0,0}', 'a removed meeting that is listed again is restored');
select is((select id from removed), tests.meeting_id('1'), 'a restored meeting is the same row');
select is((select count(*)::int from public.passages where source_id = tests.meeting_id('1')), 2, 'a restored meeting has its text');

select * from finish();
rollback;
