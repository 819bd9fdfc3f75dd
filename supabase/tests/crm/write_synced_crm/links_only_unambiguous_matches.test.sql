-- A company is linked to the client with its name and domain. All other links and creations need a person.
begin;
select plan(22);
select tests.two_agencies();
select tests.crm_and_files();

select is(
  tests.counts(tests.sync('companies', array[
    tests.company('C1'), tests.company('C2', changes => '{"name": "Garden", "domain": "other.test"}'),
    tests.company('C3', changes => '{"name": null}')])),
  '{2,0,0,0,1,0}', 'two companies are stored, and one without a name is left out');
select is(client_id, tests.id('Harbour'), 'a company with the name and domain of a client is linked to the client')
from private.crm_records where external_id = 'C1';
select is(client_id, null, 'a company with only the name of a client is not linked') from private.crm_records where external_id = 'C2';
select is(count(*)::integer, 3, 'reading companies creates no client') from public.clients
where organization_id in (tests.id('North'), tests.id('South'));
select is(name || ' ' || website || ' ' || version, 'Harbour https://www.harbour.test/home 2', 'a linked company does not change its client')
from public.clients where id = tests.id('Harbour');

select is(
  tests.counts(tests.sync('contacts', array[
    tests.contact('P1'), tests.contact('P2', changes => '{"company_external_id": "C2"}'),
    tests.contact('P3', changes => '{"company_external_id": null}')])),
  '{3,0,0,0,0,0}', 'contacts with or without a linked company are stored');
select results_eq(
  $$ select client_id, name, email, title, external_key, managed_by from public.contacts
     where organization_id = tests.id('North') $$,
  $$ values (tests.id('Harbour'), 'Contact P1', 'p1@harbour.test', 'Owner', 'hubspot:P1', 'hubspot') $$,
  'only contacts of linked companies become contacts of the client');

select is(
  tests.counts(tests.sync('deals', array[
    tests.deal('D1'), tests.deal('D2', changes => '{"name": "ALPHA"}'),
    tests.deal('D3', changes => '{"name": "beta"}'), tests.deal('D4', changes => '{"stage": "closedlost", "name": "Lost"}')])),
  '{4,0,0,0,0,0}', 'deals with or without a matching project are stored');
select results_eq(
  $$ select external_id, project_id from private.crm_records where kind = 'deals' and project_id is not null $$,
  $$ values ('D2', tests.id('alpha')) $$, 'a deal is linked only to the project with its name at its own client');
select is(count(*)::integer, 4, 'reading deals creates no project') from public.projects
where organization_id = tests.id('North');

select is(tests.to_review(), array['Garden', 'beta', 'Next phase'], 'unlinked records wait for a person, except lost deals');
select is(
  private.crm_review_json(streams) #> '{rows,0}' ->> 'client_id', tests.id('Garden')::text, 'the client with the name of a company is suggested for the company')
from public.sync_streams as streams where streams.id = tests.id('companies stream');
select is(
  private.crm_review_json(streams) #> '{rows,0}' ->> 'client_id', tests.id('Harbour')::text, 'the client of its company is suggested for a deal')
from public.sync_streams as streams where streams.id = tests.id('deals stream');
select results_eq(
  $$ select subject_name, (facts ->> 'records')::integer from private.sync_findings(tests.id('North')) as findings
     where code = 'crm_records_to_review' order by 1 $$,
  $$ values ('HubSpot companies', 1), ('HubSpot deals', 2) $$, 'portfolio health reports the records that wait for a person');
select is_empty($$ select private.crm_records_to_review(tests.id('South')) $$, 'another organization sees no records');

select is(
  tests.counts(tests.sync('companies', array[tests.company('C1', '2', '{"name": "Renamed"}')])),
  '{0,1,0,0,0,0}', 'a company with a new name is updated');
select is(client_id, tests.id('Harbour'), 'a renamed company keeps its link, because its id is known') from private.crm_records
where external_id = 'C1';

-- Two companies with the same name and domain are both ambiguous.
update private.crm_records set client_id = null where external_id = 'C1';
select tests.sync('companies', array[tests.company('C4'), tests.company('C5')]);
select is(count(*)::integer, 0, 'two companies with the same name and domain are not linked') from private.crm_records where client_id is not null;
select is(count(*)::integer, 2, 'companies with the same name and domain wait for a person')
from private.crm_records_to_review(tests.id('North')) as waiting where waiting.name = 'Harbour';

insert into public.contacts (id, organization_id, client_id, name, email)
values (tests.id('own contact'), tests.id('North'), tests.id('Harbour'), 'Written here', 'p9@harbour.test');
update private.crm_records set client_id = tests.id('Harbour') where external_id = 'C1';
select is(
  tests.counts(tests.sync('contacts', array[tests.contact('P9'), tests.contact('P10', changes => '{"email": "p9@harbour.test"}')])),
  '{2,0,0,0,0,0}', 'contacts with the address of an existing contact are stored');
select is(external_key, 'hubspot:P9', 'the first synced contact with an address is linked to the existing contact') from public.contacts where id = tests.id('own contact');
select is(count(*)::integer, 2, 'the second synced contact with an address becomes another contact') from public.contacts
where email = 'p9@harbour.test';

select * from finish();
rollback;
