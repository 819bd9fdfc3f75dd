-- Admins and leads read the saved mappings of their organization.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.import_mappings', expected)
from (values
  ('admin', array['North mapping']),
  ('lead', array['North mapping']),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South mapping']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.import_mappings where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North mapping', 'South mapping']);

select tests.refuses_writes('public.import_mappings');

select * from finish();
rollback;
