-- Cards that change the prompt or a skill, for the tests of such changes.
begin;
set local client_min_messages = warning;

-- Creates a card of North that the decider has approved and that is being executed. Call it as the owner.
create function tests.executing_card(name text, kind public.approval_kind, payload jsonb, decider text default 'admin')
returns public.approvals
language plpgsql
as $$
declare
  v_card public.approvals;
begin
  insert into public.approvals (id, organization_id, kind, title, payload, proposer, proposed_by)
  values (tests.id(name), tests.id('North'), kind, name, payload, 'person', tests.id('lead'))
  returning * into v_card;
  update public.approvals
  set status = 'approved', decided_by = tests.id(decider), decided_at = now(), decided_version = version,
      decided_hash = payload_hash
  where approvals.id = v_card.id;
  update public.approvals
  set status = 'executing', execution_requested_by = tests.id(decider), execution_requested_at = now(),
      execution_job_id = tests.id(name || ' job'), execution_attempt = 1
  where approvals.id = v_card.id
  returning * into v_card;
  return v_card;
end;
$$;

-- Executes a card as the worker's transaction does, and returns the id of the new version.
create function tests.execute_prompt_card(name text, kind public.approval_kind, payload jsonb, decider text default 'admin')
returns uuid
language plpgsql
as $$
declare
  v_effect jsonb := private.carry_out_prompt(tests.executing_card(name, kind, payload, decider));
begin
  update public.approvals
  set status = 'executed', executed_at = now(), execution_job_id = null, result = v_effect -> 'result',
      inverse = nullif(v_effect -> 'inverse', 'null')
  where approvals.id = tests.id(name);
  return v_effect #>> '{result,id}';
end;
$$;
commit;

begin;
select plan(1);
select has_function('tests', 'executing_card', 'the helpers exist');
select * from finish();
rollback;
