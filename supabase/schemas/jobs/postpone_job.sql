-- Postpones a job that could not begin. Within limits, the attempt does not count. The caller holds its lease.
create or replace function private.postpone_job(job_id uuid, pause_ms integer)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.jobs
  set leased_by = null, lease_until = null, max_attempts = jobs.max_attempts + 1,
      run_at = clock_timestamp() + make_interval(secs => pause_ms / 1000.0)
  where jobs.id = postpone_job.job_id and jobs.max_attempts < 100;
  if not found then
    perform private.retry_job(job_id, 'It was postponed too often', pause_ms);
  end if;
end;
$$;
