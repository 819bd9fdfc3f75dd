-- Admins and leads read everyone in their organization, and members read their colleagues. A client contact reads no one,
-- not even themselves.
begin;
select plan(20);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.people', expected)
from (values
  ('admin', array['admin', 'lead', 'member', 'member2', 'client', 'colleague', 'freelancer']),
  ('lead', array['admin', 'lead', 'member', 'member2', 'client', 'colleague', 'freelancer']),
  ('member', array['admin', 'lead', 'member', 'member2', 'colleague']),
  ('member2', array['admin', 'lead', 'member', 'member2', 'colleague']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['other_admin', 'other_member']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.people where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['admin', 'lead', 'member', 'member2', 'client', 'colleague', 'freelancer', 'other_admin', 'other_member']);

select tests.refuses_writes('public.people');

select * from finish();
rollback;
