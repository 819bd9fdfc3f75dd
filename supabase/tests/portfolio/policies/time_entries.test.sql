-- A person who sees a project sees its hours.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.time_entries', expected)
from (values
  ('admin', array['alpha hours', 'beta hours', 'gamma hours', 'shared hours']),
  ('lead', array['alpha hours', 'beta hours', 'gamma hours', 'shared hours']),
  ('member', array['alpha hours', 'shared hours']),
  ('member2', array['beta hours', 'shared hours']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta hours']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.time_entries where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha hours', 'beta hours', 'gamma hours', 'shared hours', 'delta hours']);

select tests.refuses_writes('public.time_entries');

select * from finish();
rollback;
