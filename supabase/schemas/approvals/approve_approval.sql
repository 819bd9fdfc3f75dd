-- A person approves the current version of a card. The decision binds to the hash of what they saw. Nothing is
-- executed yet, but a background job checks the evidence again.
-- Raises OPAUT · OPDEN (role_not_allowed, prompt_owner_only, self_approval_forbidden, second_factor_required) ·
-- OPNFD · OPSTA (approval_already_decided, version_required, version_conflict, draft_not_ready with { reasons }).
create or replace function private.approve_approval(
  approval_id uuid, version integer default null, with_quotes boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(approve_approval.approval_id, v_viewer);
  v_was_pending boolean := v_approval.status = 'pending';
begin
  v_approval := private.decide_to_approve(
    v_approval, v_viewer, approve_approval.version, approve_approval.with_quotes);
  if v_was_pending then
    perform private.enqueue_job(
      v_approval.organization_id, 'approval_review', jsonb_build_object('approval_id', v_approval.id),
      unique_key => format('%s:%s', v_approval.id, v_approval.version), request_id => private.request_id());
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$$;

-- The one place where a card becomes approved. Repeating the decision changes nothing. A decision without the
-- version that the person saw is refused, because the card may have been edited since. Unless the decider keeps
-- the quotes, rows that members read omit the text that a restricted card repeats from its sources.
create or replace function private.decide_to_approve(
  approval public.approvals,
  viewer public.people,
  version integer,
  with_quotes boolean
)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals;
  v_evidence jsonb;
  v_reasons jsonb;
  v_decided_card jsonb;
  v_effect jsonb;
begin
  perform private.require_decider(approval, viewer);
  if approval.status = 'rejected' then
    perform private.refuse_decided_card(approval);
  end if;
  perform private.refuse_stale_approval(approval, decide_to_approve.version);
  if approval.status <> 'pending' then
    return approval;
  elsif decide_to_approve.version is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Name the version of the card that you approve, or open the card and approve it there',
      hint = 'version_required',
      detail = jsonb_build_object('version', approval.version)::text;
  end if;

  v_evidence := private.approval_evidence(approval, viewer);
  v_reasons := private.evaluate_readiness(approval, v_evidence);
  if v_reasons <> '[]' then
    raise exception using
      errcode = 'OPSTA',
      message = 'This draft is not ready. Fix the listed problems, then approve it',
      hint = 'draft_not_ready',
      detail = jsonb_build_object('reasons', v_reasons)::text;
  end if;
  if decide_to_approve.with_quotes is not true then
    v_effect := private.payload_without_quotes(approval);
  end if;
  v_decided_card := jsonb_build_object(
    'title', approval.title,
    'payload', approval.payload,
    'diff', private.approval_diff(approval),
    'evidence', v_evidence)
    || case when v_effect is not null then jsonb_build_object('effect', v_effect) else '{}' end;

  update public.approvals set
    status = 'approved',
    decided_by = viewer.id,
    decided_at = clock_timestamp(),
    decided_version = approvals.version,
    decided_hash = approvals.payload_hash,
    decided_target_hash = private.target_hash(approval),
    effect_payload = v_effect,
    -- The reasons why an earlier decision lapsed do not apply to this one.
    review = null
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'approved', decided_card => v_decided_card);
  return v_approval;
end;
$$;

create or replace function private.target_hash(approval public.approvals)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return encode(sha256(convert_to(
    coalesce(private.approval_target(approval), 'null')::text || coalesce(private.reader_of_publication(approval)::text, ''),
    'UTF8')), 'hex');
end;
$$;
comment on function private.target_hash(public.approvals) is
  'SHA-256 of a card''s current target and, if the card changes a portal, of that portal''s client.';

create or replace function private.reader_of_publication(approval public.approvals)
returns uuid
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.portal_table(approval.kind) is null then
    return null;
  end if;
  return private.client_of_project(approval.organization_id, approval.project_id);
end;
$$;
comment on function private.reader_of_publication(public.approvals) is
  'The client whose portal a card changes; null for other kinds.';

create or replace function public.approve_approval(
  approval_id uuid, version integer default null, with_quotes boolean default false)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.approve_approval(approval_id, version, with_quotes) $$;

grant execute on function private.approve_approval(uuid, integer, boolean) to authenticated;
grant execute on function public.approve_approval(uuid, integer, boolean) to authenticated;
comment on function public.approve_approval(uuid, integer, boolean) is
  'Returns { approval }. version: the one that the person saw; with_quotes: execute the payload unchanged. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
