-- Whoever sees a project sees the events matched to it; unmatched ones are for nobody.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.calendar_events', expected)
from (values
  ('admin', array['alpha event', 'beta event', 'shared event']),
  ('lead', array['alpha event', 'beta event', 'shared event']),
  ('member', array['alpha event', 'shared event']),
  ('member2', array['beta event', 'shared event']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta event']),
  ('anonymous', null)
) as given (persona, expected);
select tests.sees('service',
  $$ select id from public.calendar_events where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha event', 'beta event', 'shared event', 'private event', 'delta event']);

select tests.refuses_writes('public.calendar_events');

select * from finish();
rollback;
