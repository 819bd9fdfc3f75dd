-- A person who sees a project sees its members.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select project_id from public.project_members', expected)
from (values
  ('admin', array['alpha', 'beta', 'shared', 'shared']),
  ('lead', array['alpha', 'beta', 'shared', 'shared']),
  ('member', array['alpha', 'shared', 'shared']),
  ('member2', array['beta', 'shared', 'shared']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select project_id from public.project_members where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha', 'beta', 'shared', 'shared', 'delta']);

select tests.refuses_writes('public.project_members');

select * from finish();
rollback;
