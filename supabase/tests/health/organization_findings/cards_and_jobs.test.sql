begin;
select plan(9);
select tests.two_agencies();
insert into private.jobs (id, organization_id, kind, max_attempts, attempt, died_at, last_error)
values
  (tests.id('dead job'), tests.id('North'), 'portfolio_import', 3, 3, now(), 'The file is too heavy'),
  (tests.id('foreign'), tests.id('South'), 'portfolio_import', 3, 3, now(), 'Not ours');
insert into private.jobs (id, organization_id, kind, max_attempts)
values (tests.id('waiting job'), tests.id('North'), 'portfolio_import', 3);

select is(tests.why('job_dead', 'dead job'), 'portfolio import gave up after try 3: The file is too heavy', 'the dead are found');
select is(tests.finding('job_dead', 'waiting job'), null, 'the living are not');
select is(tests.finding('job_dead', 'foreign'), null, 'nor those of others');
select is(private.finding_evidence('job_dead', tests.id('dead job'), tests.id('North')) -> 0 ->> 'detail',
  'The file is too heavy', 'with the reason');

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
select is(tests.finding('approval_resting', 'fresh'), null, 'what was approved yesterday may rest');
select is(tests.finding('approval_resting', 'resting'), 'open', 'after three days it is found');
select is(tests.why('approval_unknown', 'lost'),
  'lost: the other system was asked and did not answer. No answer', 'and so is what nobody knows of');
select is(tests.why('approval_failed', 'broken'), 'broken: No answer', 'and what failed');
select is(private.finding_evidence('approval_failed', tests.id('broken'), tests.id('North')) #>> '{0,id}',
  tests.id('broken')::text, 'the card itself is the evidence');

select * from finish();
rollback;
