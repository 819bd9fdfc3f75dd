-- Executes a card that changes nothing outside this database: lease, effect and status are one transaction, so
-- all of them happen or none does. A card of the group record changes nothing.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.carry_out_execution(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(carry_out_execution.job_id, carry_out_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{approval_act}');
  v_effect jsonb;
  v_error text;
begin
  v_approval := private.begin_execution(v_job, v_approval);
  if v_approval.id is null then
    return jsonb_build_object('state', 'gone');
  end if;

  begin
    v_effect := case (select approval_kinds."group" from public.approval_kinds
                      where approval_kinds.kind = v_approval.kind)
      when 'portal' then private.carry_out_portal(v_approval)
      when 'prompt' then private.carry_out_prompt(v_approval)
      when 'sync' then private.carry_out_sync_removal(v_approval)
      else '{}' end;
  exception
    -- A final refusal; the job retries anything else.
    when sqlstate 'OPSTA' or sqlstate 'OPINV' or sqlstate 'OPNFD' or sqlstate 'OPDEN' then
      v_error := sqlerrm;
  end;
  v_approval := private.end_execution(
    v_approval, v_job, case when v_error is null then 'executed' else 'failed' end::public.approval_status,
    nullif(v_effect -> 'result', 'null'), nullif(v_effect -> 'inverse', 'null'), v_error);
  return jsonb_build_object('state', v_approval.status);
end;
$$;

create or replace function public.carry_out_execution(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.carry_out_execution(job_id, attempt) $$;

grant execute on function private.carry_out_execution(uuid, integer) to service_role;
grant execute on function public.carry_out_execution(uuid, integer) to service_role;

comment on function public.carry_out_execution(uuid, integer) is
  'Returns { state }: executed, failed, or gone if there was nothing to do. Raises OPSTA.';
