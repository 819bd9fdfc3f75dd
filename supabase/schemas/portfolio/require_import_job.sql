-- The worker of imports calls start_import_job, which shows that the run has started, then apply_import_job,
-- which ends the job in the same transaction. The requester must still be allowed to import then. An earlier
-- import of the organization runs first, and waiting for it does not count as an attempt. Each function returns
-- whether there is more to do. Jobs of other kinds are ignored: a card whose job was deleted would wait forever.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.require_import_job(job_id uuid, attempt integer)
returns private.jobs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(job_id, attempt);
begin
  if v_job.kind <> 'portfolio_import' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  return v_job;
end;
$$;
