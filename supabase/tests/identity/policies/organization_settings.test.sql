-- Admins and leads read the settings of their organization.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select organization_id from public.organization_settings', expected)
from (values
  ('admin', array['North']),
  ('lead', array['North']),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select organization_id from public.organization_settings where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North', 'South']);

select tests.refuses_writes('public.organization_settings');

select * from finish();
rollback;
