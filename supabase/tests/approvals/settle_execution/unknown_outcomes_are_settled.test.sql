-- An execution without a known outcome is unknown until it is looked up. It is never repeated blindly.
begin;
select plan(15);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as found_id, tests.propose('member') as absent_id;
grant select on card to public;
create temporary table leases (job_id uuid, attempt integer, approval_id uuid);
grant select on leases to public;
create function pg_temp.take(kind text) returns void language plpgsql as $$
begin
  delete from leases;
  update private.jobs set run_at = now() - interval '1 second' where jobs.kind = take.kind and lease_until is null;
  perform tests.act_as('service');
  create temporary table leased as select * from public.take_jobs(array[kind], 'tests', 10);
  perform tests.act_as('owner');
  insert into leases select id, attempt, (payload ->> 'approval_id')::uuid from leased;
  drop table leased;
end $$;

create temporary table approval_answers as
select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', id))
from card, unnest(array[found_id, absent_id]) as id;
select pg_temp.take('task_act');
select is(tests.answer('service', format('select public.lease_execution(%L, %s)', job_id, attempt)), 'ok', 'a worker leases the card') from leases;
select is(tests.answer('service', format('select public.park_execution(%L, %s, %L)', job_id, attempt, 'silence')),
  'OPSTA vendor_not_called', 'an execution that has not called the vendor cannot become unknown') from leases limit 1;
create temporary table call_answers as
select tests.answer('service', format('select public.mark_vendor_call(%L, %s)', job_id, attempt)) from leases;
create temporary table park_answers as
select tests.answer('service', format('select public.park_execution(%L, %s, %L)', job_id, attempt, 'No answer came')) from leases;
select results_eq(
  $$ select distinct status::text, execution_error, execution_job_id is not null from public.approvals, card where id in (found_id, absent_id) $$,
  $$ values ('unknown', 'No answer came', true) $$, 'a call without an answer is unknown, and a job will look it up');
select is(tests.answer('lead', format('select public.edit_approval(%L, %L)', found_id, '{"title": "x"}')),
  'OPSTA approval_in_execution', 'a card with an unknown outcome cannot be edited') from card;
select is(tests.answer('lead', format('select public.execute_approval(%L)', found_id)), 'ok', 'a lead requests the execution again') from card;
select is(tests.status_of(found_id), 'unknown', 'a second request leaves the outcome unknown') from card;

select ok((select bool_and(run_at > now() + interval '30 s') from private.jobs where kind = 'task_reconcile'),
  'the effect is not looked up while the call can still arrive');
update public.approvals set vendor_called_at = now() - interval '2 minutes' where id = (select found_id from card);
create temporary table request_answers as select tests.answer('lead', format('select public.execute_approval(%L)', found_id)) from card;
select ok((select run_at <= now() from private.jobs, card where kind = 'task_reconcile' and payload ->> 'approval_id' = found_id::text),
  'the effect is looked up as soon as the call can no longer arrive');

select pg_temp.take('task_reconcile');
select is((select count(*)::int from leases), 2, 'workers look up the effects of both unknown cards');
create temporary table lookup_answers as
select tests.answer('service', format('select public.confirm_execution(%L, %s, %L, %L)', job_id, attempt, found_id,
  '{"provider": "clickup", "external_id": "86x"}')) from leases, card where approval_id = found_id;
select is(tests.answer('service', format('select public.settle_execution(%L, %s, %L, %L)', job_id, attempt, approval_id = found_id,
    case when approval_id = found_id then '{"provider": "clickup", "external_id": "86x"}'::jsonb end)), 'ok', 'a lookup settles each unknown card')
from leases, card;
select is(tests.status_of(found_id), 'executed', 'a found effect completes the card') from card;
select is(tests.status_of(absent_id), 'failed', 'an absent effect fails the card') from card;
select is(tests.answer('lead', format('select public.execute_approval(%L)', absent_id)), 'ok', 'a card whose effect is absent can be executed again') from card;

select * from finish();
rollback;
