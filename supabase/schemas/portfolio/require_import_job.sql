-- For the worker of imports: first start_import_job, which shows that the run runs, then
-- carry_out_import_job, which is one transaction with the end of the job. Whoever asked for the import
-- must be allowed to at that moment too. Another import of the organization comes first; waiting for it
-- is no try. Each answers whether there is more to do. The job of anything else is left alone: a card whose job is
-- gone would wait for it for ever.
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
