-- Locks the card of a leased job. Every step of an executor locks its job first, by private.require_job_lease, and
-- then its card: always in this order, so that executors cannot deadlock.
-- Raises OPSTA (wrong_executor: the job is for another step).
create or replace function private.lock_approval_of(job private.jobs, kinds text[])
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
begin
  if job.kind <> all (kinds) then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  select * into v_approval
  from public.approvals
  where approvals.id = (job.payload ->> 'approval_id')::uuid
    and approvals.organization_id = job.organization_id
  for update;
  return v_approval;
end;
$$;

-- Locks the card for a later step of an attempt, which must be the attempt that is executing the card.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lock_approval_in_execution(job private.jobs)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.lock_approval_of(job, '{task_act,calendar_act}');
begin
  if v_approval.status is distinct from 'executing'
    or v_approval.execution_job_id is distinct from job.id
    or v_approval.execution_attempt is distinct from job.attempt
  then
    raise exception using
      errcode = 'OPSTA', message = 'This attempt no longer holds the lease', hint = 'lease_lost';
  end if;
  return v_approval;
end;
$$;
