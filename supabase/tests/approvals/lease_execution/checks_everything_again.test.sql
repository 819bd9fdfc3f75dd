-- Time passes between a decision and its execution, so the execution repeats the checks of the decision.
begin;
select plan(13);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as demoted, tests.propose('member') as valid, tests.propose('member') as unapproved;
grant select on card to public;
create temporary table leases (name text, job_id uuid, attempt integer);
grant select on leases to public;
create function pg_temp.lease(name text) returns jsonb language plpgsql as $$
declare v_answer jsonb;
begin
  perform tests.act_as('service');
  select public.lease_execution(job_id, attempt) into v_answer from leases where leases.name = lease.name;
  perform tests.act_as('owner');
  return v_answer;
end $$;

select is(tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', demoted)), 'ok', 'a lead approves and executes a card') from card;
select is(tests.answer('admin', format('select public.approve_and_execute_approval(%L, 1)', valid)), 'ok', 'an admin approves and executes a card') from card;
select is(tests.answer('admin', format('select public.execute_approval(%L)', unapproved)), 'OPSTA approval_not_approved',
  'a card without approval is not executed') from card;
update public.people set role = 'member' where id = tests.id('lead');

select tests.act_as('service');
create temporary table leased as select * from public.take_jobs(array['task_act'], 'tests', 10);
select tests.act_as('owner');
insert into leases select case payload ->> 'approval_id' when (select demoted::text from card) then 'demoted' else 'valid' end, id, attempt from leased;

select is(pg_temp.lease('demoted') ->> 'state', 'gone', 'a card approved by a former lead is not executed');
select results_eq($$ select status::text, decided_by from public.approvals, card where id = demoted $$,
  $$ values ('pending', null::uuid) $$, 'a card whose decider lost the role is pending again');
select is((select details -> 'reasons' -> 0 ->> 'code' from public.approval_events, card where approval_id = demoted and type = 'lapsed'),
  'decider_not_allowed', 'the history has the reason for the new decision');
select is(pg_temp.lease('valid') ->> 'state', 'leased', 'a card approved by the admin is leased');
select is(pg_temp.lease('valid') -> 'vendor_called_before', 'false', 'the same attempt can lease again');

select is(tests.answer('service', format('select public.mark_vendor_call(%L, %s)', job_id, attempt + 1)), 'OPSTA lease_lost',
  'an attempt without the lease changes nothing') from leases where name = 'valid';
select is(tests.answer('service', format('select public.finish_execution(%L, %s, %L)', job_id, attempt, '{"provider": "nobody"}')),
  'OPINV invalid_result', 'a result with an unknown provider is refused') from leases where name = 'valid';
create temporary table answers as
select tests.answer('service', format('select public.mark_vendor_call(%L, %s)', job_id, attempt)) as call_answer,
  tests.answer('service', format('select public.confirm_execution(%L, %s, %L, %L)', job_id, attempt, valid,
    '{"provider": "clickup", "external_id": "t-1", "url": null}')) as confirmation_answer
from leases, card where name = 'valid';
select is(tests.answer('service', format('select public.finish_execution(%L, %s, %L)', job_id, attempt,
    '{"provider": "clickup", "external_id": "t-1", "url": null}')), 'ok', 'the attempt finishes the execution') from leases where name = 'valid';
select is(tests.status_of(valid), 'executed', 'a finished execution makes the card executed') from card;
select is(tests.answer('service', format('select public.finish_execution(%L, %s, %L)', job_id, attempt,
    '{"provider": "local", "external_id": "t-2"}')), 'OPSTA lease_lost', 'an execution can finish only once') from leases where name = 'valid';

select * from finish();
rollback;
