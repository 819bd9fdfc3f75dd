-- Ends a failed attempt: the job waits for the next one, or dies if there is none, or if a retry cannot help. Returns
-- true if the job will be retried, false if it is dead, and null, without a change, if the worker has lost its lease.
create or replace function private.fail_job(
  job_id uuid, attempt integer, error text, is_final boolean default false, retry_after_ms integer default null
)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs;
begin
  select * into v_job
  from private.jobs
  where jobs.id = fail_job.job_id and jobs.attempt = fail_job.attempt and jobs.lease_until > clock_timestamp()
  for update;
  if v_job.id is null then
    return null;
  elsif fail_job.is_final then
    perform private.mark_job_dead(v_job, fail_job.error);
    return false;
  end if;
  return private.retry_job(v_job.id, fail_job.error, fail_job.retry_after_ms);
end;
$$;

create or replace function public.fail_job(
  job_id uuid, attempt integer, error text, is_final boolean default false, retry_after_ms integer default null
)
returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_job(job_id, attempt, error, is_final, retry_after_ms) $$;

grant execute on function private.fail_job(uuid, integer, text, boolean, integer) to service_role;
grant execute on function public.fail_job(uuid, integer, text, boolean, integer) to service_role;

comment on function public.fail_job(uuid, integer, text, boolean, integer) is
  'Called by every background function: returns whether the job will be tried again; null for a lost lease. Raises nothing.';
