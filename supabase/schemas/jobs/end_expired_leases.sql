-- Takes jobs from workers that were silent for longer than their lease: the jobs wait again, or die after their
-- last attempt. If handling a death fails, that job stays as it is, and the others continue.
create or replace function private.end_expired_leases(kinds text[] default null, job_limit integer default 1000)
returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_error constant text := 'The worker stopped responding before the job was done';
  v_job private.jobs;
  v_count integer := 0;
begin
  for v_job in
    select * from private.jobs
    where jobs.lease_until <= v_now
      and (end_expired_leases.kinds is null or jobs.kind = any (end_expired_leases.kinds))
    order by jobs.lease_until
    limit end_expired_leases.job_limit
    for update skip locked
  loop
    if v_job.attempt < v_job.max_attempts then
      -- The job gets no further pause, because it has already waited for the end of the lease.
      update private.jobs
      set leased_by = null, lease_until = null, run_at = v_now, last_error = v_error
      where jobs.id = v_job.id;
      if v_job.payload ? 'stream_id' then
        perform private.end_lost_sync_run(v_job, v_error);
      end if;
    else
      begin
        perform private.mark_job_dead(v_job, v_error);
      exception when others then
        raise warning 'Handling the death of job % failed: %', v_job.id, sqlerrm;
        continue;
      end;
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
