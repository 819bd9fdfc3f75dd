-- An executor announces a vendor call that could create or change something. From then on, a missing response does
-- not mean that nothing happened.
-- Raises OPSTA (lease_lost, wrong_executor) · OPDEN (decider_not_allowed).
create or replace function private.mark_vendor_call(job_id uuid, attempt integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(mark_vendor_call.job_id, mark_vendor_call.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_decided_card(v_approval);
  update public.approvals
  set vendor_called_at = clock_timestamp(), vendor_confirmed_at = null, confirmed_result = null
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'vendor_called', job => v_job);
end;
$$;

create or replace function public.mark_vendor_call(job_id uuid, attempt integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.mark_vendor_call(job_id, attempt) $$;

grant execute on function private.mark_vendor_call(uuid, integer) to service_role;
grant execute on function public.mark_vendor_call(uuid, integer) to service_role;

comment on function public.mark_vendor_call(uuid, integer) is
  'Call this before every call to another system. Raises OPSTA · OPDEN.';
