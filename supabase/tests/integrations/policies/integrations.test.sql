-- Only admins see the connected vendors.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select organization_id from public.integrations', expected)
from (values
  ('admin', array['North']),
  ('lead', '{}'),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select organization_id from public.integrations where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North', 'South']);

select tests.refuses_writes('public.integrations');

select * from finish();
rollback;
