-- A person who sees a project sees its sources. Only admins and leads see restricted sources and sources without a
-- project.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.sources', expected)
from (values
  ('admin', array['alpha note', 'alpha contract', 'North memo', 'beta note', 'shared note']),
  ('lead', array['alpha note', 'alpha contract', 'North memo', 'beta note', 'shared note']),
  ('member', array['alpha note', 'shared note']),
  ('member2', array['beta note', 'shared note']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta note']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.sources where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha note', 'alpha contract', 'North memo', 'beta note', 'shared note', 'delta note']);

select tests.refuses_writes('public.sources');

select * from finish();
rollback;
