-- The only place where an execution ends: the card's new status, its history, the link to the created object and
-- the end of its job are one transaction.
create or replace function private.end_execution(
  approval public.approvals,
  job private.jobs,
  status public.approval_status,
  result jsonb default null,
  inverse jsonb default null,
  error text default null
)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
begin
  if result ? 'external_id' then
    insert into public.external_links (
      organization_id, provider, entity, external_id, approval_id, project_id, scope_id, url)
    values (
      approval.organization_id, (result ->> 'provider')::public.external_provider,
      case when approval.kind = 'task_create' then 'task' else 'calendar_event' end::public.external_entity,
      result ->> 'external_id', approval.id, approval.project_id,
      approval.scope_id, result ->> 'url')
    on conflict on constraint external_links_pkey do nothing;
  end if;

  update public.approvals set
    status = end_execution.status,
    result = end_execution.result,
    inverse = end_execution.inverse,
    executed_at = case when end_execution.status = 'executed' then clock_timestamp() end,
    execution_error = left(end_execution.error, 2000),
    execution_job_id = null,
    -- A definite failure means that the vendor did nothing.
    vendor_called_at = case when end_execution.status <> 'failed' then approvals.vendor_called_at end,
    vendor_confirmed_at = case when end_execution.status = 'executed' then approvals.vendor_confirmed_at end,
    confirmed_result = case when end_execution.status = 'executed' then approvals.confirmed_result end
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.delete_job(job.id);

  if v_approval.status = 'unknown' then
    update public.approvals set
      execution_job_id = private.enqueue_job(
        v_approval.organization_id,
        private.execution_job_kind(v_approval),
        jsonb_build_object('approval_id', v_approval.id),
        unique_key => format('%s:%s', v_approval.id, v_approval.version),
        -- The vendor may not have received the request yet, or may not list its object yet.
        run_at => clock_timestamp() + private.reconciliation_pause(),
        request_id => job.request_id)
    where approvals.id = v_approval.id
    returning * into v_approval;
  end if;
  perform private.record_approval_event(
    v_approval, end_execution.status::text::public.approval_event_type,
    jsonb_strip_nulls(jsonb_build_object('result', v_approval.result, 'error', v_approval.execution_error)),
    job => job);
  return v_approval;
end;
$$;

create or replace function private.reconciliation_pause()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '1 minute' $$;
comment on function private.reconciliation_pause() is
  'The pause between an unanswered call and the lookup of its effect. It is longer than a call may take.';
