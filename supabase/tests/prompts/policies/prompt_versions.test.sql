-- Admins and leads read the prompt.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select id from public.prompt_versions', expected)
from (values
  ('admin', array['North prompt']),
  ('lead', array['North prompt']),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South prompt']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.prompt_versions where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North prompt', 'South prompt']);

select tests.refuses_writes('public.prompt_versions');

select * from finish();
rollback;
