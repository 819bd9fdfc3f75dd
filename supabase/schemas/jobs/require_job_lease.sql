-- The job of a worker with a valid lease, locked until the transaction ends.
-- Raises OPSTA (lease_lost).
create or replace function private.require_job_lease(job_id uuid, attempt integer)
returns private.jobs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs;
begin
  select * into v_job from private.jobs where jobs.id = require_job_lease.job_id for update;
  if v_job.id is null or v_job.attempt is distinct from require_job_lease.attempt
    or v_job.lease_until is null or v_job.lease_until <= clock_timestamp()
  then
    raise exception using
      errcode = 'OPSTA', message = 'This worker no longer holds the lease', hint = 'lease_lost';
  end if;
  return v_job;
end;
$$;
