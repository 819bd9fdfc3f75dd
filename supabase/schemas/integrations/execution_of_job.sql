-- The card that a worker is executing or settling, while its job's lease is valid. The functions that read a vendor's
-- secret or write a task or an event for an executor begin with this check, because the secret key alone must not
-- suffice.
-- Raises OPSTA (lease_lost).
create or replace function private.execution_of_job(job_id uuid, attempt integer)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(execution_of_job.job_id, execution_of_job.attempt);
  v_approval public.approvals;
begin
  select * into v_approval
  from public.approvals
  where approvals.id = (v_job.payload ->> 'approval_id')::uuid
    and approvals.organization_id = v_job.organization_id
  for update;
  if v_approval.execution_job_id is distinct from v_job.id
    or not (v_approval.status = 'unknown'
            or (v_approval.status = 'executing' and v_approval.execution_attempt = v_job.attempt))
  then
    raise exception using
      errcode = 'OPSTA', message = 'This attempt no longer holds the lease', hint = 'lease_lost';
  end if;
  return v_approval;
end;
$$;
comment on function private.execution_of_job(uuid, integer) is
  'Locks and returns the card of a job whose lease is valid. Raises OPSTA (lease_lost).';

-- Does the check of execution_of_job before a write. It also requires that the call was announced: otherwise, after a
-- crash, it would be unclear whether the vendor was called.
-- Raises OPSTA (lease_lost, call_not_marked).
create or replace function private.called_execution_of_job(job_id uuid, attempt integer)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.execution_of_job(job_id, attempt);
begin
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Announce the call before making it', hint = 'call_not_marked';
  end if;
  return v_approval;
end;
$$;
comment on function private.called_execution_of_job(uuid, integer) is
  'The card of a job whose lease is valid and whose vendor call was announced. Raises OPSTA.';
