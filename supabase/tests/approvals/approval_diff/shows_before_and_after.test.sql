-- The diff has both sides of every field that would change: the current value and the value on the card.
begin;
select plan(16);
select tests.two_agencies();
select tests.sources();
insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone, attendees, location)
values (tests.id('kick-off'), tests.id('North'), 'local', 'kick-off', tests.id('alpha'), 'Kick-off', '2026-11-27 09:00Z', '2026-11-27 10:00Z',
        'Europe/Berlin', '{a@x.example}', 'Room 1');

create function pg_temp.stand_up() returns void language sql as $$
  insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
  values (tests.id('stand-up'), tests.id('North'), 'local', 'stand-up', tests.id('alpha'), 'Stand-up', '2026-11-27 09:00Z', '2026-11-27 10:00Z',
          'Europe/Berlin')
$$;
create function pg_temp.diff(card uuid) returns setof text language sql as $$
  select format('%s: %s → %s', field ->> 'label', coalesce(field ->> 'before', '-'), coalesce(field ->> 'after', '-'))
  from public.approvals, jsonb_array_elements(private.approval_diff(approvals)) as field where approvals.id = card
$$;
create temporary table card as select
  tests.propose('lead', 'task_create', jsonb_build_object('title', 'Send it', 'assignee_id', tests.id('member'), 'estimate_hours', 2)) as task,
  tests.propose('lead', 'calendar_event_update', jsonb_build_object('event_id', tests.id('kick-off'), 'summary', 'Kick-off',
    'starts_at', '2026-11-27T09:30:00Z', 'attendees', '["b@x.example", "a@x.example"]'::jsonb)) as move,
  tests.propose('lead', 'calendar_event_cancel', jsonb_build_object('event_id', tests.id('kick-off'), 'note', 'Sorry')) as cancel,
  tests.propose('lead', 'deliverable_release', jsonb_build_object('title', 'Guide', 'source_id', tests.id('brief'))) as release,
  tests.propose('lead', 'weekly_update', '{"week_of": "2026-11-23", "headline": "On time", "body": "a"}') as weekly;
grant select on card to public;

select results_eq(format('select pg_temp.diff(%L)', task),
  array['Title: - → Send it', 'Assignee: - → ' || (select name from public.people where id = tests.id('member')), 'Estimate: - → 2'],
  'a new row has no earlier values, and a person appears by name') from card;
select results_eq(format('select pg_temp.diff(%L)', move),
  array['Starts: 2026-11-27T09:00:00Z → 2026-11-27T09:30:00Z', 'Attendees: ["a@x.example"] → ["b@x.example", "a@x.example"]'],
  'a changed event shows only the fields that differ, and each list as a whole') from card;
select results_eq(format('select pg_temp.diff(%L)', cancel),
  array['Title: Kick-off → -', 'Starts: 2026-11-27T09:00:00Z → -', 'Ends: 2026-11-27T10:00:00Z → -', 'Time zone: Europe/Berlin → -',
        'Attendees: ["a@x.example"] → -', 'Location: Room 1 → -', 'Note to attendees: - → Sorry'],
  'a cancelled event shows every field that disappears') from card;
select results_eq(format('select pg_temp.diff(%L)', release), array['Title: - → Guide', 'File: - → Brief'], 'the diff names a file by its title') from card;
update public.sources set is_restricted = true where id = tests.id('brief');
select results_eq(format('select pg_temp.diff(%L)', release),
  array['Title: - → Guide', 'File: - → A file that is no longer visible in this project'], 'the diff hides the title of a file that the project can no longer see') from card;

-- The old value in a diff is the current one, not the one at the time of the proposal.
update public.calendar_events set starts_at = '2026-11-27 09:15Z', summary = 'Start' where id = tests.id('kick-off');
select results_eq(format('select pg_temp.diff(%L)', move),
  array['Title: Start → Kick-off', 'Starts: 2026-11-27T09:15:00Z → 2026-11-27T09:30:00Z', 'Attendees: ["a@x.example"] → ["b@x.example", "a@x.example"]'],
  'the diff compares with the current values') from card;
select tests.act_as('lead');
select is(public.get_inbox(move) #>> '{cards,0,freshness,target_changed}', 'true', 'the card reports that its target changed') from card;
select is(public.get_inbox(task) #>> '{cards,0,freshness,target_changed}', 'false', 'a card without a target has no changed target') from card;
select tests.act_as('owner');
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', cancel)), 'ok', 'a lead approves') from card;
select is((select private.approval_lapse_reasons(approvals) from public.approvals where id = cancel), '[]', 'the approval is valid') from card;
update public.calendar_events set etag = 'new', updated_at = now() where id = tests.id('kick-off');
select is((select private.approval_lapse_reasons(approvals) from public.approvals where id = cancel), '[]', 'a new version number from the vendor does not end the approval') from card;
update public.calendar_events set attendees = '{c@x.example}' where id = tests.id('kick-off');
select is((select private.approval_lapse_reasons(approvals) #>> '{0,code}' from public.approvals where id = cancel), 'target_changed',
  'a change of the event ends the approval') from card;

select is(tests.carry_out(weekly), 'executed', 'the weekly update is published') from card;

-- Readers of this project no longer see an event that was moved to another project.
create temporary table moved as select tests.propose('lead', 'calendar_event_update',
  jsonb_build_object('event_id', tests.id('stand-up'), 'location', 'Room 2')) as id
from (select pg_temp.stand_up()) as made;
select set_eq(format('select pg_temp.diff(%L)', id), array['Location: - → Room 2'], 'the diff shows current values of an event of the same project') from moved;
update public.calendar_events set project_id = tests.id('beta'), summary = 'Margins of Beta', location = 'Vault'
where id = tests.id('stand-up');
select set_eq(format('select pg_temp.diff(%L)', id), array['Location: - → Room 2'], 'the diff hides the values of an event that moved to another project') from moved;
select is((select private.approval_target(approvals) from public.approvals join moved using (id)), null, 'an event of another project is not a target');

select * from finish();
rollback;
