-- Brings a waiting job forward at a person's request. A running or due job stays as it is.
create or replace function private.run_job_now(job_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind text;
begin
  update private.jobs set run_at = now()
  where jobs.id = (
    select candidates.id from private.jobs as candidates
    where candidates.id = run_job_now.job_id and candidates.run_at > now()
      and candidates.died_at is null and candidates.lease_until is null
    -- The caller has a lock on the subject of the job, so waiting for a worker that has the job could deadlock.
    for update skip locked)
  returning jobs.kind into v_kind;
  if v_kind is not null then
    perform private.wake_worker(job_kinds.function_slug)
    from private.job_kinds() as job_kinds where job_kinds.kind = v_kind;
  end if;
end;
$$;
