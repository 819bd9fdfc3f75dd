-- Run every minute by pg_cron: takes jobs from silent workers and wakes each background function that
-- has something due. No job depends on any other wake-up.
create or replace function private.tick_jobs()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slug text;
begin
  perform private.sweep_jobs();
  for v_slug in
    select distinct job_kinds.function_slug
    from private.job_kinds() as job_kinds
    where exists (
      select from private.jobs
      where jobs.kind = job_kinds.kind and jobs.run_at <= clock_timestamp()
        and jobs.died_at is null and jobs.lease_until is null)
  loop
    perform private.wake_worker(v_slug);
  end loop;
end;
$$;
