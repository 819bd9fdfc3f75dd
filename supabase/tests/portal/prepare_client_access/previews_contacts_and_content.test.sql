-- Before a client contact gets access, a lead previews the contacts and the content. The preview is recorded.
begin;
select plan(13);
select tests.two_agencies();
select tests.portals();
insert into public.people (id, organization_id, email, name, role, is_employee, client_id)
values (tests.id('later'), tests.id('North'), 'later@tests.test', 'later', 'client', false, tests.id('Harbour'));

select tests.act_as('lead');
create temporary table preparation as select public.prepare_client_access(tests.id('Harbour')) as content;
select tests.act_as('owner');
select is(content -> 'contacts', jsonb_build_array(
  jsonb_build_object('id', tests.id('client'), 'name', 'client', 'email', 'client@tests.test', 'access', 'active'),
  jsonb_build_object('id', tests.id('later'), 'name', 'later', 'email', 'later@tests.test', 'access', 'none')), 'the preparation lists the contacts of the client')
from preparation;
select is(content -> 'portal', tests.portal('client')::jsonb, 'the preparation shows exactly the portal that the contacts will see') from preparation;
select is(after -> 'person_ids', to_jsonb(tests.ids(array['client', 'later'])), 'the audit log contains the preparation')
from public.audit_events where action = 'client_access.prepared' and object_id = tests.id('Harbour') and actor_person_id = tests.id('lead');
select is(tests.answer(persona, format('select public.prepare_client_access(%L)', tests.id('Harbour'))), expected, persona || ' cannot prepare the access of a client')
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'),
  ('other_admin', 'OPNFD client_not_found'), ('service', '42501')) as cases (persona, expected);
select is(tests.answer('lead', 'select public.prepare_client_access(null)'), 'OPNFD client_not_found', 'a preparation without a client is refused');

select is(tests.answer(persona, format('select public.release_project_dates(%L, null, null)', tests.id('alpha'))), expected, persona || ' cannot release dates')
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('other_admin', 'OPNFD project_not_found')) as cases (persona, expected);
select is(tests.answer('lead', format('select public.release_project_dates(%L, ''2026-02-01'', ''2026-01-01'')', tests.id('alpha'))), 'OPINV invalid_dates',
  'released dates that end before they start are refused');

select * from finish();
rollback;
