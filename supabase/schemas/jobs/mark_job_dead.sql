-- Ends a job that has no attempt left or can never succeed. The dead job stays, and portfolio-health lists it, until the
-- same work is enqueued again.
create or replace function private.mark_job_dead(job private.jobs, error text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs;
begin
  update private.jobs
  set died_at = clock_timestamp(), leased_by = null, lease_until = null,
      last_error = left(coalesce(nullif(btrim(mark_job_dead.error), ''), 'No reason was given'), 2000)
  where jobs.id = (job).id and jobs.died_at is null
  returning * into v_job;
  if v_job.id is not null then
    perform private.on_job_death(v_job);
  end if;
end;
$$;
