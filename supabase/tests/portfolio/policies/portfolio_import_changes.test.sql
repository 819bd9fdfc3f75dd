-- Admins and leads read what an import run created and changed.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select run_id from public.portfolio_import_changes', expected)
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
  $$ select run_id from public.portfolio_import_changes where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North run', 'South run']);

select tests.refuses_writes('public.portfolio_import_changes');

select * from finish();
rollback;
