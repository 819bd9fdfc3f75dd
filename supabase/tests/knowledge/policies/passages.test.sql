-- A person who sees a source sees its text.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.passages', expected)
from (values
  ('admin', array['alpha note text', 'alpha contract text', 'North memo text', 'beta note text', 'shared note text']),
  ('lead', array['alpha note text', 'alpha contract text', 'North memo text', 'beta note text', 'shared note text']),
  ('member', array['alpha note text', 'shared note text']),
  ('member2', array['beta note text', 'shared note text']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta note text']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.passages where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha note text', 'alpha contract text', 'North memo text', 'beta note text', 'shared note text', 'delta note text']);

select tests.refuses_writes('public.passages');

select * from finish();
rollback;
