-- A person who sees a project sees its status updates.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.status_updates', expected)
from (values
  ('admin', array['alpha update', 'beta update', 'gamma update', 'shared update']),
  ('lead', array['alpha update', 'beta update', 'gamma update', 'shared update']),
  ('member', array['alpha update', 'shared update']),
  ('member2', array['beta update', 'shared update']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta update']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.status_updates where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha update', 'beta update', 'gamma update', 'shared update', 'delta update']);

select tests.refuses_writes('public.status_updates');

select * from finish();
rollback;
