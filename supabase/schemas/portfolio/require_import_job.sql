-- Returns the leased job of an import. A job of another kind is refused and not deleted, because a card whose job was
-- deleted would wait forever.
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
