-- Reports that the vendor has definitely done nothing. If is_final is true, the card fails; otherwise the job is
-- retried as often as its kind allows. Raises OPSTA (lease_lost, wrong_executor) · OPINV (error_missing).
create or replace function private.fail_execution(
  job_id uuid,
  attempt integer,
  error text,
  is_final boolean,
  retry_after_ms integer default null
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(fail_execution.job_id, fail_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(fail_execution.error);
  if is_final then
    perform private.end_execution(v_approval, v_job, 'failed', error => fail_execution.error);
  else
    update public.approvals
    set vendor_called_at = null, vendor_confirmed_at = null, confirmed_result = null
    where approvals.id = v_approval.id;
    perform private.retry_job(v_job.id, fail_execution.error, fail_execution.retry_after_ms);
  end if;
end;
$$;

create or replace function public.fail_execution(
  job_id uuid, attempt integer, error text, is_final boolean, retry_after_ms integer default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_execution(job_id, attempt, error, is_final, retry_after_ms) $$;

grant execute on function private.fail_execution(uuid, integer, text, boolean, integer) to service_role;
grant execute on function public.fail_execution(uuid, integer, text, boolean, integer) to service_role;

comment on function public.fail_execution(uuid, integer, text, boolean, integer) is
  'The other system has done nothing: the card fails, or its job is retried after a pause. Raises OPSTA · OPINV.';
