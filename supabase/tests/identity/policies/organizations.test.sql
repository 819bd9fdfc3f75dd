-- Admins, leads and members read their own organization. Client contacts do not.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.organizations', expected)
from (values
  ('admin', array['North']),
  ('lead', array['North']),
  ('member', array['North']),
  ('member2', array['North']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.organizations where id in (tests.id('North'), tests.id('South')) $$,
  array['North', 'South']);

select tests.refuses_writes('public.organizations');

select * from finish();
rollback;
