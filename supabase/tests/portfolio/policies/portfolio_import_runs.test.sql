-- Admins and leads read the import runs of their organization.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.portfolio_import_runs', expected)
from (values
  ('admin', array['North run']),
  ('lead', array['North run']),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South run']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.portfolio_import_runs where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North run', 'South run']);

select tests.refuses_writes('public.portfolio_import_runs');

select * from finish();
rollback;
