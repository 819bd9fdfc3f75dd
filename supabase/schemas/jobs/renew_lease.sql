-- Extends a worker's lease, counted from now. False when the lease is lost: the worker then stops.
-- Raises OPINV (invalid_lease).
create or replace function private.renew_lease(job_id uuid, attempt integer, lease_ms integer)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_until timestamptz;
begin
  if lease_ms is null or lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease can last at most an hour', hint = 'invalid_lease';
  end if;
  -- Skips a locked job: usually the statement of the job's own effect has the lock, and waiting for it would only
  -- occupy another connection.
  select jobs.lease_until into v_until
  from private.jobs
  where jobs.id = renew_lease.job_id and jobs.attempt = renew_lease.attempt and jobs.lease_until is not null
  for update skip locked;
  if not found then
    return exists (
      select from private.jobs
      where jobs.id = renew_lease.job_id and jobs.attempt = renew_lease.attempt and jobs.lease_until is not null);
  elsif v_until <= clock_timestamp() then
    return false;
  end if;
  update private.jobs
  set lease_until = clock_timestamp() + make_interval(secs => renew_lease.lease_ms / 1000.0)
  where jobs.id = renew_lease.job_id;
  return true;
end;
$$;

create or replace function public.renew_lease(job_id uuid, attempt integer, lease_ms integer)
returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.renew_lease(job_id, attempt, lease_ms) $$;

grant execute on function private.renew_lease(uuid, integer, integer) to service_role;
grant execute on function public.renew_lease(uuid, integer, integer) to service_role;

comment on function public.renew_lease(uuid, integer, integer) is
  'Called by every background function: returns false if the lease is lost. Raises OPINV.';
