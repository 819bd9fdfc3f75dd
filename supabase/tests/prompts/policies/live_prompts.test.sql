-- Admins and leads see the live prompt.
begin;
select plan(20);
select tests.two_agencies();
select tests.cards();

select tests.sees(persona, 'select live_version_id from public.live_prompts', expected)
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
  $$ select live_version_id from public.live_prompts where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North prompt', 'South prompt']);

select tests.refuses_writes('public.live_prompts');

select * from finish();
rollback;
