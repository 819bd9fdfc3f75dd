-- Settles an execution whose outcome is unknown, after a lookup at the vendor: if the object was found, the card was
-- executed; otherwise it failed, and a person may execute it again.
-- Raises OPSTA (lease_lost, wrong_executor, not_confirmed) · OPINV (invalid_result).
create or replace function private.settle_execution(
  job_id uuid,
  attempt integer,
  was_found boolean,
  result jsonb default null,
  error text default null
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(settle_execution.job_id, settle_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_reconcile,calendar_reconcile}');
begin
  if v_approval.status is distinct from 'unknown' or v_approval.execution_job_id is distinct from v_job.id then
    raise exception using
      errcode = 'OPSTA', message = 'This job is not responsible for this card', hint = 'lease_lost';
  elsif was_found then
    perform private.require_external_result(v_approval, settle_execution.result);
    perform private.require_confirmed_result(v_approval, settle_execution.result);
    perform private.end_execution(v_approval, v_job, 'executed', settle_execution.result);
  else
    perform private.end_execution(
      v_approval, v_job, 'failed',
      error => coalesce(settle_execution.error, 'The vendor has done nothing. Execute the card again'));
  end if;
end;
$$;

-- Handles the death of a job that executes a card: its last attempt failed, or its worker never came back.
create or replace function private.settle_dead_execution(job private.jobs)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
begin
  select * into v_approval
  from public.approvals
  where approvals.organization_id = job.organization_id and approvals.execution_job_id = job.id
  for update;
  if v_approval.id is null then
    return;
  elsif v_approval.status = 'executing' then
    perform private.end_execution(
      v_approval, job,
      case when v_approval.vendor_called_at is null then 'failed' else 'unknown' end::public.approval_status,
      error => job.last_error);
  elsif v_approval.status = 'unknown' then
    update public.approvals set execution_job_id = null where approvals.id = v_approval.id;
  elsif private.decider_refusal(v_approval, v_approval.decided_by) is not null then
    perform private.lapse_approval(v_approval, job, private.undecided_reasons(v_approval));
  else
    -- The execution could not even begin. The card fails all the same, because nobody would look for a failure on an
    -- approved card.
    perform private.end_execution(
      private.set_executing(job, v_approval), job, 'failed', error => job.last_error);
  end if;
end;
$$;

comment on function private.settle_dead_execution(private.jobs) is
  'An executing card fails if the vendor was never called; otherwise its outcome is unknown and will be looked up. An unknown card stays unknown. A card that did not begin fails, or is pending again if its decider lost the right to decide it.';

create or replace function public.settle_execution(
  job_id uuid, attempt integer, was_found boolean, result jsonb default null, error text default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.settle_execution(job_id, attempt, was_found, result, error) $$;

grant execute on function private.settle_execution(uuid, integer, boolean, jsonb, text) to service_role;
grant execute on function public.settle_execution(uuid, integer, boolean, jsonb, text) to service_role;

comment on function public.settle_execution(uuid, integer, boolean, jsonb, text) is
  'Ends an unknown outcome as executed or failed. Raises OPSTA · OPINV.';
