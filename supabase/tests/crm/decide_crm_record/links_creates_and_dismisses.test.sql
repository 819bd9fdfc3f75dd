-- A person decides once about each record, and can undo the decision.
begin;
select plan(34);
select tests.two_agencies();
select tests.crm_and_files();
select tests.sync('companies', array[
  tests.company('C1'), tests.company('C2', changes => '{"name": "New client", "domain": "new.test"}'),
  tests.company('C3', changes => '{"name": "Garden Ltd", "domain": "garden.test"}')]);
select tests.sync('contacts', array[tests.contact('P2', changes => '{"company_external_id": "C2"}')]);
select tests.sync('deals', array[tests.deal('D1'), tests.deal('D2', changes => '{"name": "Another phase"}')]);
update private.crm_records set id = tests.id(external_id) where organization_id = tests.id('North');
create function tests.refuses_call(persona text, call text, code text)
returns text
language plpgsql
as $$
begin
  perform tests.act_as(persona);
  return throws_ok(format('select public.%s', call), code, null, format('%s is refused %s', persona, call));
end;
$$;
grant execute on function tests.refuses_call(text, text, text) to anon, authenticated, service_role;

-- Other callers are refused.
select tests.refuses_call(persona, call, code)
from (values ('member', 'OPDEN'), ('client', 'OPDEN'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, code),
  (values ('link_crm_record(tests.id(''C3''), tests.id(''Garden''))'), ('create_from_crm_record(tests.id(''C2''))'),
    ('dismiss_crm_record(tests.id(''C3''))'), ('reopen_crm_record(tests.id(''C1''))')) as calls (call);
select tests.act_as('owner');
select results_eq(
  $$ select external_id, client_id from private.crm_records where client_id is not null or dismissed_at is not null $$,
  $$ values ('C1', tests.id('Harbour')) $$, 'the refusals link and dismiss no record');
select tests.act_as('other_admin');
select throws_ok(
  $$ select public.link_crm_record(tests.id('C3'), tests.id('South Harbour')) $$, 'OPNFD', null,
  'an admin of another organization does not find the record');

select tests.act_as('lead');
select throws_ok(
  $$ select public.link_crm_record(tests.id('C3'), tests.id('South Harbour')) $$, 'OPNFD', null,
  'a client of another organization is not found');
select lives_ok($$ select public.link_crm_record(tests.id('C3'), tests.id('Garden')) $$, 'a lead links a company');
select lives_ok($$ select public.create_from_crm_record(tests.id('C2')) $$, 'a lead creates the client of another company');
select throws_ok($$ select public.create_from_crm_record(tests.id('C2')) $$, 'OPSTA', null, 'a lead cannot create the client twice');
select lives_ok(
  $$ select public.create_from_crm_record(tests.id('D1'), tests.id('Harbour shop')) $$, 'a lead creates a planned project for a deal');
select lives_ok($$ select public.dismiss_crm_record(tests.id('D2')) $$, 'a lead dismisses another deal');
select tests.act_as('owner');
select results_eq(
  $$ select clients.name, clients.website, contacts.name from public.clients
     left join public.contacts on contacts.client_id = clients.id where clients.name = 'New client' $$,
  $$ values ('New client', 'https://new.test', 'Contact P2') $$, 'the new client has the contacts of its company');
select results_eq(
  $$ select name, status::text, budget_amount from public.projects where name = 'Next phase' $$,
  $$ values ('Next phase', 'planned', 1200.50::numeric(14, 2)) $$, 'the new project has the amount of the deal');
select is(tests.to_review(), '{}'::text[], 'no record waits for a decision');

select tests.sync('deals', array[tests.deal('D2', '2', '{"name": "Another phase", "amount": "1"}')]);
select is(tests.to_review(), '{}'::text[], 'a dismissed deal that changes in the CRM is not proposed again');

-- The decision is undone.
select tests.act_as('lead');
select lives_ok($$ select public.reopen_crm_record(tests.id('D2')) $$, 'a lead reopens a dismissal');
select lives_ok($$ select public.reopen_crm_record(tests.id('C2')) $$, 'a lead reopens a link');
select tests.act_as('owner');
select is(tests.to_review(), array['New client', 'Another phase'], 'reopened records wait for a decision again');
select results_eq(
  $$ select clients.archived_at is null, contacts.archived_at is not null from public.clients
     join public.contacts on contacts.client_id = clients.id where clients.name = 'New client' $$,
  $$ values (true, true) $$, 'reopening a link archives the contacts and leaves the client');
select tests.act_as('lead');
select lives_ok($$ select public.link_crm_record(tests.id('C2'), tests.id('Garden')) $$, 'a lead links the company to another client');
select tests.act_as('owner');
select is(archived_at is null and client_id = tests.id('Garden'), true, 'relinking a company restores its contacts at the other client') from public.contacts
where external_key = 'hubspot:P2';

select * from finish();
rollback;
