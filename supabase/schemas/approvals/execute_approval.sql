-- Requests the execution of an approved card: enqueues a durable job in this transaction. Repeated requests get
-- the same job. A failed card is retried; an unknown one is looked up again.
-- Raises OPAUT · OPDEN (role_not_allowed, prompt_owner_only, second_factor_required) · OPNFD · OPSTA
-- (approval_not_approved, approval_already_decided: rejected).
create or replace function private.execute_approval(approval_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(execute_approval.approval_id, v_viewer);
begin
  v_approval := private.request_execution(v_approval, v_viewer);
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$$;

create or replace function private.request_execution(approval public.approvals, viewer public.people)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
  v_job_id uuid;
begin
  -- The author of a card may execute it, because another person decided it.
  if private.decider_refusal(approval, viewer.id) in ('role_not_allowed', 'prompt_owner_only') then
    perform private.require_decider(approval, viewer);
  end if;
  perform private.require_factor_for_stakes(approval);
  if approval.status = 'pending' then
    raise exception using
      errcode = 'OPSTA',
      message = 'This card is not approved yet',
      hint = 'approval_not_approved';
  elsif approval.status = 'rejected' then
    perform private.refuse_decided_card(approval);
  elsif approval.status in ('executing', 'executed') then
    return approval;
  elsif approval.execution_job_id is not null then
    -- A lookup while the call may still be in flight would miss its effect, and a retry would duplicate it.
    if approval.vendor_called_at is null
      or approval.vendor_called_at < clock_timestamp() - private.reconciliation_pause()
    then
      perform private.run_job_now(approval.execution_job_id);
    end if;
    return approval;
  end if;

  v_job_id := private.enqueue_job(
    approval.organization_id,
    private.execution_job_kind(approval),
    jsonb_build_object('approval_id', approval.id),
    unique_key => format('%s:%s', approval.id, approval.version),
    request_id => private.request_id());
  update public.approvals set
    execution_requested_by = viewer.id,
    execution_requested_at = clock_timestamp(),
    execution_job_id = v_job_id
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'execution_requested', jsonb_build_object('job_id', v_job_id));
  return v_approval;
end;
$$;

create or replace function private.execution_job_kind(approval public.approvals)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when approval.kind::text like 'calendar_event_%' then 'calendar_'
    when approval.kind = 'task_create' then 'task_'
    else 'approval_' end
    || case when approval.status = 'unknown' then 'reconcile' else 'act' end
$$;

comment on function private.execution_job_kind(public.approvals) is
  'The kind of the job that executes a card, or settles one whose outcome is unknown.';

create or replace function public.execute_approval(approval_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.execute_approval(approval_id) $$;

grant execute on function private.execute_approval(uuid) to authenticated;
grant execute on function public.execute_approval(uuid) to authenticated;

comment on function public.execute_approval(uuid) is
  'Returns { approval } with the job that will execute it. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
