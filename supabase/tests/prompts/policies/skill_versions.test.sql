-- Everyone except client contacts reads the skills of their organization.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.skill_versions', expected)
from (values
  ('admin', array['North skill text']),
  ('lead', array['North skill text']),
  ('member', array['North skill text']),
  ('member2', array['North skill text']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South skill text']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.skill_versions where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North skill text', 'South skill text']);

select tests.refuses_writes('public.skill_versions');

select * from finish();
rollback;
