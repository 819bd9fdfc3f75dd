-- People who see a client read its contacts. No client contact reads them.
begin;
select plan(24);
select tests.two_agencies();
insert into public.contacts (id, organization_id, client_id, name, email, archived_at) values
  (tests.id('Harbour contact'), tests.id('North'), tests.id('Harbour'), 'Contact', 'contact@harbour.test', null),
  (tests.id('Garden contact'), tests.id('North'), tests.id('Garden'), 'Contact', 'contact@harbour.test', now()),
  (tests.id('South contact'), tests.id('South'), tests.id('South Harbour'), 'Contact', 'contact@harbour.test', null);

select tests.sees(persona, 'select id from public.contacts', expected)
from (values
  ('admin', array['Harbour contact', 'Garden contact']),
  ('lead', array['Harbour contact', 'Garden contact']),
  ('member', array['Harbour contact', 'Garden contact']),
  ('member2', array['Garden contact']),
  ('client', '{}'),
  ('outsider', '{}'),
  ('other_admin', array['South contact']),
  ('anonymous', null)
) as cases (persona, expected);
select tests.sees('service',
  $$ select id from public.contacts where organization_id in (tests.id('North'), tests.id('South')) $$,
  array['Harbour contact', 'Garden contact', 'South contact']);

select tests.act_as('owner');
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select tests.sees('member', 'select id from public.contacts', array['Garden contact']);

select tests.refuses_writes('public.contacts');

select tests.act_as('owner');
select throws_ok(
  $$ insert into public.contacts (organization_id, client_id, name) values (tests.id('South'), tests.id('Harbour'), 'Contact') $$,
  '23503', null, 'a contact must belong to a client of its own organization');
select throws_ok(
  $$ update public.contacts set email = 'Contact@Harbour.test' where id = tests.id('Harbour contact') $$,
  '23514', null, 'an address must be in lower case');
select lives_ok(
  $$ update public.contacts set email = null where id = tests.id('Harbour contact') $$, 'a contact may lack an address');

select * from finish();
rollback;
