-- Admins and leads read every project. Members read their own.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.projects', expected)
from (values
  ('admin', array['alpha', 'beta', 'gamma', 'shared']),
  ('lead', array['alpha', 'beta', 'gamma', 'shared']),
  ('member', array['alpha', 'shared']),
  ('member2', array['beta', 'shared']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.projects where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha', 'beta', 'gamma', 'shared', 'delta']);

select tests.refuses_writes('public.projects');

select * from finish();
rollback;
