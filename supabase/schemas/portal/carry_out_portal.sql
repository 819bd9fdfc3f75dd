-- Publishes the content of a card in the portal, withdraws it or restores it, in the transaction that marks the
-- card as executed. Returns { result: { table, id }, inverse } where inverse is the payload of the card that would
-- undo it. Raises OPSTA (already_withdrawn, already_shown, file_not_released, file_not_ready) if it can no longer
-- be done.
create or replace function private.carry_out_portal(approval public.approvals)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid;
  v_payload constant jsonb := approval.payload;
begin
  if private.is_undo_payload(approval.kind, v_payload) then
    return private.set_withdrawn(approval);
  end if;

  case approval.kind
    when 'weekly_update' then
      insert into public.weekly_updates (
        organization_id, project_id, approval_id, is_restricted, week_of, headline, body, next_steps)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        (v_payload ->> 'week_of')::date, v_payload ->> 'headline', v_payload ->> 'body', v_payload ->> 'next_steps')
      returning weekly_updates.id into v_id;
    when 'scope_change' then
      insert into public.scope_changes (
        organization_id, project_id, approval_id, is_restricted, title, description, hours_change,
        amount_change, effective_on)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload ->> 'description', (v_payload ->> 'hours_change')::numeric,
        (v_payload ->> 'amount_change')::numeric, (v_payload ->> 'effective_on')::date)
      returning scope_changes.id into v_id;
    when 'sow_draft' then
      insert into public.sow_drafts (organization_id, project_id, approval_id, is_restricted, title, sections)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload -> 'sections')
      returning sow_drafts.id into v_id;
    when 'client_readout' then
      insert into public.client_readouts (organization_id, project_id, approval_id, is_restricted, title, sections)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload -> 'sections')
      returning client_readouts.id into v_id;
    when 'deliverable_release' then
      -- Locked until the transaction ends, so that the file is not restricted, moved or archived in the meantime.
      if v_payload ? 'source_id' then
        perform from public.sources
        where sources.organization_id = approval.organization_id
          and sources.id = (v_payload ->> 'source_id')::uuid
          and sources.scope_id = approval.project_id and sources.archived_at is null
        for share;
        if not found then
          raise exception using
            errcode = 'OPSTA',
            message = 'The file was archived, restricted or moved, so it can''t be opened. Restore it, or propose another file',
            hint = 'file_not_released';
        end if;
      end if;
      insert into public.deliverable_releases (
        organization_id, project_id, approval_id, is_restricted, title, source_id, note)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', (v_payload ->> 'source_id')::uuid, v_payload ->> 'note')
      returning deliverable_releases.id into v_id;
  end case;
  perform private.publish_for_client(approval);
  return jsonb_build_object(
    'result', jsonb_build_object('table', private.portal_table(approval.kind), 'id', v_id),
    'inverse', jsonb_build_object('withdraw', approval.id));
end;
$$;
comment on function private.carry_out_portal(public.approvals) is
  'Returns { result: { table, id }, inverse }. Raises OPSTA.';

-- The table of public that a kind of card fills.
create or replace function private.portal_table(kind public.approval_kind)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case kind
    when 'weekly_update' then 'weekly_updates' when 'scope_change' then 'scope_changes'
    when 'sow_draft' then 'sow_drafts' when 'client_readout' then 'client_readouts'
    when 'deliverable_release' then 'deliverable_releases' end;
end;
$$;

-- Withdraws or restores the publication of a card. Nothing is deleted: the portal shows the rows that are not
-- withdrawn.
create or replace function private.set_withdrawn(approval public.approvals)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_withdrawal constant boolean := approval.payload ? 'withdraw';
  v_published_by constant uuid := coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid;
  v_id uuid;
begin
  execute format(
    'update public.%I set withdrawn_at = case when $1 then clock_timestamp() end
     where organization_id = $2 and project_id = $3 and approval_id = $4 and (withdrawn_at is null) = $1
     returning id', private.portal_table(approval.kind))
  into v_id
  using v_is_withdrawal, approval.organization_id, approval.project_id, v_published_by;
  if v_id is null and v_is_withdrawal then
    raise exception using
      errcode = 'OPSTA', message = 'This publication is already withdrawn. Nothing more is needed', hint = 'already_withdrawn';
  elsif v_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'This publication is already visible. Nothing more is needed', hint = 'already_shown';
  end if;
  return jsonb_build_object(
    'result', jsonb_build_object('table', private.portal_table(approval.kind), 'id', v_id),
    'inverse', jsonb_build_object(case when v_is_withdrawal then 'restore' else 'withdraw' end, v_published_by));
end;
$$;
comment on function private.set_withdrawn(public.approvals) is 'Returns { result, inverse }. Raises OPSTA.';
