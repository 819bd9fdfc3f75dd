-- Marks the card as executed, with the confirmed result.
-- Raises OPSTA (lease_lost, wrong_executor, not_confirmed) · OPINV (invalid_result).
create or replace function private.finish_execution(job_id uuid, attempt integer, result jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(finish_execution.job_id, finish_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_external_result(v_approval, result);
  perform private.require_confirmed_result(v_approval, result);
  perform private.end_execution(v_approval, v_job, 'executed', finish_execution.result);
end;
$$;

create or replace function public.finish_execution(job_id uuid, attempt integer, result jsonb)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.finish_execution(job_id, attempt, result) $$;

grant execute on function private.finish_execution(uuid, integer, jsonb) to service_role;
grant execute on function public.finish_execution(uuid, integer, jsonb) to service_role;

comment on function public.finish_execution(uuid, integer, jsonb) is
  'Marks the card as executed, with the confirmed result { provider, external_id, url }. Raises OPSTA · OPINV.';
