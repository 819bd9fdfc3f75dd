-- Why a decision is no longer valid, checked before execution: the target differs from the one the decider saw, or
-- the card is not ready for the decider anymore. [] while the decision is valid.
create or replace function private.approval_lapse_reasons(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_decider public.people;
  v_reasons jsonb := '[]';
begin
  if private.target_hash(approval) is distinct from approval.decided_target_hash then
    v_reasons := jsonb_build_array(jsonb_build_object('code', 'target_changed', 'message', case
      when private.reader_of_publication(approval) is null
        then 'The target of this card changed after the decision. Review the card again'
      else 'The client of the project, or the text that this card replaces, changed after the decision. Review the card again' end));
  end if;
  select * into v_decider from public.people
  where people.organization_id = approval.organization_id and people.id = approval.decided_by;
  return v_reasons || private.approval_readiness(approval, v_decider);
end;
$$;
comment on function private.approval_lapse_reasons(public.approvals) is
  'Returns [{ code, message, … }] for a decided card; [] means that the decision is still valid.';
