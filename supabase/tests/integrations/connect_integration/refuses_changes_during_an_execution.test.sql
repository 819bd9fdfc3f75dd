-- The effect of a card is looked up at the address that was called, so the address cannot change during the execution.
begin;
select plan(5);
alter default privileges grant select on tables to authenticated, service_role;
select tests.two_agencies();
create temporary table card as select tests.propose('member') as id;
select is(tests.answer('admin', $$ select public.connect_integration(
  'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_1234567') $$), 'ok', 'an admin connects a vendor');
select tests.act_as('lead');
select public.approve_and_execute_approval(id, 1) from card;
select tests.act_as('owner');
create temporary table job as select leased.* from card, tests.lease_job_of(card.id) as leased;
select tests.act_as('service');
select public.lease_execution(job_id, attempt) from job;
select public.mark_vendor_call(job_id, attempt) from job;

select is(tests.answer('admin', $$ select public.connect_integration(
  'clickup', '{"list_id": "2", "marker_field_id": "m"}', null) $$), 'OPSTA integration_in_use', 'an execution prevents a change of the list');
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup') $$),
  'OPSTA integration_in_use', 'an execution prevents disconnecting');
select is(tests.answer('admin', $$ select public.connect_integration(
  'clickup', '{"list_id": "1", "marker_field_id": "m"}', 'pk_7654321') $$), 'ok', 'an execution does not prevent a new token');
select tests.act_as('service');
select public.fail_execution(job_id, attempt, 'No such list', true) from job;
select is(tests.answer('admin', $$ select public.disconnect_integration('clickup') $$), 'ok', 'a failed card does not prevent disconnecting');

select * from finish();
rollback;
