-- Replaces the payload of a card. The card gets its next version and is pending again; decisions and jobs of the
-- earlier version no longer count.
-- Raises OPAUT · OPDEN (role_not_allowed, prompt_owner_only) · OPNFD · OPINV (invalid_payload) · OPBIG
-- (payload_too_large, storage_quota_exceeded) · OPSTA (version_conflict, approval_already_decided,
-- approval_in_execution, card_not_editable).
create or replace function private.edit_approval(approval_id uuid, payload jsonb, version integer default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(edit_approval.approval_id, v_viewer);
  v_new_version public.approvals;
begin
  if private.decider_refusal(v_approval, v_viewer.id) = 'prompt_owner_only' then
    perform private.require_decider(v_approval, v_viewer);
  end if;
  if v_approval.status = 'rejected' then
    perform private.refuse_decided_card(v_approval);
  elsif v_approval.kind = 'sync_removal' then
    raise exception using
      errcode = 'OPSTA',
      message = 'A sync chose the records of this card, so it cannot be edited. Approve or reject it',
      hint = 'card_not_editable';
  elsif v_approval.status not in ('pending', 'approved', 'failed') then
    raise exception using
      errcode = 'OPSTA',
      message = 'The card is executing or already executed. Propose another one',
      hint = 'approval_in_execution',
      detail = jsonb_build_object('status', v_approval.status)::text;
  end if;
  perform private.refuse_stale_approval(v_approval, edit_approval.version);

  v_new_version := v_approval;
  v_new_version.payload := private.check_payload(
    v_approval.organization_id, v_approval.project_id, v_approval.kind, edit_approval.payload);
  if v_new_version.payload = v_approval.payload then
    return jsonb_build_object('approval', private.approval_json(v_approval));
  end if;
  v_approval := private.write_next_version(v_new_version, v_viewer.id);
  perform private.record_readings(v_viewer, array[v_approval]);
  perform private.reserve_storage(v_viewer, 'text', octet_length(v_approval.payload::text));
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$$;

-- Writes the payload of a card as its next version, which is pending. Decisions and queued executions of the
-- previous version no longer count.
create or replace function private.write_next_version(approval public.approvals, edited_by uuid)
returns public.approvals
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
  v_target constant jsonb := private.approval_target(approval);
begin
  update public.approvals set
    version = approvals.version + 1,
    title = private.approval_title(
      approval.kind, approval.project_id, approval.payload, approval.organization_id),
    payload = approval.payload,
    target_id = (v_target ->> 'id')::uuid,
    target_snapshot = v_target -> 'state',
    is_restricted = approvals.is_restricted or private.undoes_restricted(approval),
    last_edited_by = write_next_version.edited_by,
    status = 'pending',
    decided_by = null, decided_at = null, decided_version = null, decided_hash = null,
    decided_target_hash = null, review = null, effect_payload = null,
    execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
    execution_attempt = null, execution_started_at = null, vendor_called_at = null,
    vendor_confirmed_at = null, confirmed_result = null, execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  v_approval := private.store_readiness(v_approval);
  perform private.record_approval_version(v_approval, write_next_version.edited_by);
  perform private.record_approval_event(v_approval, 'edited');
  return v_approval;
end;
$$;

create or replace function public.edit_approval(approval_id uuid, payload jsonb, version integer default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.edit_approval(approval_id, payload, version) $$;

grant execute on function private.edit_approval(uuid, jsonb, integer) to authenticated;
grant execute on function public.edit_approval(uuid, jsonb, integer) to authenticated;
comment on function public.edit_approval(uuid, jsonb, integer) is
  'Returns { approval }. version: the one that the editor saw. Raises OPAUT · OPDEN · OPNFD · OPINV · OPBIG · OPSTA.';
