-- Admins read the invitations of their organization. No one can read the hash of the token.
begin;
select plan(24);
select tests.two_agencies();

select tests.sees(persona, 'select id from public.invitations', expected)
from (values
  ('admin', array['North invitation']),
  ('lead', '{}'),
  ('member', '{}'),
  ('member2', '{}'),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South invitation']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.invitations where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['North invitation', 'South invitation']);

select is_empty(
  $$ select column_name, role from information_schema.columns
     cross join unnest(array['authenticated', 'service_role']) as role
     where table_schema = 'public' and table_name = 'invitations'
       and has_column_privilege(role, 'public.invitations', column_name, 'select') <> (column_name <> 'token_hash') $$,
  'every column is readable but token_hash');
select tests.act_as('admin');
select throws_ok('select token_hash from public.invitations', '42501', null, 'an admin cannot read the hash');
select throws_ok($$ select id from public.invitations where token_hash = 'x' $$, '42501', null,
  'an admin cannot filter by the hash');
select tests.act_as('service');
select throws_ok('select * from public.invitations', '42501', null, 'the secret key cannot read the hash');

select tests.refuses_writes('public.invitations');

select * from finish();
rollback;
