-- An execution without a known outcome is unknown until it is looked up. It is never repeated blindly.
begin;
select plan(15);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as found, tests.propose('member') as absent;
grant select on card to public;
create temporary table taken (job_id uuid, attempt integer, approval_id uuid);
grant select on taken to public;
create function pg_temp.take(kind text) returns void language plpgsql as $$
begin
  delete from taken;
  update private.jobs set run_at = now() - interval '1 second' where jobs.kind = take.kind and lease_until is null;
  perform tests.act_as('service');
  create temporary table leased as select * from public.take_jobs(array[kind], 'tests', 10);
  perform tests.act_as('owner');
  insert into taken select id, attempt, (payload ->> 'approval_id')::uuid from leased;
  drop table leased;
end $$;

create temporary table approved as
select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', id))
from card, unnest(array[found, absent]) as id;
select pg_temp.take('task_act');
select is(tests.answer('service', format('select public.lease_execution(%L, %s)', job_id, attempt)), 'ok', 'a worker leases the card') from taken;
select is(tests.answer('service', format('select public.park_execution(%L, %s, %L)', job_id, attempt, 'silence')),
  'OPSTA vendor_not_called', 'an execution that has not called the vendor cannot become unknown') from taken limit 1;
create temporary table vendor_calls as
select tests.answer('service', format('select public.mark_vendor_call(%L, %s)', job_id, attempt)) from taken;
create temporary table parkings as
select tests.answer('service', format('select public.park_execution(%L, %s, %L)', job_id, attempt, 'No answer came')) from taken;
select results_eq(
  $$ select distinct status::text, execution_error, execution_job_id is not null from public.approvals, card where id in (found, absent) $$,
  $$ values ('unknown', 'No answer came', true) $$, 'a call without an answer is unknown, and a job will look it up');
select is(tests.answer('lead', format('select public.edit_approval(%L, %L)', found, '{"title": "x"}')),
  'OPSTA approval_in_execution', 'a card with an unknown outcome cannot be edited') from card;
select is(tests.answer('lead', format('select public.execute_approval(%L)', found)), 'ok', 'a lead requests the execution again') from card;
select is(tests.status_of(found), 'unknown', 'a second request leaves the outcome unknown') from card;

select ok((select bool_and(run_at > now() + interval '30 s') from private.jobs where kind = 'task_reconcile'),
  'the effect is not looked up while the call can still arrive');
update public.approvals set vendor_called_at = now() - interval '2 minutes' where id = (select found from card);
create temporary table second_requests as select tests.answer('lead', format('select public.execute_approval(%L)', found)) from card;
select ok((select run_at <= now() from private.jobs, card where kind = 'task_reconcile' and payload ->> 'approval_id' = found::text),
  'the effect is looked up as soon as the call can no longer arrive');

select pg_temp.take('task_reconcile');
select is((select count(*)::int from taken), 2, 'workers look up the effects of both unknown cards');
create temporary table look_ups as
select tests.answer('service', format('select public.confirm_execution(%L, %s, %L, %L)', job_id, attempt, found,
  '{"provider": "clickup", "external_id": "86x"}')) from taken, card where approval_id = found;
select is(tests.answer('service', format('select public.settle_execution(%L, %s, %L, %L)', job_id, attempt, approval_id = found,
    case when approval_id = found then '{"provider": "clickup", "external_id": "86x"}'::jsonb end)), 'ok', 'a lookup settles each unknown card')
from taken, card;
select is(tests.status_of(found), 'executed', 'a found effect completes the card') from card;
select is(tests.status_of(absent), 'failed', 'an absent effect fails the card') from card;
select is(tests.answer('lead', format('select public.execute_approval(%L)', absent)), 'ok', 'a card whose effect is absent can be executed again') from card;

select * from finish();
rollback;
