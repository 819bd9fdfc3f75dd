-- Statements of work are restricted: only admins and leads read them, not the members of the project.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select approval_id from public.sow_drafts', expected)
from (values
  ('admin', array['alpha note card', 'alpha contract card', 'beta note card', 'shared note card']),
  ('lead', array['alpha note card', 'alpha contract card', 'beta note card', 'shared note card']),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['delta note card']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select approval_id from public.sow_drafts where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['alpha note card', 'alpha contract card', 'beta note card', 'shared note card', 'delta note card']);

select tests.refuses_writes('public.sow_drafts');

select * from finish();
rollback;
