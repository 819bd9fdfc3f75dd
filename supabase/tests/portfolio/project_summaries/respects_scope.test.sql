-- The view runs as the caller, with the scope of its tables.
begin;
select plan(9);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.project_summaries', expected)
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
  $$ select id from public.project_summaries where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha', 'beta', 'gamma', 'shared', 'delta']);

select * from finish();
rollback;
