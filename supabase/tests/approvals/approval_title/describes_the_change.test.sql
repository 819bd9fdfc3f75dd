-- A title describes the change, with the day and time in the usual form.
begin;
select plan(29);
select tests.two_agencies();
insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
values (tests.id('kick-off'), tests.id('North'), 'local', 'kick-off', tests.id('alpha'), 'Kick-off', '2026-11-27 09:00Z', '2026-11-27 10:00Z', 'Europe/Berlin');

create function pg_temp.title(kind text, payload jsonb) returns text language sql as $$
  select private.approval_title(kind::public.approval_kind, tests.id('alpha'),
    private.check_payload(tests.id('North'), tests.id('alpha'), kind::public.approval_kind, payload), tests.id('North'))
$$;
select is(pg_temp.title(kind, payload::jsonb), title, format('a %s has the title %s', kind, title))
from (values
  ('task_create', '{"title": "Send SOW v2", "due_on": "2026-11-27"}', 'Create task “Send SOW v2”, due Fri, 27 Nov 2026'),
  ('task_create', '{"title": "Send SOW v2"}', 'Create task “Send SOW v2”'),
  ('task_create', '{"title": "A", "due_on": "0009-01-05"}', 'Create task “A”, due Mon, 5 Jan 9'),
  ('calendar_event_create', '{"summary": "Review", "starts_at": "2026-07-01T22:30:00Z", "ends_at": "2026-07-01T23:00:00Z", "time_zone": "Europe/Berlin"}',
   'Create event “Review” on Thu, 2 Jul 2026, 00:30 (Europe/Berlin)'),
  ('calendar_event_update', format('{"event_id": "%s", "starts_at": "2026-11-27T09:30:00Z"}', tests.id('kick-off')),
   'Move event “Kick-off” from Fri, 27 Nov 2026, 10:00 (Europe/Berlin) to Fri, 27 Nov 2026, 10:30 (Europe/Berlin)'),
  ('calendar_event_update', format('{"event_id": "%s", "location": "Room 1"}', tests.id('kick-off')),
   'Change event “Kick-off” on Fri, 27 Nov 2026, 10:00 (Europe/Berlin)'),
  ('calendar_event_cancel', format('{"event_id": "%s"}', tests.id('kick-off')),
   'Cancel event “Kick-off” on Fri, 27 Nov 2026, 10:00 (Europe/Berlin)'),
  ('weekly_update', '{"week_of": "2026-11-23", "headline": "On time", "body": "a"}',
   'Publish the update for the week of Mon, 23 Nov 2026: “On time”'),
  ('weekly_update', '{"week_of": "2026-11-25", "headline": "On time", "body": "a"}',
   'Publish the update for the period starting Wed, 25 Nov 2026: “On time”'),
  ('scope_change', '{"title": "More pages", "description": "a", "hours_change": 12.5, "amount_change": -1200}',
   'Publish scope change “More pages”, +12.5 hours, -1,200 EUR'),
  ('scope_change', '{"title": "More pages", "description": "a"}', 'Publish scope change “More pages”'),
  ('sow_draft', '{"title": "Phase 2", "sections": [{"heading": "a"}]}', 'Publish statement of work “Phase 2”'),
  ('client_readout', '{"title": "March", "sections": [{"heading": "a"}]}', 'Publish readout “March”'),
  ('deliverable_release', '{"title": "Style guide"}', 'Release deliverable “Style guide”'),
  ('scope_summary', '{"title": "Shop", "sections": [{"heading": "a"}]}', 'Record scope summary “Shop”'),
  ('email_draft', '{"to": ["a@x.example"], "subject": "Hello", "body": "a"}', 'Save email draft “Hello” to a@x.example'),
  ('email_draft', '{"to": ["a@x.example", "b@x.example", "c@x.example"], "subject": "Hello", "body": "a"}',
   'Save email draft “Hello” to a@x.example and 2 more'),
  ('scope_flag', '{"title": "Pages", "description": "a", "severity": "high"}', 'Flag scope risk “Pages” (high)'),
  ('sow_estimate', '{"title": "Shop", "hours": "80.50"}', 'Record estimate “Shop”, 80.5 hours'),
  ('prompt_update', '{"rule": "Be\nbrief."}', 'Teach the assistant “Be brief.”'),
  ('prompt_base_update', '{"base": "You help.", "why": "Clearer"}', 'Replace the base prompt: Clearer'),
  ('prompt_base_update', '{"base": "You help."}', 'Replace the base prompt'),
  ('skill_update', '{"name": "review", "title": "Review", "content": "a"}', 'Add skill “Review”')
) as cases (kind, payload, title);
select cmp_ok(length(pg_temp.title('prompt_base_update', jsonb_build_object('base', 'a', 'why', repeat('a ', 900)))), '=', 300, 'a title has a maximum length');
select cmp_ok(length(pg_temp.title('prompt_update', jsonb_build_object('rule', repeat('a ', 900)))), '<', 300, 'a quote in a title has a maximum length');
select throws_ok($$ select pg_temp.title('task_create', '{}') $$, 'OPINV', null, 'an invalid payload has no title');

create temporary table card as
  select tests.propose('lead', 'weekly_update', '{"week_of": "2026-11-23", "headline": "On time", "body": "a"}') as id;
select is(tests.carry_out(id), 'executed', 'the weekly update is executed') from card;
select is(pg_temp.title('weekly_update', jsonb_build_object('withdraw', id)), 'Withdraw the weekly update “On time”', 'the title of a withdrawal names the update') from card;
select is(private.approval_title('weekly_update', tests.id('alpha'), jsonb_build_object('restore', id), tests.id('North')),
  'Republish the weekly update “On time”', 'the title of a restoration names the update') from card;

select * from finish();
rollback;
