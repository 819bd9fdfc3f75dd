begin;
select plan(17);
select tests.two_agencies();
insert into private.jobs (id, organization_id, kind, max_attempts, attempt, died_at, last_error)
values
  (tests.id('dead job'), tests.id('North'), 'portfolio_import', 3, 3, now(), 'The file is too heavy'),
  (tests.id('foreign'), tests.id('South'), 'portfolio_import', 3, 3, now(), 'Not ours');
insert into private.jobs (id, organization_id, kind, max_attempts)
values (tests.id('waiting job'), tests.id('North'), 'portfolio_import', 3);

select is(tests.facts('job_dead', 'dead job') - 'died_at',
  '{"kind": "portfolio_import", "attempt": 3, "error": "The file is too heavy"}', 'a dead job is a finding');
select is(tests.finding('job_dead', 'waiting job'), null, 'a waiting job is not reported as dead');
select is(tests.finding('job_dead', 'foreign'), null, 'a dead job of another organization is not a finding');
select is(private.finding_evidence('job_dead', tests.id('dead job'), tests.id('North')) #>> '{0,facts,error}',
  'The file is too heavy', 'the evidence of a dead job has the error');

-- A job without a worker is a finding, so that its work is not lost silently.
select is(tests.finding('job_waiting', 'waiting job'), null, 'a new job is not a finding');
insert into private.jobs (id, organization_id, kind, max_attempts, run_at)
values (tests.id('old job'), tests.id('North'), 'task_act', 3, now() - interval '20 minutes'),
       (tests.id('later job'), tests.id('North'), 'calendar_act', 3, now() + interval '20 minutes');
insert into private.jobs (id, organization_id, kind, max_attempts, attempt, run_at, leased_by, lease_until)
values (tests.id('running job'), tests.id('North'), 'approval_act', 3, 1, now() - interval '1 day', 'w', now() + interval '1 minute'),
       (tests.id('silent job'), tests.id('North'), 'document_index', 3, 1, now() - interval '1 day', 'w', now() - interval '16 minutes');
select is(tests.finding('job_waiting', 'old job'), 'open', 'a job that waits for a quarter of an hour is a finding');
select is(tests.finding('job_waiting', 'later job'), null, 'a job that is due later is not a finding');
select is(tests.finding('job_waiting', 'running job'), null, 'a running job is not a finding');
select is(tests.finding('job_waiting', 'silent job'), 'open', 'a job whose lease ended long ago is a finding');

create function pg_temp.card(name text, status public.approval_status, days integer) returns void language plpgsql as $$
begin
  insert into public.approvals (id, organization_id, kind, project_id, title, payload, proposer, proposed_by, payload_hash)
  values (tests.id(name), tests.id('North'), 'task_create', tests.id('alpha'), name, '{}', 'person', tests.id('member'), '');
  update public.approvals
  set status = 'approved', decided_by = tests.id('lead'), decided_at = now() - card.days * interval '1 day',
      decided_version = 1, decided_hash = payload_hash
  where id = tests.id(name);
  if card.status <> 'approved' then
    update public.approvals
    set status = 'executing', execution_requested_by = tests.id('lead'), execution_requested_at = now(),
        execution_job_id = gen_random_uuid(), execution_attempt = 1, vendor_called_at = now()
    where id = tests.id(name);
    update public.approvals set status = card.status, execution_error = 'No answer' where id = tests.id(name);
  end if;
end $$;
select pg_temp.card('fresh', 'approved', 2);
select pg_temp.card('resting', 'approved', 4);
select pg_temp.card('lost', 'unknown', 0);
select pg_temp.card('broken', 'failed', 0);
select is(tests.finding('approval_resting', 'fresh'), null, 'a card approved two days ago is not a finding');
select is(tests.finding('approval_resting', 'resting'), 'open', 'a card approved four days ago is a finding');
select is(tests.facts('approval_unknown', 'lost'), '{"kind": "task_create", "error": "No answer"}',
  'a card with an unknown result is a finding');
select is(tests.facts('approval_failed', 'broken'), '{"kind": "task_create", "error": "No answer"}',
  'a failed card is a finding');
select is(private.finding_evidence('approval_failed', tests.id('broken'), tests.id('North')) #>> '{0,id}',
  tests.id('broken')::text, 'the evidence of a failed card is the card');


-- An execution was requested and never finished.
create temporary table requests as select name, tests.propose('member') as id from unnest(array['busy', 'silent', 'just now']) as name;
grant select on requests to public;
select is(tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', id)), 'ok', 'a lead requests the execution of ' || name)
from requests where name = 'busy';
create temporary table others as select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', id)) from requests where name <> 'busy';
update public.approvals set execution_requested_at = now() - interval '20 minutes' from requests where requests.id = approvals.id and name <> 'just now';
update private.jobs set last_error = 'ClickUp takes no more requests.', attempt = 1, run_at = now() + interval '1 day'
from requests where payload ->> 'approval_id' = requests.id::text and name = 'busy';
select results_eq(
  $$ select requests.name, findings.facts ->> 'error', findings.facts ->> 'requested_at' is not null
     from requests join private.organization_findings(tests.id('North')) as findings on findings.subject_id = requests.id
     where findings.code = 'approval_resting' order by requests.name $$,
  $$ values ('busy', 'ClickUp takes no more requests.', true), ('silent', null, true) $$, 'a request that is not executed after a quarter of an hour is a finding with its reason');
select is(tests.status_of(id), 'approved', 'a finding does not change its card') from requests where name = 'busy';

select * from finish();
rollback;
