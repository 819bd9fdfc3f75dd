-- A local effect needs a card in execution whose decider may still decide. The transaction of the effect checks this,
-- however long ago the call was announced. A card whose outcome is unknown is looked up and not executed.
begin;
select plan(9);
alter default privileges grant select on tables to authenticated, service_role;
select tests.two_agencies();

create function pg_temp.begin(card uuid, out job_id uuid, out attempt integer) language plpgsql as $$
begin
  perform tests.act_as('lead');
  perform public.approve_and_execute_approval(card, 1);
  perform tests.act_as('owner');
  select leased.job_id, leased.attempt into job_id, attempt from tests.lease_job_of(card) as leased;
  perform tests.act_as('service');
  perform public.lease_execution(job_id, attempt);
  perform public.mark_vendor_call(job_id, attempt);
  perform tests.act_as('owner');
end;
$$;

create temporary table demoted as select tests.propose('member', 'task_create', '{"title": "Pay the invoice"}') as id;
create temporary table demoted_run as select begun.* from demoted, pg_temp.begin(demoted.id) as begun;
update public.people set role = 'member' where id = tests.id('lead');
select is(tests.answer('service', format('select public.carry_out_locally(%L, %s)', job_id, attempt)), 'OPDEN decider_not_allowed',
  'a card whose decider was demoted cannot be carried out') from demoted_run;
select is((select count(*)::int from public.tasks where external_key = 'approval:' || demoted.id), 0, 'a card whose decider was demoted creates no task') from demoted;
update public.people set role = 'lead' where id = tests.id('lead');

create temporary table parked as select tests.propose('member', 'task_create', '{"title": "Order the server"}') as id;
create temporary table parked_run as select begun.* from parked, pg_temp.begin(parked.id) as begun;
select is(tests.answer('service', format('select public.park_execution(%L, %s, %L)', job_id, attempt, 'No answer')), 'ok', 'a worker parks a card whose call got no answer')
from parked_run;
update private.jobs set run_at = now() where payload ->> 'approval_id' = (select id::text from parked);
create temporary table settling as select leased.* from parked, tests.lease_job_of(parked.id) as leased;
select is(tests.answer('service', format('select public.find_local_effect(%L, %s)', job_id, attempt)), 'ok', 'the effect of a parked card can be looked up') from settling;
select is(tests.answer('service', format('select public.carry_out_locally(%L, %s)', job_id, attempt)), 'OPSTA lease_lost',
  'a parked card cannot be carried out') from settling;
select is((select count(*)::int from public.tasks where external_key = 'approval:' || parked.id), 0, 'a parked card creates no task') from parked;
select is(tests.status_of(id), 'unknown', 'a parked card is unknown until it is settled') from parked;

-- An event of another calendar can be changed only in that calendar.
insert into public.calendar_events (id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
values (tests.id('review'), tests.id('North'), 'google_calendar', 'review', tests.id('alpha'), 'Review', '2026-11-27 09:00Z', '2026-11-27 10:00Z', 'UTC');
create temporary table elsewhere as select tests.propose('member', 'calendar_event_update',
  jsonb_build_object('event_id', tests.id('review'), 'summary', 'Review 2')) as id;
create temporary table elsewhere_run as select begun.* from elsewhere, pg_temp.begin(elsewhere.id) as begun;
select is(tests.answer('service', format('select public.carry_out_locally(%L, %s)', job_id, attempt)), 'OPSTA event_elsewhere',
  'an event of another calendar cannot be changed here') from elsewhere_run;
select is((select summary from public.calendar_events where id = tests.id('review')), 'Review', 'the refused change leaves our copy of the event unchanged');

select * from finish();
rollback;
