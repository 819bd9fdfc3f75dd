-- Marks an execution as unknown, because it is unclear whether the vendor acted. A job looks it up after a pause; it
-- is never retried blindly.
-- Raises OPSTA (lease_lost, wrong_executor, vendor_not_called) · OPINV (error_missing).
create or replace function private.park_execution(job_id uuid, attempt integer, error text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(park_execution.job_id, park_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(park_execution.error);
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'The vendor was not called, so the outcome is not unknown. Report a failure', hint = 'vendor_not_called';
  end if;
  perform private.end_execution(v_approval, v_job, 'unknown', error => park_execution.error);
end;
$$;

create or replace function public.park_execution(job_id uuid, attempt integer, error text)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.park_execution(job_id, attempt, error) $$;

grant execute on function private.park_execution(uuid, integer, text) to service_role;
grant execute on function public.park_execution(uuid, integer, text) to service_role;

comment on function public.park_execution(uuid, integer, text) is
  'The outcome is unknown; a job settles it later. Raises OPSTA · OPINV.';
