begin;
select plan(15);
alter default privileges grant select on tables to authenticated, service_role;
select tests.two_agencies();

-- Leases a card's job and announces the call, as an executor does.
create function pg_temp.begin(card uuid, out job_id uuid, out attempt integer) language plpgsql as $$
begin
  perform tests.act_as('lead');
  perform public.approve_and_execute_approval(card, 1);
  perform tests.act_as('owner');
  select leased.job_id, leased.attempt into job_id, attempt from tests.lease_job_of(card) as leased;
  perform tests.act_as('service');
  perform public.lease_execution(job_id, attempt);
  perform public.mark_vendor_call(job_id, attempt);
end;
$$;
-- The secret key cannot read jobs, so the owner of the tables looks up the id of the card.
create function pg_temp.card_of(job_id uuid) returns uuid language sql security definer as $$
  select (jobs.payload ->> 'approval_id')::uuid from private.jobs where jobs.id = card_of.job_id
$$;
create function pg_temp.finish(job_id uuid, attempt integer, result jsonb) returns void language plpgsql as $$
begin
  perform tests.act_as('service');
  perform public.confirm_execution(
    job_id, attempt, pg_temp.card_of(job_id), result);
  perform public.finish_execution(job_id, attempt, result);
  perform tests.act_as('owner');
end;
$$;
grant all on all functions in schema pg_temp to service_role;

create temporary table task as select tests.propose('member', 'task_create', jsonb_build_object(
  'title', 'Send SOW v2', 'description', 'Today', 'due_on', '2026-11-27', 'assignee_id', tests.id('member'),
  'priority', 'high', 'estimate_hours', 2.5)) as id;
create temporary table run as select begun.* from task, pg_temp.begin(task.id) as begun;
select tests.act_as('owner');
select tests.act_as('service');
create temporary table fixtures as
  select public.find_local_effect(job_id, attempt) as before, public.carry_out_locally(job_id, attempt) as first from run;
create temporary table again as
  select public.carry_out_locally(job_id, attempt) as second, public.find_local_effect(job_id, attempt) as effect from run;
select tests.act_as('owner');
select is(before, null, 'the effect is not found before the card is carried out') from fixtures;
select is(second, first, 'carrying out the card again returns the same effect') from fixtures, again;
select is(effect, first, 'the effect is found after the card is carried out') from fixtures, again;
select results_eq(
  $$ select title, description, due_on, assignee_id, priority::integer, estimate_hours, estimated_on, project_id
     from public.tasks where external_key = 'approval:' || (select id from task) $$,
  $$ select 'Send SOW v2', 'Today', date '2026-11-27', tests.id('member'), 2, 2.5,
       (clock_timestamp() at time zone time_zone)::date, tests.id('alpha')
     from public.organizations where id = tests.id('North') $$,
  'the card creates one task with its fields, estimated on the day of the organization');
select is(first ->> 'url', format('/projects/%s?task=%s', tests.id('alpha'), first ->> 'external_id'), 'the result of a card links to its task')
from fixtures;
select is(count(*)::integer, 1, 'the audit log contains the effect of a card once') from public.audit_events
where action = 'task.created' and after ->> 'approval_id' = (select id::text from task);
select lives_ok($$ select pg_temp.finish(job_id, attempt, first) from run, fixtures $$, 'the confirmed effect finishes the execution');
select is(tests.status_of(id), 'executed', 'a card whose execution has finished is executed') from task;

-- An event is created, changed and cancelled.
create temporary table event_card as select tests.propose('member', 'calendar_event_create', jsonb_build_object(
  'summary', 'Kick-off', 'starts_at', '2027-01-11T09:00:00Z', 'ends_at', '2027-01-11T10:00:00Z',
  'time_zone', 'Europe/Berlin', 'attendees', '["ann@client.test"]'::jsonb)) as id;
create temporary table event_run as select begun.* from event_card, pg_temp.begin(event_card.id) as begun;
select pg_temp.finish(job_id, attempt, public.carry_out_locally(job_id, attempt)) from event_run;
select tests.act_as('owner');
create temporary table event as
  select event.* from public.calendar_events as event where external_id = replace((select id::text from event_card), '-', '');
select results_eq(
  $$ select provider::text, summary, attendees, status::text, project_id from event $$,
  $$ values ('local', 'Kick-off', array['ann@client.test'], 'confirmed', tests.id('alpha')) $$, 'the card creates an event');

create temporary table update_card as select tests.propose('member', 'calendar_event_update', jsonb_build_object(
  'event_id', event.id, 'summary', 'Kick-off 2', 'ends_at', '2027-01-11T11:00:00Z')) as id from event;
create temporary table update_run as select begun.* from update_card, pg_temp.begin(update_card.id) as begun;
create temporary table updated as
  select public.carry_out_locally(job_id, attempt) as first from update_run;
select tests.act_as('owner');
update public.calendar_events set location = 'Somebody came after' where id = (select id from event);
select tests.act_as('service');
select public.carry_out_locally(job_id, attempt) from update_run;
select tests.act_as('owner');
select results_eq(
  $$ select summary, starts_at, ends_at, location, attendees from public.calendar_events where id = (select id from event) $$,
  $$ values ('Kick-off 2', timestamptz '2027-01-11T09:00:00Z', timestamptz '2027-01-11T11:00:00Z',
       'Somebody came after', array['ann@client.test']) $$,
  'a repeated change applies to the named fields once');
select is(first ->> 'external_id', event.external_id, 'the result of a change names the event') from updated, event;
select lives_ok($$ select pg_temp.finish(job_id, attempt, first) from update_run, updated $$, 'the effect of the change finishes the execution');

create temporary table cancel_card as select tests.propose('member', 'calendar_event_cancel', jsonb_build_object(
  'event_id', event.id, 'note', 'Ann is ill')) as id from event;
create temporary table cancel_run as select begun.* from cancel_card, pg_temp.begin(cancel_card.id) as begun;
select pg_temp.finish(job_id, attempt, public.carry_out_locally(job_id, attempt)) from cancel_run;
select tests.act_as('owner');
select results_eq(
  $$ select status::text, description, summary from public.calendar_events where id = (select id from event) $$,
  $$ values ('cancelled', 'Ann is ill', 'Kick-off 2') $$, 'a cancelled event is retained, with its reason');
select bag_eq(
  $$ select action from public.audit_events where object_id = (select id from event) $$,
  array['calendar_event.created', 'calendar_event.updated', 'calendar_event.cancelled'], 'the audit log contains the event''s changes');
select is(count(*)::integer, 3, 'the result of each card names the event') from public.approvals
where result ->> 'external_id' = (select external_id from event) and status = 'executed';

select * from finish();
rollback;
