-- A person who sees an account sees its operating profile.
begin;
select plan(21);
select tests.two_agencies();
insert into public.operating_profiles (account_id, organization_id, standing_facts)
select accounts.id, accounts.organization_id, array['They pay late']
from public.accounts where accounts.organization_id in (tests.id('North'), tests.id('South'));
-- Only admins and leads see this account: it has no project.
insert into public.accounts (id, organization_id, client_id, name)
values (tests.id('Harbour print'), tests.id('North'), tests.id('Harbour'), 'Harbour print');
insert into public.operating_profiles (account_id, organization_id) values (tests.id('Harbour print'), tests.id('North'));

select tests.sees(persona, 'select account_id from public.operating_profiles', expected)
from (values
  ('admin', array['Harbour shop', 'Garden site', 'Harbour print']),
  ('lead', array['Harbour shop', 'Garden site', 'Harbour print']),
  ('member', array['Harbour shop', 'Garden site']),
  ('member2', array['Garden site']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South shop']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select account_id from public.operating_profiles where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['Harbour shop', 'Garden site', 'Harbour print', 'South shop']);

select tests.act_as('owner');
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select tests.sees('member', 'select account_id from public.operating_profiles', array['Garden site']);

select tests.refuses_writes('public.operating_profiles');

select * from finish();
rollback;
