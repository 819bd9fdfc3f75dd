-- A person rejects a card, finally and with a reason.
-- Raises OPAUT · OPDEN (role_not_allowed, prompt_owner_only, self_approval_forbidden, second_factor_required) ·
-- OPNFD · OPINV (reason_missing) · OPSTA (approval_already_decided, version_conflict).
create or replace function private.reject_approval(
  approval_id uuid,
  reason text,
  version integer default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(reject_approval.approval_id, v_viewer);
begin
  perform private.require_decider(v_approval, v_viewer);
  if coalesce(btrim(reject_approval.reason), '') = '' or char_length(reject_approval.reason) > 2000 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a reason of at most 2000 characters', hint = 'reason_missing';
  end if;
  if v_approval.status not in ('pending', 'rejected') then
    perform private.refuse_decided_card(v_approval);
  end if;
  perform private.refuse_stale_approval(v_approval, reject_approval.version);
  if v_approval.status = 'pending' then
    update public.approvals set
      status = 'rejected',
      reason = btrim(reject_approval.reason),
      decided_by = v_viewer.id,
      decided_at = clock_timestamp(),
      decided_version = approvals.version,
      decided_hash = approvals.payload_hash
    where approvals.id = v_approval.id
    returning * into v_approval;
    perform private.record_approval_event(
      v_approval, 'rejected', jsonb_build_object('reason', v_approval.reason),
      jsonb_build_object('title', v_approval.title, 'payload', v_approval.payload));
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$$;

create or replace function public.reject_approval(approval_id uuid, reason text, version integer default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.reject_approval(approval_id, reason, version) $$;

grant execute on function private.reject_approval(uuid, text, integer) to authenticated;
grant execute on function public.reject_approval(uuid, text, integer) to authenticated;
comment on function public.reject_approval(uuid, text, integer) is
  'Returns { approval }. If the card is already rejected, the first reason stays. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';
