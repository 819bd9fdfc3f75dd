-- Admins and leads read every account. Members read those of their projects.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.accounts', expected)
from (values
  ('admin', array['Harbour shop', 'Garden site']),
  ('lead', array['Harbour shop', 'Garden site']),
  ('member', array['Harbour shop', 'Garden site']),
  ('member2', array['Garden site']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South shop']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.accounts where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['Harbour shop', 'Garden site', 'South shop']);

select tests.refuses_writes('public.accounts');

select * from finish();
rollback;
