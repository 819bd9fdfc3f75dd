-- Records an event of a card in the card's history and in the audit log. The caller holds the lock on the card, so that
-- events are numbered one after the other.
create or replace function private.record_approval_event(
  approval public.approvals,
  type public.approval_event_type,
  details jsonb default null,
  decided_card jsonb default null,
  job private.jobs default null
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.approval_events (
    organization_id, approval_id, number, type, status, version, payload_hash, actor_id, actor_db_role,
    request_id, job_id, attempt, decided_card, details, scope_id)
  values (
    approval.organization_id, approval.id,
    1 + coalesce((select max(approval_events.number) from public.approval_events
                  where approval_events.approval_id = approval.id), 0),
    record_approval_event.type, approval.status, approval.version, approval.payload_hash,
    (select people.id from public.people
     where people.user_id = auth.uid() and people.organization_id = approval.organization_id),
    coalesce(current_setting('role', true), 'none'),
    coalesce(job.request_id, private.request_id()), job.id, job.attempt,
    record_approval_event.decided_card, record_approval_event.details, approval.scope_id);
  perform private.record_audit_event(
    approval.organization_id, 'approval.' || record_approval_event.type, 'approval', approval.id, null,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', approval.kind, 'status', approval.status, 'version', approval.version,
      'payload_hash', approval.payload_hash, 'details', record_approval_event.details)),
    approval.project_id, null, approval.is_restricted);
end;
$$;
