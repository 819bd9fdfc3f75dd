-- A person who sees a project sees its unrestricted releases. A client contact cannot read this table.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select approval_id from public.deliverable_releases', expected)
from (values
  ('admin', array['alpha note card', 'alpha contract card', 'beta note card', 'shared note card']),
  ('lead', array['alpha note card', 'alpha contract card', 'beta note card', 'shared note card']),
  ('member', array['alpha note card', 'shared note card']),
  ('member2', array['beta note card', 'shared note card']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta note card']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select approval_id from public.deliverable_releases where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha note card', 'alpha contract card', 'beta note card', 'shared note card', 'delta note card']);

select tests.refuses_writes('public.deliverable_releases');

select * from finish();
rollback;
