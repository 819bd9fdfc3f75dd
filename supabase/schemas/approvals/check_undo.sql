-- Cards that withdraw or restore the publication of another card: their payload is { withdraw } or { restore }, the
-- id of that card, and nothing else.
create or replace function private.is_undo_payload(kind public.approval_kind, payload jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (payload ? 'withdraw' or payload ? 'restore') and payload - 'withdraw' - 'restore' = '{}'
    and private.portal_table(kind) is not null;
end;
$$;
comment on function private.is_undo_payload(public.approval_kind, jsonb) is
  'Whether a payload withdraws or restores the publication of another card.';

-- The undo of a restricted card repeats its published text. The lock on that card makes a concurrent restriction
-- wait and then include this card.
create or replace function private.undoes_restricted(approval public.approvals)
returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_restricted boolean;
begin
  if private.is_undo_payload(approval.kind, approval.payload) then
    select card.is_restricted into v_is_restricted
    from public.approvals as card
    where card.organization_id = approval.organization_id
      and card.id = coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid
    for share;
  end if;
  return coalesce(v_is_restricted, false);
end;
$$;
comment on function private.undoes_restricted(public.approvals) is
  'Whether a card withdraws or restores the publication of a restricted card.';

create or replace function private.check_undo(
  organization_id uuid,
  project_id uuid,
  kind public.approval_kind,
  payload jsonb,
  out normal_form jsonb,
  out problems jsonb
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_field constant text := case when payload ? 'withdraw' then 'withdraw' else 'restore' end;
  v_target_id constant text := payload ->> v_field;
  v_row jsonb;
  v_problem text;
begin
  if payload ?& array['withdraw', 'restore'] then
    v_problem := 'Send either withdraw or restore, not both';
  elsif v_target_id is null or v_target_id !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    v_problem := 'Send the id of the card to withdraw or restore';
  else
    select private.published_row(approvals.organization_id, approvals.kind, approvals.id) into v_row
    from public.approvals
    where approvals.id = v_target_id::uuid
      and approvals.organization_id = check_undo.organization_id
      and approvals.project_id = check_undo.project_id
      and approvals.kind = check_undo.kind
      and approvals.status = 'executed'
      -- A member must not learn that a restricted card exists.
      and (not approvals.is_restricted or private.led_organization_id() is not null);
    if v_row is null then
      v_problem := 'There is no such published card of this kind in this project';
    elsif v_field = 'withdraw' and v_row ->> 'withdrawn_at' is not null then
      v_problem := 'This publication is already withdrawn';
    elsif v_field = 'restore' and v_row ->> 'withdrawn_at' is null then
      v_problem := 'This publication is already visible';
    end if;
  end if;
  problems := case when v_problem is null then '[]'
                   else jsonb_build_array(jsonb_build_object('field', v_field, 'message', v_problem)) end;
  normal_form := case when v_problem is null then jsonb_build_object(v_field, lower(v_target_id)) end;
end;
$$;
comment on function private.check_undo(uuid, uuid, public.approval_kind, jsonb) is
  'Returns the payload of a card that withdraws or restores, or its problem.';
