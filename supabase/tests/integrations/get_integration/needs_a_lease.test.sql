-- The secret key alone cannot read a vendor's secret or write a task or event. It needs an approved card and a current
-- lease of its job.
begin;
select plan(17);
alter default privileges grant select on tables to authenticated, service_role;
select tests.two_agencies();
update public.organizations set created_at = '2020-01-01' where id = tests.id('North');
update public.organizations set created_at = '2021-01-01' where id <> tests.id('North');
create temporary table card as select tests.propose('member') as id;

create function pg_temp.are_refused(job_id uuid, attempt integer, expected text, why text) returns setof text
language sql as $$
  select is(tests.answer('service', format('select public.%s(%L, %L%s)', name, job_id, attempt, rest)), expected,
    format('%s: %s', name, why))
  from (values ('get_integration', ''), ('find_local_effect', ''), ('carry_out_locally', ''),
    ('get_event_to_change', ''), ('record_calendar_event', ', ''{}''')) as functions (name, rest)
$$;

select pg_temp.are_refused(gen_random_uuid(), 1, 'OPSTA lease_lost', 'an unknown job is refused');
select tests.act_as('lead');
select public.approve_and_execute_approval(id, 1) from card;
select tests.act_as('owner');
create temporary table job as select leased.* from card, tests.lease_job_of(card.id) as leased;
select pg_temp.are_refused(job_id, attempt, 'OPSTA lease_lost', 'a job that has not begun its card is refused') from job;
select tests.act_as('service');
select public.lease_execution(job_id, attempt) from job;
select results_eq(
  $$ select public.get_integration(job_id, attempt) from job $$,
  $$ select jsonb_build_object('provider', 'clickup', 'settings', null, 'secret', null, 'takes_environment', true,
       'time_zone', 'Europe/Berlin') $$,
  'the first organization without a connection uses the settings of the environment');
select is(tests.answer('service', format('select public.carry_out_locally(%L, %L)', job_id, attempt)),
  'OPSTA call_not_marked', 'an executor must announce its call first') from job;
select is_empty($$ select 1 from public.tasks where external_key like 'approval:%' $$, 'the refusals write nothing');

select tests.act_as('owner');
update private.jobs set lease_until = now() - interval '1 second' where id = (select job_id from job);
select is(tests.answer('service', format('select public.get_integration(%L, %L)', job_id, attempt)),
  'OPSTA lease_lost', 'a job whose lease has ended is refused') from job;
update private.jobs set lease_until = now() + interval '1 minute', attempt = attempt + 1
where id = (select job_id from job);
select is(tests.answer('service', format('select public.get_integration(%L, %L)', job_id, attempt)),
  'OPSTA lease_lost', 'an earlier attempt is refused') from job;
select is(tests.answer('lead', format('select public.get_integration(%L, %L)', job_id, attempt)),
  '42501', 'a person cannot read the settings of an integration') from job;
select is(tests.answer('anonymous', format('select public.carry_out_locally(%L, %L)', job_id, attempt)),
  '42501', 'an anonymous caller cannot carry out a card') from job;

select * from finish();
rollback;
