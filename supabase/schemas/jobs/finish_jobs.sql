-- Deletes finished jobs. A job whose lease is over, or that another worker has taken, stays, because its former worker
-- may no longer change it. The job of a card, an import, a document, a sync or a connection test ends in the function that
-- completes that work, so that none of them waits for a deleted job. plpgsql, because it caches plans, as in take_jobs.
create or replace function private.finish_jobs(job_ids uuid[], attempts integer[])
returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_generic_plan'
set enable_seqscan = 'off'
set enable_bitmapscan = 'off'
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_count integer;
begin
  delete from private.jobs
  where jobs.id = any (finish_jobs.job_ids)
    and jobs.attempt = finish_jobs.attempts[array_position(finish_jobs.job_ids, jobs.id)]
    and jobs.lease_until > v_now
    and not jobs.payload ?| '{approval_id,run_id,document_id,stream_id,tested_provider}';
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

create or replace function public.finish_jobs(job_ids uuid[], attempts integer[])
returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.finish_jobs(job_ids, attempts);
end;
$$;

grant execute on function private.finish_jobs(uuid[], integer[]) to service_role;
grant execute on function public.finish_jobs(uuid[], integer[]) to service_role;

comment on function public.finish_jobs(uuid[], integer[]) is
  'Called by every background function: returns how many of the jobs were still leased to them. Raises nothing.';
