-- Everyone except client contacts sees the skills of their organization.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.skills', expected)
from (values
  ('admin', array['North skill']),
  ('lead', array['North skill']),
  ('member', array['North skill']),
  ('member2', array['North skill']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South skill']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.skills where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North skill', 'South skill']);

select tests.refuses_writes('public.skills');

select * from finish();
rollback;
