-- Cards for the tests of the queue. The service's own functions propose, decide and execute them.
begin;
set local client_min_messages = warning;

-- Proposes a card of the kind and returns its id.
create function tests.propose(
  persona text,
  kind public.approval_kind default 'task_create',
  payload jsonb default '{"title": "Send the proposal"}',
  project text default 'alpha',
  citations jsonb default '[]'
)
returns uuid
language plpgsql
as $$
declare
  v_id uuid;
begin
  perform tests.act_as(persona);
  v_id := public.propose_approval(kind, tests.id(project), payload, citations) ->> 'id';
  perform tests.act_as('owner');
  return v_id;
end;
$$;

-- The result of a persona's call: 'ok', or the code and hint of the refusal.
create function tests.answer(persona text, call text)
returns text
language plpgsql
as $$
declare
  v_answer text := 'ok';
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute call;
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
    v_answer := btrim(sqlstate || ' ' || coalesce(v_hint, ''));
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

create function tests.status_of(card uuid)
returns text
language sql
stable
as $$ select status::text from public.approvals where id = card $$;

-- Takes the job of a card as a worker would.
create function tests.lease_job_of(card uuid, out job_id uuid, out attempt integer)
language plpgsql
as $$
begin
  perform tests.act_as('service');
  select jobs.id, jobs.attempt into job_id, attempt
  from public.take_jobs(array['task_act', 'calendar_act', 'approval_act', 'task_reconcile', 'calendar_reconcile'], 'tests', 100)
    as jobs
  where jobs.payload ->> 'approval_id' = card::text;
  perform tests.act_as('owner');
end;
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as id;
select is(tests.status_of((select id from card)), 'pending', 'a proposal is a pending card');
select is(tests.answer('member', 'select public.require_lead()'), 'OPDEN role_not_allowed', 'a refusal has its code and hint');
select * from finish();
rollback;
