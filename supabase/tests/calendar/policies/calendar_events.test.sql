-- Viewers of a project see the events matched to it. Admins and leads see unmatched ones too. An attendee does not see
-- the row, because it names the project; get_calendar leaves the project out.
begin;
select plan(31);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.calendar_events', expected)
from (values
  ('admin', array['alpha event', 'beta event', 'shared event', 'private event']),
  ('lead', array['alpha event', 'beta event', 'shared event', 'private event']),
  ('member', array['alpha event', 'shared event']),
  ('member2', array['beta event', 'shared event']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta event']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.calendar_events where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha event', 'beta event', 'shared event', 'private event', 'delta event']);

select tests.act_as('owner');
update public.calendar_events set attendees = '{MEMBER@tests.test,client@tests.test}' where id = tests.id('private event');
update public.calendar_events set organizer_email = 'member@tests.test' where id = tests.id('delta event');
select tests.sees(persona, 'select id from public.calendar_events', expected)
from (values
  ('member', array['alpha event', 'shared event']),
  ('member2', array['beta event', 'shared event']),
  ('client', '{}')
) as cases (persona, expected);

select tests.act_as('owner');
insert into public.calendar_event_project_overrides (organization_id, event_id, project_id, chosen_by)
values (tests.id('North'), tests.id('beta event'), tests.id('beta'), tests.id('lead'));
select tests.sees(persona, 'select event_id from public.calendar_event_project_overrides', expected)
from (values
  ('admin', array['beta event']), ('lead', array['beta event']), ('member', '{}'), ('member2', array['beta event']),
  ('client', '{}'), ('outsider', '{}'), ('other_admin', '{}'), ('anonymous', null)
) as cases (persona, expected);

select tests.refuses_writes('public.calendar_events');

select * from finish();
rollback;
