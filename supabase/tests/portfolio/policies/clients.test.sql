-- Admins and leads read every client. Members read those of their projects. A client contact reads none, not even their
-- own.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.clients', expected)
from (values
  ('admin', array['Harbour', 'Garden']),
  ('lead', array['Harbour', 'Garden']),
  ('member', array['Harbour', 'Garden']),
  ('member2', array['Garden']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South Harbour']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.clients where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['Harbour', 'Garden', 'South Harbour']);

select tests.refuses_writes('public.clients');

select * from finish();
rollback;
