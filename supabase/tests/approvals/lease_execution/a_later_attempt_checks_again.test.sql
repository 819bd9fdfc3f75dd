-- Hours can pass between two attempts of an execution while the other system is busy. Until the vendor is called, each
-- attempt repeats the checks of the first one. Once the vendor was called, the execution is completed instead.
begin;
select plan(14);
select tests.two_agencies();
insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
select tests.id(name), tests.id('North'), 'local', name, tests.id('alpha'), name, '2026-12-01 09:00Z', '2026-12-01 10:00Z', 'UTC'
from unnest(array['moved', 'called', 'still']) as name;
create function pg_temp.card(event text) returns uuid language sql as $$
  select tests.propose('lead', 'calendar_event_update', jsonb_build_object('event_id', tests.id(event), 'location', 'Room 2'))
$$;
create temporary table card as
select name, pg_temp.card(name) as id from unnest(array['moved', 'called', 'still']) as name;
select is(tests.answer('admin', format('select public.approve_and_execute_approval(%L, 1)', id)), 'ok', format('the card for the event %L is approved', name)) from card;

create temporary table leases as select card.name, leased.* from card cross join lateral (
  select jobs.id as job_id, 1 as attempt from private.jobs where jobs.id = (
    select approvals.execution_job_id from public.approvals where approvals.id = card.id)) as leased;
grant select on card, leases to public;
select tests.act_as('service');
create temporary table first_try as select * from public.take_jobs(array['calendar_act'], 'tests', 10);
select tests.act_as('owner');
select is(tests.answer('service', format('select public.lease_execution(%L, 1)', job_id)), 'ok', format('the card for the event %L is leased', name)) from leases;
select is(tests.answer('service', format('select public.mark_vendor_call(%L, 1)', job_id)), 'ok', 'the worker of one card calls the vendor') from leases where name = 'called';
select is(tests.answer('service', format('select public.fail_execution(%L, 1, %L, false, 0)', job_id, 'Busy')), 'ok', format('the card for the event %L is postponed', name))
from leases where name <> 'called';

-- Meanwhile another person changes two of the events, and the worker that called the vendor never returns.
update public.calendar_events set starts_at = '2026-12-01 08:00Z' where id in (tests.id('moved'), tests.id('called'));
update private.jobs set lease_until = now() - interval '1 second' where lease_until is not null;
select tests.act_as('service');
create temporary table second_try as select * from public.take_jobs(array['calendar_act'], 'tests', 10);
create temporary table answer as
select leases.name, public.lease_execution(leases.job_id, 2) ->> 'state' as state from leases;
select tests.act_as('owner');
select results_eq('select name, state from answer order by name',
  $$ values ('called', 'leased'), ('moved', 'gone'), ('still', 'leased') $$, 'a card whose target changed since the decision is not executed, unless the vendor was called');
select results_eq($$ select card.name, approvals.status::text, approvals.execution_error from card join public.approvals using (id) order by name $$,
  $$ values ('called', 'executing', null), ('moved', 'failed', 'The target of this card changed after the decision. Review the card again'),
            ('still', 'executing', null) $$, 'a card whose target changed since the decision fails with a reason');
select is(tests.answer('admin', format('select public.execute_approval(%L)', id)), 'ok', 'an admin can request the execution of the failed card') from card where name = 'moved';
select is((tests.lease_job_of(id)).attempt, 1, 'a worker takes the new job of the failed card') from card where name = 'moved';
select is(tests.answer('service', format('select public.lease_execution(%L, 1)', execution_job_id)), 'ok', 'a worker can ask for the lease of the failed card')
from public.approvals join card using (id) where name = 'moved';

select * from finish();
rollback;
