-- Leases the execution of a task or an event; carry_out_execution() begins all others. Unless an earlier attempt called
-- the vendor, checks again everything that the decision was based on (the decider's right, the target, the evidence). If
-- anything has changed, the card needs a new decision; a card that is already executing fails.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.lease_execution(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(lease_execution.job_id, lease_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_act,calendar_act}');
begin
  v_approval := private.begin_execution(v_job, v_approval);
  if v_approval.id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  return private.lease_json(v_job, v_approval);
end;
$$;

-- Returns the card in execution, or nulls if nothing is left to execute; the job has then ended.
create or replace function private.begin_execution(job private.jobs, approval public.approvals)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
  v_reasons jsonb := '[]';
begin
  if approval.execution_job_id is distinct from job.id
    or approval.status not in ('approved', 'failed', 'executing')
  then
    perform private.delete_job(job.id);
    return null;
  end if;

  -- If an earlier attempt called the vendor and did not end, the marker finds its effect. If no attempt
  -- called the vendor, the decision is checked again, because hours may have passed.
  if approval.status <> 'executing' or approval.vendor_called_at is null then
    v_reasons := private.undecided_reasons(approval);
  end if;
  if v_reasons <> '[]' and approval.status = 'executing' then
    perform private.end_execution(approval, job, 'failed', error => v_reasons #>> '{0,message}');
    return null;
  elsif v_reasons <> '[]' then
    perform private.lapse_approval(approval, job, v_reasons);
    return null;
  elsif approval.status = 'executing' then
    update public.approvals set execution_attempt = job.attempt
    where approvals.id = approval.id
    returning * into v_approval;
  else
    v_approval := private.set_executing(job, approval);
  end if;
  perform private.record_approval_event(v_approval, 'execution_started', job => job);
  return v_approval;
end;
$$;

-- Why a decision is no longer valid, as [{ code, message, … }]; [] while it is.
create or replace function private.undecided_reasons(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    return '[{"code": "decider_not_allowed",
      "message": "The person who approved this card no longer has the right to approve it"}]';
  end if;
  return private.approval_lapse_reasons(approval);
end;
$$;

create or replace function private.set_executing(job private.jobs, approval public.approvals)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
begin
  update public.approvals set
    status = 'executing',
    execution_attempt = job.attempt,
    execution_started_at = clock_timestamp(),
    vendor_called_at = null,
    vendor_confirmed_at = null,
    confirmed_result = null,
    execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  return v_approval;
end;
$$;

create or replace function private.lease_json(job private.jobs, approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'state', 'leased',
    'marker', approval.id,
    'vendor_called_before', approval.vendor_called_at is not null,
    'request_id', job.request_id,
    'approval', jsonb_build_object(
      'id', approval.id,
      'organization_id', approval.organization_id,
      'project_id', approval.project_id,
      'kind', approval.kind,
      'version', approval.version,
      'title', approval.title,
      'payload', coalesce(approval.effect_payload, approval.payload)));
end;
$$;

-- The decision is no longer valid: the card is pending again, with the reasons.
create or replace function private.lapse_approval(
  approval public.approvals,
  job private.jobs,
  reasons jsonb
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
begin
  update public.approvals set
    status = 'pending',
    decided_by = null, decided_at = null, decided_version = null, decided_hash = null,
    decided_target_hash = null, effect_payload = null,
    review = jsonb_build_object('checked_at', clock_timestamp(), 'reasons', reasons),
    execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
    execution_attempt = null, execution_started_at = null, vendor_called_at = null,
    vendor_confirmed_at = null, confirmed_result = null, execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'lapsed', jsonb_build_object('reasons', reasons), job => job);
  perform private.delete_job(job.id);
end;
$$;

create or replace function public.lease_execution(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.lease_execution(job_id, attempt) $$;

grant execute on function private.lease_execution(uuid, integer) to service_role;
grant execute on function public.lease_execution(uuid, integer) to service_role;
comment on function public.lease_execution(uuid, integer) is
  'Returns { state: leased, approval, marker, vendor_called_before, request_id } or { state: gone }. Raises OPSTA.';
