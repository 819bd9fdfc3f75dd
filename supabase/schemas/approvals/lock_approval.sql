-- Locks the card until the transaction ends, so that decisions about one card are made one after the other.
-- Raises OPNFD (approval_not_found: missing or not visible).
create or replace function private.lock_approval(approval_id uuid, viewer public.people)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
begin
  select * into v_approval
  from public.approvals
  where approvals.id = lock_approval.approval_id
    and approvals.organization_id = viewer.organization_id
    and approvals.scope_id = any (v_scope_ids)
  for update;
  if v_approval.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
  end if;
  return v_approval;
end;
$$;

-- Raises OPSTA (version_conflict, with { version, current }) when the person saw another version.
create or replace function private.refuse_stale_approval(approval public.approvals, seen_version integer)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if seen_version is not null and seen_version <> approval.version then
    raise exception using
      errcode = 'OPSTA',
      message = 'The card was edited since you opened it. Review the new version, then decide',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', approval.version, 'current', private.approval_json(approval))::text;
  end if;
end;
$$;

-- Raises OPDEN unless the person may decide the card: an admin or lead, who owns the prompt if the card changes the
-- assistant's instructions; not its author where the organization forbids self-approval; with a second factor where the
-- organization requires one for these stakes.
create or replace function private.require_decider(approval public.approvals, viewer public.people)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A concurrent change of the viewer's role waits until this decision is committed, or was committed before it.
  perform 1 from public.people where people.id = viewer.id for share;
  case private.decider_refusal(approval, viewer.id)
    when 'role_not_allowed' then
      raise exception using
        errcode = 'OPDEN', message = 'Only an admin or a lead can do this', hint = 'role_not_allowed';
    when 'self_approval_forbidden' then
      raise exception using
        errcode = 'OPDEN',
        message = 'You wrote this card or a version of it. Your organization requires someone else to decide it',
        hint = 'self_approval_forbidden';
    when 'prompt_owner_only' then
      raise exception using
        errcode = 'OPDEN',
        message = 'Only a prompt owner can change the prompt',
        hint = 'prompt_owner_only';
    else null;
  end case;
  perform private.require_factor_for_stakes(approval);
end;
$$;

-- Raises OPDEN (second_factor_required) where the organization requires a second factor for high stakes, the card's
-- stakes are high, and the session lacks one.
create or replace function private.require_factor_for_stakes(approval public.approvals)
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from public.approval_kinds
    where approval_kinds.kind = approval.kind and approval_kinds.stakes = 'high')
  then
    perform private.require_second_factor(approval.organization_id);
  end if;
end;
$$;

-- Raises OPSTA (approval_already_decided, with { status, by, at, reason }).
create or replace function private.refuse_decided_card(approval public.approvals)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('%s has already %s this card', coalesce(private.person_reference(approval.decided_by) ->> 'name', 'Someone'),
      case approval.status when 'rejected' then 'rejected' else 'approved' end),
    hint = 'approval_already_decided',
    detail = jsonb_build_object(
      'status', approval.status, 'by', private.person_reference(approval.decided_by),
      'at', approval.decided_at, 'reason', approval.reason)::text;
end;
$$;
