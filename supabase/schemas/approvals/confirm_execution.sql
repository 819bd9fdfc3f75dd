-- Confirms a result: a lookup after the call has found the object that carries the marker. result is { provider,
-- external_id, url }. This function looks for a row of this database itself, but only the worker can see a vendor's
-- object.
-- Raises OPSTA (lease_lost, vendor_not_called, effect_not_found) · OPINV (invalid_result, wrong_marker) ·
-- OPNFD (event_not_found).
create or replace function private.confirm_execution(job_id uuid, attempt integer, marker uuid, result jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.execution_of_job(confirm_execution.job_id, confirm_execution.attempt);
  v_job private.jobs := private.require_job_lease(confirm_execution.job_id, confirm_execution.attempt);
begin
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'The vendor was not called, so there is no result to confirm', hint = 'vendor_not_called';
  elsif marker is distinct from v_approval.id then
    raise exception using
      errcode = 'OPINV', message = 'The object found has the marker of another card', hint = 'wrong_marker';
  end if;
  perform private.require_external_result(v_approval, confirm_execution.result);
  if confirm_execution.result ->> 'provider' = 'local'
    and private.local_effect(v_approval) is distinct from confirm_execution.result
  then
    raise exception using
      errcode = 'OPSTA', message = 'This database does not contain that result of the card', hint = 'effect_not_found';
  end if;
  update public.approvals
  set vendor_confirmed_at = clock_timestamp(), confirmed_result = confirm_execution.result
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'vendor_confirmed', jsonb_build_object('result', confirm_execution.result), job => v_job);
end;
$$;

create or replace function public.confirm_execution(job_id uuid, attempt integer, marker uuid, result jsonb)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.confirm_execution(job_id, attempt, marker, result) $$;

grant execute on function private.confirm_execution(uuid, integer, uuid, jsonb) to service_role;
grant execute on function public.confirm_execution(uuid, integer, uuid, jsonb) to service_role;

comment on function public.confirm_execution(uuid, integer, uuid, jsonb) is
  'Confirms that a lookup found the object that carries the marker. result is { provider, external_id, url }. Raises OPSTA · OPINV · OPNFD.';
