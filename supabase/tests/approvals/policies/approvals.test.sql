-- A person who sees a project sees its cards. Only admins and leads see restricted cards and cards without a project.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.approvals', expected)
from (values
  ('admin', array['alpha note card', 'alpha contract card', 'North memo card', 'beta note card', 'shared note card', 'North skill card']),
  ('lead', array['alpha note card', 'alpha contract card', 'North memo card', 'beta note card', 'shared note card', 'North skill card']),
  ('member', array['alpha note card', 'shared note card']),
  ('member2', array['beta note card', 'shared note card']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta note card', 'South skill card']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.approvals where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha note card', 'alpha contract card', 'North memo card', 'beta note card', 'shared note card', 'North skill card', 'delta note card', 'South skill card']);

select tests.refuses_writes('public.approvals');

select * from finish();
rollback;
