-- Leases a card whose outcome is unknown, for a lookup in the other system.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lease_reconciliation(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(lease_reconciliation.job_id, lease_reconciliation.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_reconcile,calendar_reconcile}');
begin
  if v_approval.status is distinct from 'unknown' or v_approval.execution_job_id is distinct from v_job.id then
    perform private.delete_job(v_job.id);
    return jsonb_build_object('state', 'gone');
  end if;
  return private.lease_json(v_job, v_approval);
end;
$$;

create or replace function public.lease_reconciliation(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.lease_reconciliation(job_id, attempt) $$;

grant execute on function private.lease_reconciliation(uuid, integer) to service_role;
grant execute on function public.lease_reconciliation(uuid, integer) to service_role;

comment on function public.lease_reconciliation(uuid, integer) is
  'Returns the same as lease_execution, for a card whose outcome is unknown. Raises OPSTA.';
