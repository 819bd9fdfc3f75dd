-- A person who sees a project sees its tasks, including archived ones.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.tasks', expected)
from (values
  ('admin', array['alpha task', 'beta task', 'gamma task', 'shared task']),
  ('lead', array['alpha task', 'beta task', 'gamma task', 'shared task']),
  ('member', array['alpha task', 'shared task']),
  ('member2', array['beta task', 'shared task']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta task']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.tasks where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha task', 'beta task', 'gamma task', 'shared task', 'delta task']);

select tests.refuses_writes('public.tasks');

select * from finish();
rollback;
